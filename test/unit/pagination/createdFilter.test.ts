import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { firstText } from '../../../nodes/shared/rows/firstText';
import {
	collectFrom,
	recordsFrom,
	serverOf,
	SERVERS,
	testsOf,
	wantedOf,
	type Behaviour,
	type Range,
	type Server,
} from './servers';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;

/** The minute in which the row with this place in time was created; 0 is the oldest. */
const at = (minute: number) => NOON + minute * MINUTE;
const row = (minute: number): JsonObject => ({
	id: `row-${String(minute)}`,
	created_at: new Date(at(minute)).toISOString(),
});

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);
/** `n` rows, one created each minute. */
const orders: Record<string, (n: number) => JsonObject[]> = {
	'the newest first': (n) => upTo(n).reverse().map(row),
	'the oldest first': (n) => upTo(n).map(row),
	// Each number once, far from its neighbours.
	'in no order': (n) => upTo(n).map((index) => row((index * 6181 + 31) % n)),
};

const cases = Object.keys(orders).flatMap((order) =>
	SERVERS.map((behaviour) => ({ order, ...behaviour })),
);

const RANGES: readonly Range[] = [
	{ after: at(0) },
	{ after: at(200) },
	{ after: at(1000) },
	{ before: at(130) },
	{ before: at(0) },
	{ after: at(40), before: at(260) },
	{ after: at(240), before: at(1000) },
];
const SPANS = [
	{},
	{ limit: 7 },
	{ offset: 5, limit: 60 },
	{ offset: 120 },
	{ offset: 30, limit: 150 },
];

const byCursor: Behaviour = { follows: 'cursor', cap: 100, tells: true };

describe('Created After and Created Before', () => {
	test.each(cases)(
		'give the rows within, $order, as Limit and Offset say: $follows, pages of $cap, total $tells',
		async ({ order, ...behaviour }) => {
			const rows = orders[order]?.(251) ?? [];

			for (const range of RANGES) {
				const { after = -Infinity, before = Infinity } = range;
				const tests = testsOf(range);
				const within = rows.filter((each) => {
					const instant = Date.parse(firstText(each, 'created_at'));

					return instant >= after && instant < before;
				});

				for (const span of SPANS) {
					const records = await recordsFrom(serverOf(rows, behaviour), {
						clientFilters: tests,
						...span,
					});

					expect(records).toEqual(wantedOf(within, span));
				}
			}
		},
	);

	test.each<[title: string, created_at: JsonObject[string]]>([
		['with the fraction of a second that servers give', '2026-11-21T12:03:00.509050Z'],
		['in another zone', '2026-11-21T13:03:00+01:00'],
		['without a zone, which is UTC', '2026-11-21T12:03:00.5'],
		['in seconds', at(3) / 1000],
		['in milliseconds', at(3)],
	])('read a time %s', async (_, created_at) => {
		const rows = [{ id: 'one', created_at }];
		const collected = async (range: Range) =>
			await recordsFrom(serverOf(rows, byCursor), { clientFilters: testsOf(range) });

		expect(await collected({ after: at(3), before: at(4) })).toEqual(rows);
		expect(await collected({ before: at(3) })).toEqual([]);
		expect(await collected({ after: at(4) })).toEqual([]);
	});

	test.each<[title: string, fields: JsonObject]>([
		['lacks it', {}],
		['has another text', { created_at: 'yesterday' }],
		['has a day that does not exist', { created_at: '2026-02-30' }],
		['has an object', { created_at: { at: 1 } }],
	])('keep a row that %s, and count it', async (_, fields) => {
		const rows = [{ id: 'one', ...fields }, row(3)];
		const server = serverOf(rows, byCursor);
		const { records, statistics } = await collectFrom(server, {
			clientFilters: testsOf({ after: at(4) }),
		});

		expect(records).toEqual([rows[0]]);
		expect(statistics).toMatchObject({ seen: 2, fitting: 1, ignored: [], unsaid: 1 });
	});
});

describe('a list of which the newest records are wanted', () => {
	const names = Object.keys(orders);

	const of10000 = (order: string, more: Partial<Behaviour> = {}) =>
		serverOf(orders[order]?.(10_000) ?? [], { ...byCursor, cap: 1000, ...more });
	const since = (minute: number) => ({
		clientFilters: testsOf({ after: at(minute) }),
		isOrdered: true,
	});
	const ordersOf = ({ asked }: Server) => asked.map((page) => page.order_by);

	test.each(names)('is asked for in that order, and one page of it will do (%s)', async (order) => {
		const server = of10000(order, { sorts: true });
		const { records, statistics } = await collectFrom(server, since(9940));

		expect(records).toEqual(upTo(60).map((index) => row(9999 - index)));
		expect(ordersOf(server)).toEqual(['-created_at']);
		expect(statistics.doubt).toBeUndefined();
	});

	test('ends with the first page that is too old, and looks once more whether anything has changed', async () => {
		const server = of10000('the oldest first', { sorts: true });

		expect(await recordsFrom(server, since(9750))).toHaveLength(250);
		expect(server.asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 0]);
	});

	test.each([
		['the newest first', 1],
		['the oldest first', 100],
		['in no order', 100],
	])(
		'is read whole where the server ignores the order, unless the rows show it (%s)',
		async (order, requests) => {
			const server = of10000(order);

			expect(await recordsFrom(server, since(9940))).toHaveLength(60);
			expect(server.asked).toHaveLength(requests);
		},
	);

	test.each(names)(
		'is read whole where nobody knows how to ask for an order (%s)',
		async (order) => {
			for (const server of [of10000(order, { follows: 'offset' }), of10000(order)]) {
				expect(
					await recordsFrom(server, { clientFilters: since(9940).clientFilters }),
				).toHaveLength(60);
				expect(ordersOf(server)).toStrictEqual(upTo(100).map(() => undefined));
				expect(server.concurrency()).toBe(8);
			}
		},
	);

	test('is asked for in the order of the last changes where those are wanted, and ends in one request', async () => {
		const rows = upTo(10_000).map((minute) => {
			const { created_at = '', ...rest } = row(minute);

			return { ...rest, created_at: new Date(NOON).toISOString(), updated_at: created_at };
		});
		const server = serverOf(rows, { ...byCursor, cap: 1000, sorts: true });
		const tests = [...testsOf({ after: at(-1) }), ...testsOf({ after: at(9950) }, 'updated_at')];
		const { records, statistics } = await collectFrom(server, {
			clientFilters: tests,
			isOrdered: true,
		});

		expect(records.map(({ id }) => id)).toEqual(upTo(50).map((index) => row(9999 - index).id));
		expect(ordersOf(server)).toEqual(['-updated_at']);
		expect(statistics.doubt).toBeUndefined();
	});

	test('keeps the order that the user wants', async () => {
		const server = of10000('the oldest first', { sorts: true });
		const search = { order_by: 'name' };

		expect(await recordsFrom(server, { ...since(9990), search })).toHaveLength(10);
		expect(new Set(ordersOf(server))).toEqual(new Set([undefined]));
	});

	test('is read whole where only old ones are wanted', async () => {
		const server = of10000('the newest first', { sorts: true });
		const query = { ...since(0), clientFilters: testsOf({ before: at(60) }) };

		expect(await recordsFrom(server, query)).toHaveLength(60);
		expect(ordersOf(server)).toStrictEqual(upTo(100).map(() => undefined));
	});

	test('ends where a limit is reached', async () => {
		const server = of10000('the newest first', { sorts: true });

		expect(await recordsFrom(server, { ...since(5000), limit: 150 })).toHaveLength(150);
		expect(server.asked).toHaveLength(2);
	});

	test('does not end where rows of one moment have no order, or a few rows have one by chance', async () => {
		const same = [...upTo(150).map((index) => ({ ...row(0), id: index })), row(9)];

		expect(await recordsFrom(serverOf(same, byCursor), since(5))).toEqual([row(9)]);
		const few = serverOf([9, 3, 8, 7, 1, 6].map(row), { ...byCursor, cap: 2 });

		expect(await recordsFrom(few, since(5))).toEqual([9, 8, 7, 6].map(row));
	});

	test('is not hidden by rows that come again, because new ones have moved them', async () => {
		const rows = orders['the newest first']?.(1000) ?? [];
		const server = serverOf(
			(request) => (request < 1 ? rows : [row(1002), row(1001), row(1000), ...rows]),
			{ ...byCursor, sorts: true },
		);
		const { records, statistics } = await collectFrom(server, since(850));

		expect(records.map(({ id }) => id)).toEqual(
			expect.arrayContaining(upTo(150).map((index) => row(850 + index).id)),
		);
		expect(statistics.doubt).toBeUndefined();
	});
});
