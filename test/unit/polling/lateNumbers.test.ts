import { describe, expect, test } from '@jest/globals';

import {
	findLowestMissingNumber,
	recordNewestNumber,
} from '../../../nodes/PlanePollingTrigger/changes/lateNumbers';
import {
	type TrackedItems,
	unprocessedItem,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';

const MINUTE = 60_000;

const itemsWithNumbers = (...numbers: readonly number[]): TrackedItems =>
	Object.fromEntries(numbers.map((number) => [`i${number}`, unprocessedItem(number)]));

describe('the history of the newest number', () => {
	const history = [
		{ at: 0, number: 5 },
		{ at: MINUTE, number: 8 },
		{ at: 12 * MINUTE, number: 9 },
	];

	test('begins with the first number', () => {
		expect(recordNewestNumber([], 5, 0)).toEqual(history.slice(0, 1));
	});

	test('records a higher number', () => {
		expect(recordNewestNumber(history.slice(0, 1), 8, MINUTE)).toEqual(history.slice(0, 2));
	});

	test('stays as it is while the number is the same', () => {
		const before = history.slice(0, 2);

		expect(recordNewestNumber(before, 8, 2 * MINUTE)).toEqual(before);
	});

	test('forgets what is older than the last number below which none can appear any more', () => {
		expect(recordNewestNumber(history, 9, 13 * MINUTE)).toEqual(history.slice(1));
	});
});

describe('the lowest number that may still appear', () => {
	const recentNumbers = [{ at: 0, number: 15 }];

	test.each([
		['the first one that no work item has', itemsWithNumbers(10, 11, 14, 15), 10, MINUTE, 12],
		['none if all exist', itemsWithNumbers(10, 11, 12, 13, 14, 15), 10, MINUTE, Infinity],
		['none that was processed', itemsWithNumbers(14, 15), 14, MINUTE, Infinity],
		['none below a number from long ago', itemsWithNumbers(10, 15), 10, 13 * MINUTE, Infinity],
	])('is %s', (_, items, processedUpTo, now, lowest) => {
		expect(findLowestMissingNumber({ items, processedUpTo, recentNumbers, now })).toBe(lowest);
	});

	test('is not further back than idle polls can read', () => {
		const lowest = findLowestMissingNumber({
			items: itemsWithNumbers(5_000),
			processedUpTo: 1,
			recentNumbers: [{ at: 0, number: 5_000 }],
			now: MINUTE,
		});

		expect(lowest).toBe(4_000);
	});
});
