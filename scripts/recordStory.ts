import { operations } from '../nodes/shared/operations/catalog';
import type { Operation } from '../nodes/shared/operations/operation';
import { createCommercialRows, listSteps } from '../test/engine/customerStory';
import { type StepResult, runStory } from '../test/engine/runStory';
import { story } from '../test/engine/story';
import { startWorld } from '../test/engine/world';

/** The steps of each operation, one for each time that it was carried out. */
export type Story = ReadonlyMap<Operation, readonly StepResult[]>;

/**
 * Runs a team's week in n8n's engine, and a customer's request with the operations of the commercial editions.
 *
 * @throws Error if an operation failed or is not in the story
 */
export async function recordStory(): Promise<Story> {
	const community = await startWorld({ serverKind: 'community' });
	const commercial = await startWorld();

	try {
		const inWeek = await runStory(community, story);
		const commercialSteps = listSteps(createCommercialRows(commercial.service.state));
		const inCommercial = await runStory(commercial, commercialSteps);
		// What all editions have is shown as in the Community Edition.
		const steps = [...inWeek, ...inCommercial.filter(({ operation }) => isCommercial(operation))];

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

/** @throws Error if the operation failed or has no step */
function findSteps(
	{ resource, value }: Operation,
	steps: readonly StepResult[],
): readonly StepResult[] {
	const name = `${resource}.${value}`;
	const found = steps.filter((step) => step.operation === name);
	if (found.length === 0) throw new Error(`${name}: neither the story nor samples.ts has it`);

	const failed = found.find(({ succeeded }) => !succeeded);
	if (failed !== undefined) {
		throw new Error(`${name}: ${failed.problem ?? 'it has no output to build a schema from'}`);
	}

	return found;
}
