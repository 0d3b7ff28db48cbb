import { expect, test } from '@jest/globals';

import { listHints } from '../../../nodes/Plane/execute/hints/listHints';
import type { ListStatistics } from '../../../nodes/shared/pagination/RowCollector';

const read = (changes: Partial<ListStatistics> = {}): ListStatistics => ({
	seen: 250,
	fitting: 250,
	ignored: [],
	own: [],
	unsaid: 0,
	...changes,
});

const state = read({ ignored: ['State'], fitting: 70 });
const both = read({ ignored: ['State', 'Assignee'], fitting: 20, seen: 50 });
const by = (...own: string[]) => ({ fitting: 0, own });

test.each<[title: string, statistics: ListStatistics[], hints: unknown[]]>([
	['there is no hint of no list', [], []],
	['there is no hint where nothing was left out', [read(), read()], []],
	[
		'there is no hint of the filters of the node alone',
		[read(by('Created After', 'Created Before'))],
		[],
	],
	[
		'a hint names an ignored filter and what the node did about it',
		[state],
		['Plane ignored the State filter: the node filtered 250 work items to 70'],
	],
	[
		'several filters and input items share one hint with their sums',
		[state, both],
		['Plane ignored the filters State and Assignee: the node filtered 300 work items to 90'],
	],
	[
		'a hint names the filters of the node itself where they had a part in it',
		[read({ ignored: ['State'], ...by('Created After') })],
		[expect.stringMatching(/^Plane ignored the State filter.* to 0 by State and Created After$/)],
	],
	[
		'a filter whose name ends in Filter is not called a filter twice',
		[read({ ignored: ['Within Project (Server Filter)'], fitting: 70 })],
		[expect.stringMatching(/^Plane ignored the Within Project \(Server Filter\): the node/)],
	],
	[
		'each list that may be incomplete has a hint with its figures',
		[read({ seen: 251, doubt: { total: 252 } }), read(), read({ seen: 130, doubt: {} })],
		[
			'The list kept changing while it was read: 251 work items were received, but Plane counted 252. Some may be missing: run it again, and if this hint comes back, ask whoever runs the server, which then does not keep to one order of its records',
			'Plane does not say how many work items there are: if some were deleted or moved while these 130 were read page by page, others may be missing',
		],
	],
	[
		'a hint counts the rows that do not say what the filters of the node ask for',
		[read({ unsaid: 3, own: ['Created After', 'Parent'] }), read({ unsaid: 1, own: ['Parent'] })],
		['4 of the work items have no value for Created After or Parent and were kept'],
	],
])('%s', (_, statistics, hints) => {
	expect(listHints('work items', statistics)).toEqual(hints);
});
