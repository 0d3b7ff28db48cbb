import { expect, test } from '@jest/globals';

import { sharedRecordHints } from '../../../nodes/Plane/present/hints/sharedRecordHints';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createWorkItem } from '../../../nodes/shared/operations';
import { create, update } from '../calls';

const workItem: Call<'create'> = { ...create, operation: createWorkItem };
const label: Call<'create'> = { ...create, operation: createLabel };

/** The hints about items that share records, given as the indexes of the items of each record. */
function hintsFor(call: Call<'create' | 'update'>, ...groups: readonly (readonly number[])[]) {
	const entries = groups.flatMap((items, index) =>
		items.map((itemIndex) => ({ itemIndex, record: { id: `record ${String(index)}` } })),
	);
	const calls = entries.map(({ itemIndex }) => ({ ...call, itemIndex }));
	const results = new Map(
		entries.map(({ itemIndex, record }) => [
			itemIndex,
			{
				kind: 'saved' as const,
				records: [{ record, outcome: 'used' as const }],
				failures: [],
			},
		]),
	);

	return sharedRecordHints(calls, results);
}

const countTo = (count: number) => [...Array(count).keys()];

test('lists items that share a record, and why they do', () => {
	expect(hintsFor(workItem, [0, 2], [1], [3, 4, 5])).toEqual([
		'Items that share one work item, because they have the same External ID: 0 and 2; 3, 4 and 5',
	]);
	expect(hintsFor(label, [0, 1])).toEqual([
		'Items that share one label, because they have the same Name or External ID: 0 and 1',
	]);
});

test('lists at most ten items and ten records', () => {
	const groups = countTo(12).map((group) => [2 * group, 2 * group + 1]);

	const [hint] = hintsFor(workItem, ...groups);
	const [hintOfEleven] = hintsFor(workItem, ...groups.slice(1));
	const [long] = hintsFor(workItem, countTo(12));

	expect(hint).toMatch(/: 0 and 1; .*; 18 and 19; and 2 more groups$/);
	expect(hintOfEleven).toMatch(/; 20 and 21; and 1 more group$/);
	expect(long).toMatch(/: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more$/);
});

test('does not list items with records of their own, nor updates', () => {
	expect(hintsFor(workItem, [0], [1])).toEqual([]);
	expect(hintsFor(update, [0, 1])).toEqual([]);
	expect(sharedRecordHints([], new Map())).toEqual([]);
});

test('does not take records without an ID for one record', () => {
	const saved = {
		kind: 'saved' as const,
		records: [{ record: { success: true }, outcome: 'created' as const }],
		failures: [],
	};
	const calls = [0, 1].map((itemIndex) => ({ ...workItem, itemIndex }));

	expect(sharedRecordHints(calls, new Map([0, 1].map((index) => [index, saved])))).toEqual([]);
});
