import { describe, expect, test } from '@jest/globals';
import { jsonParse } from 'n8n-workflow';

import {
	decodeItem,
	encodeItem,
	loadState,
	saveState,
	type StaticData,
} from '../../../nodes/PlanePollingTrigger/changes/savedState';
import {
	type TrackedItem,
	type TriggerState,
	unprocessedItem,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import { forEntryLists } from '../../../nodes/PlanePollingTrigger/changes/watchedLists';
import { reportedKeys } from './reportedKeys';

const FULL_ITEM: TrackedItem = {
	version: '2026-11-23T08:00:00Z',
	cutoff: 7,
	postponedSince: 6,
	unwrittenAtStart: { after: 3, until: 4 },
	creationReported: true,
	assignedAtCreation: ['u1'],
	reported: forEntryLists((list) => [`${list}1`, `${list}2`]),
	recheckSince: 9,
	isUnread: true,
	failedReads: 2,
	unfinished: { order: 5, skippedPolls: 1, lists: {} },
};

const stateWithRevision = (revision: number): TriggerState => ({
	revision,
	projects: {},
	nextProjectIndex: 0,
	names: { cacheKey: '', projects: [], ids: {} },
	stalledPolls: {},
});

const ITEMS: readonly (readonly [string, TrackedItem])[] = [
	['an item with everything', FULL_ITEM],
	['an unprocessed item', unprocessedItem(7)],
	['an item with comments only', { ...FULL_ITEM, reported: reportedKeys({ comments: ['c'] }) }],
];

describe('the saved state of the polling trigger', () => {
	test.each(ITEMS)('survives being saved as JSON: %s', (_, item) => {
		const saved = JSON.stringify(encodeItem(item));

		expect(decodeItem(jsonParse(saved))).toEqual(item);
	});

	test('is short for items about which little is known', () => {
		expect(JSON.stringify(encodeItem(unprocessedItem(7)))).toBe('{"c":7}');
	});

	test('survives being saved as JSON as a whole', () => {
		const data: StaticData = {};
		const state: TriggerState = {
			...stateWithRevision(1),
			projects: {
				p1: {
					updatedWorkItems: {
						processedUpTo: 5,
						resumeAt: 6,
						newerRows: 7,
						items: { i1: FULL_ITEM },
						reportingSince: { comments: -1 },
						newest: { order: 8, firstRead: 9 },
					},
				},
			},
			stalledPolls: { p1: 2 },
		};

		saveState(data, undefined, state);

		expect(loadState(jsonParse<StaticData>(JSON.stringify(data)))).toEqual(state);
	});

	test('does not exist until a poll has saved one', () => {
		expect(loadState({})).toBeUndefined();
	});

	test('is replaced only if no other poll has saved one in the meantime', () => {
		const data: StaticData = {};

		expect(saveState(data, undefined, stateWithRevision(1))).toBe(true);
		expect(saveState(data, undefined, stateWithRevision(1))).toBe(false);
		expect(saveState(data, stateWithRevision(1), stateWithRevision(2))).toBe(true);
		expect(saveState(data, stateWithRevision(1), stateWithRevision(3))).toBe(false);
		expect(data.state?.revision).toBe(2);
	});
});
