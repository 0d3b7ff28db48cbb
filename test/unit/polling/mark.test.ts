import { describe, expect, test } from '@jest/globals';

import {
	advanced,
	type FeedMark,
	type Reading,
	shortId,
	withBaseAtReached,
} from '../../../nodes/PlanePollingTrigger/changes/mark';

test('a row is known by the last twelve digits of its ID, which differ in a bulk of UUIDs of version 7, too (finding 30)', () => {
	expect(shortId({ id: '0c7da278-21b6-4225-9d30-00000000000a' })).toBe('00000000000a');
	expect(shortId({})).toBe('');
	const bulk = ['01935f1e-8a2b-7c11-8e2f-6b1f0a9d3c42', '01935f1e-8a2b-7c11-8e2f-6b1f0a9d3c43'];

	expect(new Set(bulk.map((id) => shortId({ id }))).size).toBe(2);
});

describe('the mark after a reading', () => {
	const newest = { order: 130, at: 1 };
	const mark: FeedMark = {
		base: 100,
		newest,
		since: { comments: 7 },
		rows: { a: ['v1', 89], b: ['v1', 91] },
	};
	const rows = { b: ['v2', 96], c: ['v1', 120] } as const;
	const after = (reach: Reading['reach'], settled: number, more = {}, reading = {}) =>
		advanced(
			{ ...mark, ...more },
			{ reach, rows, unfinished: {}, waiting: Infinity, settled, window: 20, ...reading },
		);
	const all = { a: ['v1', 89], ...rows };
	const noted = { newest, since: { comments: 7 } };

	test('to the end continues from what has settled, and forgets what cannot turn up any more', () => {
		expect(after({ isComplete: true, reached: 130, above: 0 }, 115)).toEqual({
			...noted,
			base: 115,
			rows: { b: ['v2', 96], c: ['v1', 120] },
		});
		// A row that has 96 may just turn up again.
		expect(Object.keys(after({ isComplete: true }, 116).rows)).toEqual(['b', 'c']);
		expect(Object.keys(after({ isComplete: true }, 117).rows)).toEqual(['c']);
	});

	test('never goes back', () => {
		expect(after({ isComplete: true }, 90)).toEqual({ ...noted, base: 100, rows: all });
		expect(after({ isComplete: false, reached: 110 }, 120, { reached: 115 }).reached).toBe(115);
	});

	test('to a part keeps its base, and says where the next one continues', () => {
		expect(after({ isComplete: false, reached: 110, above: 30 }, 115)).toEqual({
			...noted,
			base: 100,
			reached: 110,
			above: 30,
			rows: all,
		});
		expect(after({ isComplete: false, reached: 118 }, 115).reached).toBe(115);
	});

	test('that read nothing stays where it was', () => {
		expect(after({ isComplete: false }, 115)).toEqual({
			...noted,
			base: 100,
			reached: 100,
			rows: all,
		});
		const before = { reached: 108, above: 12 };

		expect(after({ isComplete: false }, 115, before)).toMatchObject(before);
		expect(after({ isComplete: false, above: 0 }, 115, before).above).toBe(0);
		expect(after({ isComplete: true }, 115, before)).not.toHaveProperty('above');
		expect(after({ isComplete: true }, 115, before)).not.toHaveProperty('reached');
	});

	test('does not pass a row that has to be read again', () => {
		const unfinished = { a: { order: 105, waits: 1, isBorn: false, lists: {} } };
		const again = { unfinished, waiting: 105 };

		expect(after({ isComplete: true }, 115, {}, again)).toMatchObject({
			base: 105,
			unfinished,
			rows: { a: ['v1', 89] },
		});
		expect(after({ isComplete: false, reached: 110 }, 115, {}, again).reached).toBe(105);
		expect(after({ isComplete: true }, 115, { unfinished })).not.toHaveProperty('unfinished');
	});
});

describe('the mark of a trigger that is behind (finding 20)', () => {
	const mark: FeedMark = {
		base: 100,
		reached: 200,
		newest: { order: 300, at: 1 },
		rows: { done: ['v1', 150], late: ['v1', 185], again: ['v1', 120] },
	};

	test('forgets what has been read, once all that has not is known', () => {
		expect(withBaseAtReached(mark, ['again', 'new'], 20)).toEqual({
			...mark,
			base: 200,
			// What happened to those since the old base has not been reported.
			rows: { late: ['v1', 185], again: ['v1', 120], new: ['', 100] },
		});
	});

	test('stays as it is where nothing has been read', () => {
		expect(withBaseAtReached({ ...mark, reached: 100 }, ['new'], 20)).toEqual({
			...mark,
			reached: 100,
		});
	});
});
