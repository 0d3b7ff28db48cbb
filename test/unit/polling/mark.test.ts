import { describe, expect, test } from '@jest/globals';

import { advanced, type FeedMark, shortId } from '../../../nodes/shared/polling/mark';

test('a row is known by the first twelve digits of its ID', () => {
	expect(shortId({ id: '0c7da278-21b6-4225-9d30-000000000001' })).toBe('0c7da27821b6');
	expect(shortId({})).toBe('');
});

describe('the mark after a reading', () => {
	const mark: FeedMark = {
		...{ base: 100, start: 50, since: { comments: 7 } },
		rows: { a: ['v1', 89], b: ['v1', 91] },
	};
	const [rows, window] = [{ b: ['v2', 96], c: ['v1', 120] } as const, 20];
	const after = (reach: Parameters<typeof advanced>[2], settled: number, more = {}) =>
		advanced({ ...mark, ...more }, rows, reach, settled, window);
	const all = { a: ['v1', 89], ...rows };
	const noted = { start: 50, since: { comments: 7 } };

	test('to the end goes on from what has settled, and forgets what cannot turn up any more', () => {
		expect(after({ isComplete: true, reached: 130, above: 0 }, 115)).toEqual({
			...{ ...noted, base: 115 },
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

	test('to a part keeps its base, and says where the next one goes on', () => {
		expect(after({ isComplete: false, reached: 110, above: 30 }, 115)).toEqual({
			...{ ...noted, base: 100, reached: 110, above: 30 },
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
});
