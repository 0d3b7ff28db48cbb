import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { compareBy, mergeSorted } from '../../../nodes/shared/pagination/mergeSorted';

describe('mergeSorted', () => {
	const rows = fc.array(
		fc.record({ number: fc.nat(5), from: fc.constant(0) }).map(({ number }) => ({ number })),
	);
	const byNumber = compareBy('number');

	it('sorts lists that are sorted already, and keeps equal entries in the order of the lists', () => {
		fc.assert(
			fc.property(fc.array(rows), (lists) => {
				const sorted = lists.map((list, index) =>
					[...list].sort(byNumber).map((row, place) => ({ ...row, index, place })),
				);
				const merged = mergeSorted(sorted, byNumber);

				// Array.sort keeps equal entries in their order.
				expect(merged).toEqual(sorted.flat().sort(byNumber));
			}),
		);
	});

	it('keeps the own order of a list that is sorted otherwise, and loses no entry', () => {
		fc.assert(
			fc.property(fc.array(rows), (lists) => {
				const marked = lists.map((list, index) =>
					list.map((row, place) => ({ ...row, index, place })),
				);
				const merged = mergeSorted(marked, byNumber);

				for (const [index, list] of marked.entries()) {
					expect(merged.filter((entry) => entry.index === index)).toEqual(list);
				}

				expect(merged).toHaveLength(marked.flat().length);
			}),
		);
	});

	it('compares each entry about ten times, not a thousand times, to merge a thousand lists', () => {
		const lists = Array.from({ length: 1_000 }, (_, list) => [list, list + 1_000, list + 2_000]);
		let comparisons = 0;
		const merged = mergeSorted(lists, (left, right) => {
			comparisons++;

			return left - right;
		});

		expect(merged).toEqual(Array.from({ length: 3_000 }, (_, number) => number));
		// 2 ** 10 lists are merged two by two in 10 rounds, and each round compares an entry once or twice.
		expect(comparisons).toBeLessThan(2 * 10 * merged.length);
	});
});

describe('compareBy', () => {
	const sort = (orderBy: string, rows: readonly JsonObject[], orders = {}) =>
		rows.toSorted(compareBy(orderBy, orders));

	it('compares times in different time zones by the instant', () => {
		const rows = [
			{ created_at: '2026-01-05T13:30:00.000000+05:30' },
			{ created_at: '2026-01-05T07:59:00Z' },
			{ created_at: '2026-01-05T08:01:00Z' },
		];

		expect(sort('created_at', rows)).toEqual([rows[1], rows[0], rows[2]]);
		expect(sort('-created_at', rows)).toEqual([rows[2], rows[0], rows[1]]);
	});

	it('puts records without a value last, and first if descending, like the database of Plane', () => {
		const rows = [
			{ target_date: null },
			{ target_date: '2026-03-01' },
			{ target_date: '2026-01-01' },
		];

		expect(sort('target_date', rows)).toEqual([rows[2], rows[1], rows[0]]);
		expect(sort('-target_date', rows)).toEqual([rows[0], rows[1], rows[2]]);
	});

	it('compares values with an order of their own by that order', () => {
		const rows = [{ priority: 'low' }, { priority: 'urgent' }, { priority: 'high' }];

		expect(sort('priority', rows, { priority: ['urgent', 'high', 'low'] })).toEqual([
			rows[1],
			rows[2],
			rows[0],
		]);
	});
});
