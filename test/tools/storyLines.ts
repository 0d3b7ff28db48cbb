import type { INodeParameters } from 'n8n-workflow';

import { operations } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { type Line, runStory } from '../engine/runStory';
import { commercialStory, type Step, story } from '../engine/story';
import { startWorld } from '../engine/world';

/** What an operation was given in the story, and what came of it. */
export interface RecordedStep {
	readonly parameters: INodeParameters;
	readonly line: Line;
}

/** What each operation came to, as often as it was carried out. */
export type Story = ReadonlyMap<Operation, readonly RecordedStep[]>;

/**
 * Runs a team's week in n8n's engine, and the operations of the commercial editions.
 *
 * @throws Error for an operation that failed, or that the story lacks
 */
export async function recordStory(): Promise<Story> {
	const community = await startWorld({ serverKind: 'community' });
	const commercial = await startWorld();

	const told = async (world: typeof community, steps: readonly Step[]) => {
		const lines = await runStory(world, steps);

		return steps.flatMap(({ parameters }, index) => {
			const line = lines[index];

			return line ? [{ parameters, line }] : [];
		});
	};

	try {
		const all = [
			...(await told(community, story)),
			...(await told(commercial, commercialStory(commercial.service.state))),
		];

		return new Map(
			operations.map((operation) => {
				const { resource, value } = operation;
				const own = all.filter(({ line }) => line.operation === `${resource}.${value}`);
				const failed = own.find(({ line }) => !line.succeeded);
				const missing = own.length === 0 ? 'neither the story nor samples.ts has it' : undefined;
				const why =
					failed && (failed.line.problem ?? 'it puts out nothing to tell the fields from');
				if (missing ?? why) throw new Error(`${resource}.${value}: ${missing ?? why}`);

				return [operation, own];
			}),
		);
	} finally {
		await community.close();
		await commercial.close();
	}
}
