import { expect, test } from '@jest/globals';

import { hintsOf } from '../../../../nodes/Plane/run/list/hints';
import type { Account } from '../../../../nodes/Plane/run/list/rows';

const account = (changes: Partial<Account> = {}): Account => ({
	seen: 250,
	ignored: [],
	leftOut: 0,
	undated: 0,
	...changes,
});
const told = (...accounts: Account[]) =>
	hintsOf('work items', accounts).map(({ message }) => message);

test('nothing is told where nothing was left out', () => {
	expect(told()).toEqual([]);
	expect(told(account(), account())).toEqual([]);
});

test('the rows that a filter left out are told under the output', () => {
	expect(hintsOf('work items', [account({ ignored: ['State'], leftOut: 180 })])).toEqual([
		{
			message: 'Plane ignored the filter State: 180 of 250 work items were left out here',
			type: 'info',
			location: 'outputPane',
		},
	]);
});

test('several filters and input items are told once, as their sum', () => {
	const state = account({ ignored: ['State'], leftOut: 180 });
	const both = account({ ignored: ['State', 'Assignee'], leftOut: 20, seen: 50 });
	expect(told(state, both)).toEqual([
		'Plane ignored the filters State and Assignee: 200 of 300 work items were left out here',
	]);
});

test('a single row is told in the singular', () => {
	expect(told(account({ ignored: ['State'], leftOut: 1 }))).toEqual([
		'Plane ignored the filter State: 1 of 250 work items was left out here',
	]);
});

test('a list that may not be whole is told with its figures, each by itself', () => {
	expect(
		told(
			account({ seen: 251, doubt: { total: 252 } }),
			account(),
			account({ seen: 130, doubt: {} }),
		),
	).toEqual([
		'The list changed while it was read, twice: 251 work items came, and Plane counted 252. Some may be missing: run it again when fewer people work on them',
		'Plane does not say how many work items there are: if some were deleted or moved while the 130 were read page by page, others may be missing',
	]);
});

test('rows that do not say when they were created are told', () => {
	expect(told(account({ undated: 3 }), account({ undated: 1 }))).toEqual([
		'4 of the work items kept despite Created After or Created Before do not say when they were created',
	]);
});
