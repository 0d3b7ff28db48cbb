import { expect, test } from '@jest/globals';

import { sharedRecordHints } from '../../../nodes/Plane/present/hints/sharedRecordHints';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createWorkItem } from '../../../nodes/shared/operations';
import { create, update } from '../calls';

const workItem: Call<'create'> = { ...create, operation: createWorkItem };

const groupItems = (...groups: readonly (readonly number[])[]) =>
	new Map(groups.map((items, index) => [`record ${String(index)}`, items]));

const countTo = (count: number) => [...Array(count).keys()];

test('lists items that share a record, and why they do', () => {
	expect(sharedRecordHints([workItem], groupItems([0, 2], [1], [3, 4, 5]))).toEqual([
		'Items that share one work item, because they have the same External ID: 0 and 2; 3, 4 and 5',
	]);
	expect(sharedRecordHints([{ ...workItem, operation: createLabel }], groupItems([0, 1]))).toEqual([
		'Items that share one label, because they have the same Name or External ID: 0 and 1',
	]);
});

test('lists at most ten items and ten records', () => {
	const groups = countTo(12).map((group) => [2 * group, 2 * group + 1]);

	const [hint] = sharedRecordHints([workItem], groupItems(...groups));
	const [hintOfEleven] = sharedRecordHints([workItem], groupItems(...groups.slice(1)));
	const [long] = sharedRecordHints([workItem], groupItems(countTo(12)));

	expect(hint).toMatch(/: 0 and 1; .*; 18 and 19; and 2 more groups$/);
	expect(hintOfEleven).toMatch(/; 20 and 21; and 1 more group$/);
	expect(long).toMatch(/: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more$/);
});

test('does not list items with records of their own, nor updates', () => {
	expect(sharedRecordHints([workItem], groupItems([0], [1]))).toEqual([]);
	expect(sharedRecordHints([update], groupItems([0, 1]))).toEqual([]);
	expect(sharedRecordHints([], groupItems())).toEqual([]);
});
