import { expect, test } from '@jest/globals';

import type { CompleteChanges } from '../../../nodes/PlanePollingTrigger/changes/readItemChanges';
import { toProcessedItem } from '../../../nodes/PlanePollingTrigger/changes/RowProcessor';
import { unprocessedItem } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import { reportedKeys } from './reportedKeys';

test('a processed work item remembers entries of lists that were not read, for when they are read again', () => {
	const changes: CompleteChanges = {
		kind: 'complete',
		events: [],
		entries: [{ list: 'comments', key: 'c2', writtenAt: 10, madeAt: undefined }],
		creationReported: true,
		cutoff: 5,
		pending: { keys: [], oldest: Infinity },
		assignedAtCreation: [],
	};
	const tracked = {
		...unprocessedItem(5),
		unwrittenAtStart: { after: 3, until: 4 },
		assignedAtCreation: ['u1'],
		reported: reportedKeys({ activities: ['a1'], comments: ['c1'] }),
	};

	const item = toProcessedItem(changes, {
		version: 'v2',
		order: 10,
		tracked,
		entryLists: ['comments'],
	});

	expect(item).toEqual({
		...unprocessedItem(5),
		version: 'v2',
		creationReported: true,
		unwrittenAtStart: { after: 3, until: 4 },
		assignedAtCreation: ['u1'],
		reported: reportedKeys({ activities: ['a1'], comments: ['c2'] }),
	});
});

test('a processed work item remembers old entries only of the list whose changes are postponed', () => {
	const postponedSince = 1_000_000;
	const now = 100_000_000;
	const changes: CompleteChanges = {
		kind: 'complete',
		events: [],
		entries: [
			{ list: 'activities', key: 'a1', writtenAt: postponedSince, madeAt: undefined },
			{ list: 'comments', key: 'c1', writtenAt: postponedSince, madeAt: undefined },
			{ list: 'comments', key: 'c2', writtenAt: now, madeAt: undefined },
		],
		creationReported: true,
		cutoff: now,
		pending: { keys: [], oldest: postponedSince },
		assignedAtCreation: [],
	};

	const item = toProcessedItem(changes, {
		version: 'v2',
		order: now,
		tracked: unprocessedItem(now),
		entryLists: ['activities', 'comments'],
	});

	expect(item).toMatchObject({
		cutoff: now,
		postponedSince,
		reported: { activities: ['a1'], comments: ['c2'] },
	});
});
