import { expect, test } from '@jest/globals';

import { listHints } from '../../../nodes/Plane/present/hints/listHints';
import type { ListStatistics } from '../../../nodes/shared/pagination/RowCollector';

const createStatistics = (changes: Partial<ListStatistics> = {}): ListStatistics => ({
	received: 250,
	matching: 250,
	ignoredFilters: [],
	clientFilters: [],
	withoutValue: 0,
	...changes,
});

const ignoredState = createStatistics({ ignoredFilters: ['State'], matching: 70 });
const ignoredBoth = createStatistics({
	ignoredFilters: ['State', 'Assignee'],
	matching: 20,
	received: 50,
});
const filteredBy = (...clientFilters: string[]) => ({ matching: 0, clientFilters });

test.each<[title: string, statistics: ListStatistics[], hints: unknown[]]>([
	['there is no hint without a list', [], []],
	['there is no hint if nothing was left out', [createStatistics(), createStatistics()], []],
	[
		'there is no hint for filters that only the node applies',
		[createStatistics(filteredBy('Created After', 'Created Before'))],
		[],
	],
	[
		'a hint names an ignored filter and what the node did about it',
		[ignoredState],
		['This server does not filter by State, so the node did: 70 of 250 work items match State'],
	],
	[
		'several filters and input items share one hint with their sums',
		[ignoredState, ignoredBoth],
		[
			'This server does not filter by State or Assignee, so the node did: 90 of 300 work items match State and Assignee',
		],
	],
	[
		'a hint names the filters of the node itself if they left out rows as well',
		[createStatistics({ ignoredFilters: ['State'], ...filteredBy('Created After') })],
		[expect.stringMatching(/ 0 of \d+ work items match State and Created After$/)],
	],
	[
		'each list that may be incomplete has a hint with its figures',
		[
			createStatistics({ received: 251, possiblyIncomplete: { total: 252 } }),
			createStatistics(),
			createStatistics({ received: 130, possiblyIncomplete: {} }),
		],
		[
			'The list kept changing while it was read: 251 work items were received, but Plane counted 252. Some may be missing: read the list again. If this hint appears again, ask whoever runs the server to check it: it may not return its records in a stable order',
			'Plane does not say how many work items there are: if some were deleted or moved while these 130 were read page by page, others may be missing',
		],
	],
	[
		'a hint counts the rows that lack a value for the filters of the node',
		[
			createStatistics({ withoutValue: 3, clientFilters: ['Created After', 'Parent'] }),
			createStatistics({ withoutValue: 1, clientFilters: ['Parent'] }),
		],
		['4 of the work items have no value for Created After or Parent and were kept'],
	],
])('%s', (_, statistics, hints) => {
	expect(listHints('work items', statistics)).toEqual(hints);
});
