import { describe, expect, test } from '@jest/globals';

import { SlidingWindow } from '../../../nodes/shared/scheduler/SlidingWindow';

/** An accepted request or a refusal, which a window records. */
type WindowEvent =
	| readonly ['accepted', sentAt: number, answeredAt: number, remaining: number]
	| readonly ['refused', now: number, wait: number, hadCapacity?: boolean];

/** Creates a window that has recorded these requests. */
function createWindow(events: readonly WindowEvent[]): SlidingWindow {
	const window = new SlidingWindow();

	for (const entry of events) {
		if (entry[0] === 'accepted') {
			const [, sentAt, answeredAt, remaining] = entry;

			window.recordAccepted({ sentAt, answeredAt }, remaining);
		} else {
			const [, now, wait, hadCapacity = false] = entry;

			window.recordRefusal(now, wait, hadCapacity);
		}
	}

	return window;
}

/** Two slots, used at 0 and at 100, which are free again after ten seconds. */
const TWO_SLOTS: readonly WindowEvent[] = [
	['accepted', 0, 10, 1],
	['accepted', 100, 110, 0],
	['refused', 1000, 9000],
];

describe('SlidingWindow.nextSlotAfter', () => {
	test.each<
		[title: string, events: readonly WindowEvent[], time: number, next: number | undefined]
	>([
		['knows nothing before the first refusal', [['accepted', 0, 10, 0]], 10, undefined],
		['knows nothing before the first accepted request', [['refused', 0, 9000]], 10, undefined],
		['frees the first slot one window after it was used', TWO_SLOTS, 5000, 10_010],
		['returns the time of the first slot until it has passed', TWO_SLOTS, 10_009, 10_010],
		['frees the second slot after the first', TWO_SLOTS, 10_010, 10_110],
		[
			'forgets the oldest slot when more were used than the window has',
			[
				['accepted', 0, 10, 1],
				['accepted', 100, 150, 0],
				['accepted', 200, 210, 0],
				['refused', 1000, 9000],
			],
			5000,
			10_050,
		],
		['knows no next slot once all are free', TWO_SLOTS, 10_110, undefined],
		[
			'counts a window from the oldest slot even if more slots remained',
			[
				['accepted', 0, 10, 4],
				['refused', 1000, 9000],
			],
			5000,
			10_010,
		],
		[
			'uses the shortest window length that fits the refusals',
			[...TWO_SLOTS, ['refused', 2000, 6000], ['refused', 2000, 7000]],
			5000,
			8010,
		],
		[
			'waits no longer than the server asked to',
			[
				['accepted', 0, 10, 0],
				['accepted', 9000, 9010, 0],
				['refused', 9500, 9000],
			],
			9020,
			18_020,
		],
		[
			'probes soon if somebody else used the capacity that remained',
			[
				['accepted', 0, 10, 1],
				['refused', 1000, 9000, true],
			],
			5000,
			7000,
		],
		[
			'probes soon if the window turns out larger than it was when full',
			[
				['accepted', 0, 10, 0],
				['refused', 1000, 9000],
				['accepted', 10_000, 10_010, 1],
			],
			10_010,
			12_010,
		],
		[
			'does not probe early if the window is no larger than known',
			[...TWO_SLOTS, ['accepted', 10_010, 10_020, 1]],
			10_110,
			19_110,
		],
		[
			'does not probe early if more slots were found before the window was full',
			[
				['accepted', 0, 10, 0],
				['accepted', 20, 30, 2],
				['refused', 1000, 9000],
			],
			5000,
			10_010,
		],
	])('%s', (_, events, time, next) => {
		expect(createWindow(events).nextSlotAfter(time)).toBe(next);
	});
});
