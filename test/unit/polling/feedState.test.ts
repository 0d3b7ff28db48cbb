import { describe, expect, test } from '@jest/globals';

import {
	type FeedRead,
	findReportStartTimes,
	forgetRowsAlreadyRead,
	nextFeedState,
} from '../../../nodes/PlanePollingTrigger/changes/feedState';
import {
	type FeedState,
	type TrackedItem,
	unprocessedItem,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';

const itemWith = (version: string, cutoff: number): TrackedItem => ({
	...unprocessedItem(cutoff),
	version,
});

const DEFINITION = { lateArrival: 20 };

describe('the state of a feed after a read', () => {
	const unchanged = { newest: { order: 130, firstRead: 1 }, reportingSince: { comments: 7 } };
	const before: FeedState = {
		...unchanged,
		processedUpTo: 100,
		items: { a: itemWith('v1', 89), b: itemWith('v1', 91) },
	};
	const items = { a: itemWith('v1', 89), b: itemWith('v2', 96), c: itemWith('v1', 120) };
	const completeRead: FeedRead = {
		isComplete: true,
		position: { order: 130, newerRows: 0 },
		items,
		oldestUnfinished: Infinity,
		stableBefore: 115,
		isShortcut: false,
		pageSize: 100,
		now: 7,
	};
	const interruptedRead: FeedRead = { ...completeRead, isComplete: false, position: {} };

	test('advances to the stable order if the read was completeRead, and forgets rows that cannot appear again', () => {
		expect(nextFeedState(before, completeRead, DEFINITION)).toEqual({
			...unchanged,
			processedUpTo: 115,
			items: { b: items.b, c: items.c },
		});
	});

	test.each([
		[116, ['b', 'c']],
		[117, ['c']],
	])('keeps rows that may still appear again: stable before %i', (stableBefore, ids) => {
		const after = nextFeedState(before, { ...completeRead, stableBefore }, DEFINITION);

		expect(Object.keys(after.items)).toEqual(ids);
	});

	test('never moves back after a completeRead read', () => {
		expect(nextFeedState(before, { ...completeRead, stableBefore: 90 }, DEFINITION)).toEqual({
			...unchanged,
			processedUpTo: 100,
			items,
		});
	});

	test('never moves back after an interruptedRead read', () => {
		const read = { ...interruptedRead, position: { order: 110 }, stableBefore: 120 };

		const after = nextFeedState({ ...before, resumeAt: 115 }, read, DEFINITION);

		expect(after.resumeAt).toBe(115);
	});

	test('says where the next poll resumes if the read was interrupted', () => {
		const read = { ...interruptedRead, position: { order: 110, newerRows: 30 } };

		expect(nextFeedState(before, read, DEFINITION)).toEqual({
			...unchanged,
			processedUpTo: 100,
			resumeAt: 110,
			newerRows: 30,
			items,
		});
	});

	test('resumes at the stable order at the latest', () => {
		const read = { ...interruptedRead, position: { order: 118 } };

		expect(nextFeedState(before, read, DEFINITION).resumeAt).toBe(115);
	});

	test('stays where it was if nothing was read', () => {
		expect(nextFeedState(before, interruptedRead, DEFINITION)).toEqual({
			...unchanged,
			processedUpTo: 100,
			resumeAt: 100,
			items,
		});
	});

	test('keeps its resume point if nothing was read', () => {
		const resumed = { ...before, resumeAt: 108, newerRows: 12 };
		const atTop = { ...interruptedRead, position: { newerRows: 0 } };

		expect(nextFeedState(resumed, interruptedRead, DEFINITION)).toMatchObject({
			resumeAt: 108,
			newerRows: 12,
		});
		expect(nextFeedState(resumed, atTop, DEFINITION).newerRows).toBe(0);
	});

	test('has no resume point after a completeRead read', () => {
		const after = nextFeedState(
			{ ...before, resumeAt: 108, newerRows: 12 },
			completeRead,
			DEFINITION,
		);

		expect(after).not.toHaveProperty('resumeAt');
		expect(after).not.toHaveProperty('newerRows');
	});

	test('does not advance past an unfinished row', () => {
		const unfinished = { order: 105, skippedPolls: 1, lists: {} };
		const read = {
			items: { ...items, a: { ...items.a, unfinished } },
			oldestUnfinished: 105,
		};

		const afterComplete = nextFeedState(before, { ...completeRead, ...read }, DEFINITION);
		const afterInterrupted = nextFeedState(
			before,
			{ ...interruptedRead, ...read, position: { order: 110 } },
			DEFINITION,
		);

		expect(afterComplete.processedUpTo).toBe(105);
		expect(afterComplete.items.a).toEqual({ ...items.a, unfinished });
		expect(afterInterrupted.resumeAt).toBe(105);
	});
});

describe('the state of a feed that is always behind', () => {
	const state: FeedState = {
		processedUpTo: 100,
		resumeAt: 200,
		newest: { order: 300, firstRead: 1 },
		items: {
			done: itemWith('v1', 150),
			late: itemWith('v1', 185),
			unread: itemWith('v1', 120),
			unfinished: {
				...itemWith('v1', 110),
				unfinished: { order: 110, skippedPolls: 0, lists: {} },
			},
		},
	};

	test('forgets rows that were read, once all unread rows are known', () => {
		const { late, unread, unfinished } = state.items;

		expect(forgetRowsAlreadyRead(state, new Set(['unread', 'new']), DEFINITION)).toEqual({
			...state,
			processedUpTo: 200,
			// Changes of the new one since the old starting point have not been reported.
			items: { late, unread, unfinished, new: unprocessedItem(100) },
		});
	});

	test.each([
		['no row has been read', { ...state, resumeAt: 100 }, new Set(['new'])],
		['not all unread rows are known', state, undefined],
	])('stays as it is if %s', (_, before, unread) => {
		expect(forgetRowsAlreadyRead(before, unread, DEFINITION)).toBe(before);
	});
});

describe('the time since when entries are reported', () => {
	test.each([
		['is unlimited when the trigger is started', undefined, ['comments'], { comments: -1 }],
		[
			'stays as it was for a list that was read before',
			{ comments: 5, activities: 6 },
			['comments'],
			{ comments: 5 },
		],
		[
			'is now for a list that was added',
			{ comments: 5 },
			['activities', 'comments'],
			{ activities: 9, comments: 5 },
		],
		['is empty if nothing is read', {}, [], {}],
	] as const)('%s', (_, before, entryLists, times) => {
		expect(findReportStartTimes(before, { entryLists }, 9)).toEqual(times);
	});
});
