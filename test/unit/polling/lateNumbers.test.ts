import { describe, expect, test } from '@jest/globals';

import {
	lowestAwaited,
	passedNumbers,
} from '../../../nodes/PlanePollingTrigger/changes/lateNumbers';
import type { KnownRow } from '../../../nodes/PlanePollingTrigger/changes/mark';

const MINUTE = 60_000;

/** The rows that have these numbers. */
const rowsOf = (...numbers: readonly number[]): Record<string, KnownRow> =>
	Object.fromEntries(numbers.map((number) => [`i${number}`, ['', number]]));

describe('numbers of work items that show up late (finding 22)', () => {
	test('are noted as long as lower ones may turn up', () => {
		const passed = [
			{ at: 0, number: 5 },
			{ at: MINUTE, number: 8 },
			{ at: 12 * MINUTE, number: 9 },
		];

		expect(passedNumbers({}, 5, 0)).toEqual(passed.slice(0, 1));
		expect(passedNumbers({ passed: passed.slice(0, 1) }, 8, MINUTE)).toEqual(passed.slice(0, 2));
		expect(passedNumbers({ passed: passed.slice(0, 2) }, 8, 2 * MINUTE)).toEqual(
			passed.slice(0, 2),
		);
		expect(passedNumbers({ passed }, 9, 13 * MINUTE)).toEqual(passed.slice(1));
	});

	test.each([
		['the first one that nobody has', rowsOf(10, 11, 14, 15), 10, MINUTE, 12],
		['none where all are there', rowsOf(10, 11, 12, 13, 14, 15), 10, MINUTE, Infinity],
		['none below the base', rowsOf(14, 15), 14, MINUTE, Infinity],
		['none that was passed long ago', rowsOf(10, 15), 10, 13 * MINUTE, Infinity],
	])('are waited for: %s', (_, rows, base, at, lowest) => {
		expect(lowestAwaited(rows, base, [{ at: 0, number: 15 }], at)).toBe(lowest);
	});

	test('are not waited for farther than idle polls can read', () => {
		expect(lowestAwaited(rowsOf(5_000), 1, [{ at: 0, number: 5_000 }], MINUTE)).toBe(4_000);
	});
});
