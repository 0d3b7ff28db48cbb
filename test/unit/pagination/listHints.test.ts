import { expect, test } from '@jest/globals';

import { listHints } from '../../../nodes/shared/pagination/listHints';
import type { ListStatistics } from '../../../nodes/shared/pagination/RowCollector';

const read = (changes: Partial<ListStatistics> = {}): ListStatistics => ({
	seen: 250,
	fitting: 250,
	ignored: [],
	undated: 0,
	...changes,
});
const hints = (...statistics: ListStatistics[]) => listHints('work items', statistics);

test('there is no hint where nothing was left out', () => {
	expect(hints()).toEqual([]);
	expect(hints(read(), read())).toEqual([]);
});

test('a hint names an ignored filter and what the node did about it', () => {
	expect(hints(read({ ignored: ['State'], fitting: 70 }))).toEqual([
		'Plane ignored the State filter: the node filtered 250 work items to 70',
	]);
});

test('several filters and input items share one hint with their sums', () => {
	const state = read({ ignored: ['State'], fitting: 70 });
	const both = read({ ignored: ['State', 'Assignee'], fitting: 20, seen: 50 });
	expect(hints(state, both)).toEqual([
		'Plane ignored the filters State and Assignee: the node filtered 300 work items to 90',
	]);
});

test('a hint names the filters of the node itself where they had a part in it', () => {
	const narrowed = read({ ignored: ['State'], fitting: 0, created: { after: 1 } });
	expect(hints(narrowed)).toEqual([
		'Plane ignored the State filter: the node filtered 250 work items to 0 by State and Created After',
	]);
	expect(hints(read({ fitting: 0, created: { after: 1, before: 2 } }))).toEqual([]);
});

test('a filter whose name ends in Filter is not called a filter twice', () => {
	expect(hints(read({ ignored: ['Within Project (Server Filter)'], fitting: 70 }))).toEqual([
		expect.stringMatching(/^Plane ignored the Within Project \(Server Filter\): the node/),
	]);
});

test('each list that may be incomplete has a hint with its figures', () => {
	expect(
		hints(read({ seen: 251, doubt: { total: 252 } }), read(), read({ seen: 130, doubt: {} })),
	).toEqual([
		'The list kept changing while it was read: 251 work items were received, but Plane counted 252. Some may be missing: run it again when fewer people are working on them',
		'Plane does not say how many work items there are: if some were deleted or moved while these 130 were read page by page, others may be missing',
	]);
});

test('a hint counts the rows that do not say when they were created', () => {
	expect(hints(read({ undated: 3 }), read({ undated: 1 }))).toEqual([
		'4 of the work items kept despite Created After or Created Before do not say when they were created',
	]);
});
