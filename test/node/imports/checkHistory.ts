import { expect } from '@jest/globals';

import {
	describeState,
	expectComplete,
	expectSuccess,
	expectTruth,
	hasSharedRecords,
} from './expectations';
import { CYCLES, type History, type ImportPlan } from './history';
import { runHistory } from './ImportWorld';

/** An import in which nothing happens besides. */
export const COMPLETE: ImportPlan = { end: 'complete', endsAt: 0, foreignSteps: [] };

/**
 * Imports the rows as a history says, then once without faults, and then once more. Each item must say what has become of
 * it, after the complete import everything must be there as the rows say, and the last import must change nothing.
 */
export async function checkHistory(history: History): Promise<void> {
	await runHistory(history, async (world) => {
		for (const plan of history.imports) expectTruth(world, await world.import(plan));

		expectSuccess(world, await world.import(COMPLETE, 0));
		expectComplete(world);

		// The rows of one record change it back and forth.
		if (hasSharedRecords(world)) return;

		const before = describeState(world);

		// A cycle that has ended refuses what is added to it again.
		world.endCycle(CYCLES[0]);

		const last = await world.import(COMPLETE, 0);

		expectSuccess(world, last);
		expect(last.changes).toEqual([]);
		expect(describeState(world)).toEqual(before);
	});
}
