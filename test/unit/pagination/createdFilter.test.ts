import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { readFirstText } from '../../../nodes/shared/values/readFirstText';
import {
	type Behavior,
	BEHAVIORS,
	collectList,
	createListServer,
	type ListServer,
	type TimeRange,
	readRecords,
	sliceRows,
	createTimeFilters,
} from './listServer';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;

/** UNIX milliseconds of a minute after noon. */
const at = (minute: number) => NOON + minute * MINUTE;

/** The row that was created in this minute after noon. */
const rowAt = (minute: number): JsonObject => ({
	id: `row-${String(minute)}`,
	created_at: new Date(at(minute)).toISOString(),
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Rows in different orders, one created each minute. */
const ROWS_BY_ORDER: Record<string, (count: number) => JsonObject[]> = {
	'newest first': (count) => range(count).reverse().map(rowAt),
	'oldest first': (count) => range(count).map(rowAt),
	// Each number once, far from its neighbors.
	unsorted: (count) => range(count).map((index) => rowAt((index * 6181 + 31) % count)),
};

const cases = Object.keys(ROWS_BY_ORDER).flatMap((order) =>
	BEHAVIORS.map((behavior) => ({ order, ...behavior })),
);

const RANGES: readonly TimeRange[] = [
	{ after: at(0) },
	{ after: at(200) },
	{ after: at(1000) },
	{ before: at(130) },
	{ before: at(0) },
	{ after: at(40), before: at(260) },
	{ after: at(240), before: at(1000) },
];
const LIMITS_AND_OFFSETS = [
	{},
	{ limit: 7 },
	{ offset: 5, limit: 60 },
	{ offset: 120 },
	{ offset: 30, limit: 150 },
];

const byCursor: Behavior = { paging: 'cursor', maxPageSize: 100, reportsTotal: true };

describe('the filters Created After and Created Before', () => {
	test.each(cases)(
		'return the rows in the range that Limit and Offset request: rows $order, paging $paging, pages of $maxPageSize, total $reportsTotal',
		async ({ order, ...behavior }) => {
			const rows = ROWS_BY_ORDER[order]?.(251) ?? [];

			for (const timeRange of RANGES) {
				const { after = -Infinity, before = Infinity } = timeRange;
				const clientFilters = createTimeFilters(timeRange);
				const rowsInRange = rows.filter((row) => {
					const created = Date.parse(readFirstText(row, 'created_at'));

					return created >= after && created < before;
				});

				for (const limitAndOffset of LIMITS_AND_OFFSETS) {
					const records = await readRecords(createListServer(rows, behavior), {
						clientFilters,
						...limitAndOffset,
					});

					expect(records).toEqual(sliceRows(rowsInRange, limitAndOffset));
				}
			}
		},
	);

	test.each<[title: string, created_at: JsonObject[string]]>([
		['with the fraction of a second that servers return', '2026-11-21T12:03:00.509050Z'],
		['in another time zone', '2026-11-21T13:03:00+01:00'],
		['without a time zone, as UTC,', '2026-11-21T12:03:00.5'],
		['in seconds', at(3) / 1000],
		['in milliseconds', at(3)],
	])('read a timestamp %s', async (_, created_at) => {
		const rows = [{ id: 'one', created_at }];
		const read = async (timeRange: TimeRange) =>
			await readRecords(createListServer(rows, byCursor), {
				clientFilters: createTimeFilters(timeRange),
			});

		expect(await read({ after: at(3), before: at(4) })).toEqual(rows);
		expect(await read({ before: at(3) })).toEqual([]);
		expect(await read({ after: at(4) })).toEqual([]);
	});

	test.each<[title: string, fields: JsonObject]>([
		['lacks the field', {}],
		['has a text that is no date', { created_at: 'yesterday' }],
		['has a nonexistent day', { created_at: '2026-02-30' }],
		['has an object in the field', { created_at: { at: 1 } }],
	])('keep and count a row that %s', async (_, fields) => {
		const rows = [{ id: 'one', ...fields }, rowAt(3)];
		const server = createListServer(rows, byCursor);
		const { records, statistics } = await collectList(server, {
			clientFilters: createTimeFilters({ after: at(4) }),
		});

		expect(records).toEqual([rows[0]]);
		expect(statistics).toMatchObject({
			received: 2,
			matching: 1,
			ignoredFilters: [],
			withoutValue: 1,
		});
	});
});

describe('a list whose newest records are requested', () => {
	const orders = Object.keys(ROWS_BY_ORDER);

	/** A server with 10,000 rows in this order. */
	const createLargeServer = (order: string, changes: Partial<Behavior> = {}) =>
		createListServer(ROWS_BY_ORDER[order]?.(10_000) ?? [], {
			...byCursor,
			maxPageSize: 1000,
			...changes,
		});
	const since = (minute: number) => ({
		clientFilters: createTimeFilters({ after: at(minute) }),
		isOrdered: true,
	});
	const requestedOrders = ({ requests }: ListServer) => requests.map((page) => page.order_by);

	test.each(orders)(
		'is requested newest first, so that one page is enough (rows %s)',
		async (order) => {
			const server = createLargeServer(order, { sorts: true });
			const { records, statistics } = await collectList(server, since(9940));

			expect(records).toEqual(range(60).map((index) => rowAt(9999 - index)));
			expect(requestedOrders(server)).toEqual(['-created_at']);
			expect(statistics.possiblyIncomplete).toBeUndefined();
		},
	);

	test.each<[title: string, since: number, offsets: number[]]>([
		['its first page', 9850, [0, 100, 0]],
		['each page but the last one', 9750, [0, 100, 200, 0, 100]],
	])(
		'ends with the first page that is too old, and %s is checked for changes once more',
		async (_, minute, offsets) => {
			const server = createLargeServer('oldest first', { sorts: true });

			expect(await readRecords(server, since(minute))).toHaveLength(10_000 - minute);
			expect(server.requests.map(({ offset }) => offset)).toEqual(offsets);
		},
	);

	test.each([
		['newest first', 1],
		['oldest first', 100],
		['unsorted', 100],
	])(
		'is read to its end if the server ignores the order, unless the rows are sorted anyway (rows %s)',
		async (order, requests) => {
			const server = createLargeServer(order);

			expect(await readRecords(server, since(9940))).toHaveLength(60);
			expect(server.requests).toHaveLength(requests);
		},
	);

	test.each(orders)('is read to its end if no order can be requested (rows %s)', async (order) => {
		for (const paging of ['offset', 'cursor'] as const) {
			const server = createLargeServer(order, { paging });

			expect(await readRecords(server, { clientFilters: since(9940).clientFilters })).toHaveLength(
				60,
			);
			expect(requestedOrders(server)).toStrictEqual(range(100).map(() => undefined));
			expect(server.maxInFlight()).toBe(8);
		}
	});

	test('is requested in the order of the last changes if those are filtered, and takes one request', async () => {
		const rows = range(10_000).map((minute) => {
			const { created_at = '', ...rest } = rowAt(minute);

			return { ...rest, created_at: new Date(NOON).toISOString(), updated_at: created_at };
		});
		const server = createListServer(rows, { ...byCursor, maxPageSize: 1000, sorts: true });
		const clientFilters = [
			...createTimeFilters({ after: at(-1) }),
			...createTimeFilters({ after: at(9950) }, 'updated_at'),
		];
		const { records, statistics } = await collectList(server, {
			clientFilters,
			isOrdered: true,
		});

		expect(records.map(({ id }) => id)).toEqual(range(50).map((index) => rowAt(9999 - index).id));
		expect(requestedOrders(server)).toEqual(['-updated_at']);
		expect(statistics.possiblyIncomplete).toBeUndefined();
	});

	test('has the order of the last changes after a second reading, too, which is in that of the creation', async () => {
		// The later a row was created, the earlier it was changed.
		const toRow = (minute: number) => {
			const { id = minute, created_at: updated = '' } = rowAt(minute);
			const { created_at: created = '' } = rowAt(5_000 - minute);

			return { id, created_at: created, updated_at: updated };
		};

		const rows = range(300).map(toRow);
		// Two new rows after the first page: the reading cannot prove that it is complete.
		const server = createListServer(
			(request) => (request < 1 ? rows : [toRow(-2), toRow(-1), ...rows]),
			{ ...byCursor, sorts: true },
		);
		const { records } = await collectList(server, {
			clientFilters: createTimeFilters({ after: at(50) }, 'updated_at'),
			isOrdered: true,
			offset: 10,
		});

		expect(requestedOrders(server)[0]).toBe('-updated_at');
		expect(requestedOrders(server).at(-1)).toBeUndefined();
		expect(records.map(({ id }) => id)).toEqual(range(240).map((index) => toRow(289 - index).id));
	});

	test("keeps the user's own order", async () => {
		const server = createLargeServer('oldest first', { sorts: true });
		const search = { order_by: 'name' };

		expect(await readRecords(server, { ...since(9990), queryParameters: search })).toHaveLength(10);
		expect(new Set(requestedOrders(server))).toEqual(new Set([undefined]));
	});

	test('is read to its end if only old records are requested', async () => {
		const server = createLargeServer('newest first', { sorts: true });
		const query = { ...since(0), clientFilters: createTimeFilters({ before: at(60) }) };

		expect(await readRecords(server, query)).toHaveLength(60);
		expect(requestedOrders(server)).toStrictEqual(range(100).map(() => undefined));
	});

	test('ends when a limit is reached', async () => {
		const server = createLargeServer('newest first', { sorts: true });

		expect(await readRecords(server, { ...since(5000), limit: 150 })).toHaveLength(150);
		expect(server.requests).toHaveLength(2);
	});

	test('is not taken for sorted because of equal timestamps, or of a few rows in order by chance', async () => {
		const sameMinute = [...range(150).map((index) => ({ ...rowAt(0), id: index })), rowAt(9)];

		expect(await readRecords(createListServer(sameMinute, byCursor), since(5))).toEqual([rowAt(9)]);
		const fewRows = createListServer([9, 3, 8, 7, 1, 6].map(rowAt), {
			...byCursor,
			maxPageSize: 2,
		});

		expect(await readRecords(fewRows, since(5))).toEqual([9, 8, 7, 6].map(rowAt));
	});

	test('is complete although new rows move others so that they come again', async () => {
		const rows = ROWS_BY_ORDER['newest first']?.(1000) ?? [];
		const server = createListServer(
			(request) => (request < 1 ? rows : [rowAt(1002), rowAt(1001), rowAt(1000), ...rows]),
			{ ...byCursor, sorts: true },
		);
		const { records, statistics } = await collectList(server, since(850));

		expect(records.map(({ id }) => id)).toEqual(
			expect.arrayContaining(range(150).map((index) => rowAt(850 + index).id)),
		);
		expect(statistics.possiblyIncomplete).toBeUndefined();
	});
});
