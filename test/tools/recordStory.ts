import type { INodeParameters } from 'n8n-workflow';

import { operations } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { createCommercialRows, listSteps } from '../engine/customerStory';
import { type StepResult, runStory } from '../engine/runStory';
import { type Step, story } from '../engine/story';
import { startWorld, type World } from '../engine/world';

/** A step of the story: the parameters of an operation, and the result. */
export interface RecordedStep {
	readonly parameters: INodeParameters;
	readonly line: StepResult;
}

/** The steps of each operation, one for each time that it was carried out. */
export type Story = ReadonlyMap<Operation, readonly RecordedStep[]>;

/**
 * Runs a team's week in n8n's engine, and a customer's request with the operations of the commercial editions.
 *
 * @throws Error if an operation failed or is not in the story
 */
export async function recordStory(): Promise<Story> {
	const community = await startWorld({ serverKind: 'community' });
	const commercial = await startWorld();

	try {
		const inWeek = await runSteps(community, story);
		const commercialSteps = listSteps(createCommercialRows(commercial.service.state));
		const inCommercial = await runSteps(commercial, commercialSteps);
		// What all editions have is shown as in the Community Edition.
		const steps = [...inWeek, ...inCommercial.filter(({ line }) => isCommercial(line.operation))];

		return new Map(operations.map((operation) => [operation, findSteps(operation, steps)]));
	} finally {
		await community.close();
		await commercial.close();
	}
}

const isCommercial = (operation: string): boolean =>
	operations.some(
		({ resource, value, plan }) => `${resource}.${value}` === operation && plan !== undefined,
	);

async function runSteps(world: World, steps: readonly Step[]): Promise<readonly RecordedStep[]> {
	const lines = await runStory(world, steps);

	return lines.map((line, index) => ({ parameters: steps[index]?.parameters ?? {}, line }));
}

/** @throws Error if the operation failed or has no step */
function findSteps(
	{ resource, value }: Operation,
	steps: readonly RecordedStep[],
): readonly RecordedStep[] {
	const name = `${resource}.${value}`;
	const found = steps.filter(({ line }) => line.operation === name);
	if (found.length === 0) throw new Error(`${name}: neither the story nor samples.ts has it`);

	const failed = found.find(({ line }) => !line.succeeded);
	if (failed !== undefined) {
		throw new Error(`${name}: ${failed.line.problem ?? 'it has no output to build a schema from'}`);
	}

	return found;
}
