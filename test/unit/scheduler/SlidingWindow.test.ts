import { describe, expect, test } from '@jest/globals';

import { SlidingWindow } from '../../../nodes/shared/scheduler/SlidingWindow';

/** What a window has seen: a request that left so many slots, or a refusal. */
type Seen =
	| readonly ['taken', sent: number, answered: number, remaining: number]
	| readonly ['refused', now: number, wait: number, hadRoom?: boolean];

function having(seen: readonly Seen[]): SlidingWindow {
	const window = new SlidingWindow();

	for (const each of seen) {
		if (each[0] === 'taken') window.taken({ sent: each[1], answered: each[2] }, each[3]);
		else window.refused(each[1], each[2], each[3] ?? false);
	}

	return window;
}

/** Two slots, taken at 0 and at 100, which come back after ten seconds. */
const two: readonly Seen[] = [
	['taken', 0, 10, 1],
	['taken', 100, 110, 0],
	['refused', 1000, 9000],
];

describe('a slot comes back', () => {
	test.each<[what: string, seen: readonly Seen[], moment: number, back: number | undefined]>([
		['nobody knows when, before a refusal', [['taken', 0, 10, 0]], 10, undefined],
		['nobody knows when, before a response', [['refused', 0, 9000]], 10, undefined],
		['one window after it was taken', two, 5000, 10_010],
		['one window after it was taken, or just now', two, 10_009, 10_010],
		['in its turn, the second one after the first', two, 10_010, 10_110],
		[
			'as counted from the last ones alone, where more were taken than there are',
			[
				['taken', 0, 10, 1],
				['taken', 100, 150, 0],
				['taken', 200, 210, 0],
				['refused', 1000, 9000],
			],
			5000,
			10_050,
		],
		['not at all where all are back', two, 10_110, undefined],
		[
			'one window after it was taken, however many remained',
			[
				['taken', 0, 10, 4],
				['refused', 1000, 9000],
			],
			5000,
			10_010,
		],
		[
			'after the shortest time that refusals allow',
			[...two, ['refused', 2000, 6000], ['refused', 2000, 7000]],
			5000,
			8010,
		],
		[
			'when the server said, where that is sooner',
			[
				['taken', 0, 10, 0],
				['taken', 9000, 9010, 0],
				['refused', 9500, 9000],
			],
			9020,
			18_020,
		],
		[
			'soon, where somebody else took the room that there was',
			[
				['taken', 0, 10, 1],
				['refused', 1000, 9000, true],
			],
			5000,
			7000,
		],
		[
			'soon, where there are more than were known when it was full',
			[
				['taken', 0, 10, 0],
				['refused', 1000, 9000],
				['taken', 10_000, 10_010, 1],
			],
			10_010,
			12_010,
		],
		[
			'as known where there are no more than were known',
			[...two, ['taken', 10_010, 10_020, 1]],
			10_110,
			19_110,
		],
		[
			'as known where more were found before it was full',
			[
				['taken', 0, 10, 0],
				['taken', 20, 30, 2],
				['refused', 1000, 9000],
			],
			5000,
			10_010,
		],
	])('%s', (_, seen, moment, back) => {
		expect(having(seen).backAfter(moment)).toBe(back);
	});
});
