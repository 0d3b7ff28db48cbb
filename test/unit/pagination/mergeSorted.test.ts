import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { compareBy, mergeSorted } from '../../../nodes/shared/pagination/mergeSorted';

describe('mergeSorted', () => {
	const rows = fc.array(
		fc.record({ number: fc.nat(5), from: fc.constant(0) }).map(({ number }) => ({ number })),
	);
	const byNumber = compareBy('number');
	const asRequested = <Entry extends JsonObject>(order: string, records: readonly Entry[]) => ({
		order,
		records,
	});
	const readRecord = <Entry extends JsonObject>(record: Entry) => record;

	it('sorts lists that are sorted already, and keeps equal entries in the order of the lists', () => {
		fc.assert(
			fc.property(fc.array(rows), (lists) => {
				const sorted = lists.map((list, index) =>
					[...list].sort(byNumber).map((row, place) => ({ ...row, index, place })),
				);
				const merged = mergeSorted(
					sorted.map((list) => asRequested('number', list)),
					readRecord,
				);

				// Array.sort keeps equal entries in their order.
				expect(merged.records).toEqual(sorted.flat().sort(byNumber));
			}),
		);
	});

	it('keeps the own order of a list that is sorted otherwise, and loses no entry', () => {
		fc.assert(
			fc.property(fc.array(rows), (lists) => {
				const marked = lists.map((list, index) =>
					list.map((row, place) => ({ ...row, index, place })),
				);
				const merged = mergeSorted(
					marked.map((list) => asRequested('number', list)),
					readRecord,
				);

				for (const [index, list] of marked.entries()) {
					expect(merged.records.filter((entry) => entry.index === index)).toEqual(list);
				}

				expect(merged.records).toHaveLength(marked.flat().length);
			}),
		);
	});

	it('merges by the order in which the lists were requested', () => {
		const merged = mergeSorted(
			[
				asRequested('-number', [{ number: 5 }, { number: 1 }]),
				asRequested('-number', [{ number: 3 }]),
			],
			readRecord,
		);

		expect(merged).toEqual({
			order: '-number',
			records: [{ number: 5 }, { number: 3 }, { number: 1 }],
		});
	});

	it('sorts a list that was requested in another order than the first one', () => {
		const merged = mergeSorted(
			[
				asRequested('-number', [{ number: 5 }, { number: 1 }]),
				asRequested('number', [{ number: 2 }, { number: 3 }]),
			],
			readRecord,
		);

		expect(merged.records.map(({ number }) => number)).toEqual([5, 3, 2, 1]);
	});

	it('reads each entry about twenty times, not a thousand times, to merge a thousand lists', () => {
		const lists = Array.from({ length: 1_000 }, (_, list) =>
			asRequested('number', [{ number: list }, { number: list + 1_000 }, { number: list + 2_000 }]),
		);
		let readings = 0;
		const merged = mergeSorted(lists, (record) => {
			readings++;

			return record;
		});

		expect(merged.records.map(({ number }) => number)).toEqual(
			Array.from({ length: 3_000 }, (_, number) => number),
		);
		// 2 ** 10 lists are merged two by two in 10 rounds, and each round compares an entry once or twice with another.
		expect(readings).toBeLessThan(2 * 2 * 10 * merged.records.length);
	});
});

describe('compareBy', () => {
	const sort = (orderBy: string, rows: readonly JsonObject[]) => rows.toSorted(compareBy(orderBy));

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

	it('sorts priorities by how urgent they are, and not by their letters (row 28)', () => {
		const rows = [{ priority: 'low' }, { priority: 'urgent' }, { priority: 'high' }];

		expect(sort('priority', rows)).toEqual([rows[1], rows[2], rows[0]]);
	});
});
