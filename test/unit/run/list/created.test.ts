import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { CreatedWish } from '../../../../nodes/Plane/run/call';
import { collectFrom, serverOf, type Behaviour } from './servers';

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

const kinds: readonly Behaviour['follows'][] = ['offset', 'cursor', 'nothing'];
const cases = Object.keys(orders).flatMap((order) =>
	kinds.flatMap((follows) =>
		(follows === 'nothing' ? [1000] : [20, 100, 1000]).flatMap((cap) =>
			[true, false].map((tells) => ({ order, follows, cap, tells })),
		),
	),
);

const RANGES: readonly CreatedWish[] = [
	{ after: at(0) },
	{ after: at(200) },
	{ after: at(1000) },
	{ before: at(130) },
	{ before: at(0) },
	{ after: at(40), before: at(260) },
	{ after: at(240), before: at(1000) },
];

describe('Created After and Created Before', () => {
	test.each(cases)(
		'give the rows within, $order, as Limit and Offset say: $follows, pages of $cap, total $tells',
		async ({ order, ...behaviour }) => {
			const rows = orders[order]?.(251) ?? [];
			for (const created of RANGES) {
				for (const [offset, limit] of [
					[0, undefined],
					[0, 7],
					[5, 60],
					[120, undefined],
					[30, 150],
				] as const) {
					const server = serverOf(() => rows, behaviour);
					const wish = { created, offset, ...(limit === undefined ? {} : { limit }) };
					const { after = -Infinity, before = Infinity } = created;
					const wanted = rows
						.filter(({ created_at: text }) => {
							const instant = Date.parse(typeof text === 'string' ? text : '');
							return instant >= after && instant < before;
						})
						.slice(offset, limit === undefined ? undefined : offset + limit);
					expect((await collectFrom(server, wish)).records).toEqual(wanted);
				}
			}
		},
	);

	test('are inclusive at the start and exclusive at the end', async () => {
		const server = serverOf(() => upTo(10).map(row), { follows: 'cursor', cap: 100, tells: true });
		const { records } = await collectFrom(server, { created: { after: at(3), before: at(5) } });
		expect(records).toEqual([row(3), row(4)]);
	});

	const stamps: [title: string, created_at: JsonObject[string]][] = [
		['with the fraction of a second that servers give', '2026-11-21T12:03:00.509050Z'],
		['in another zone', '2026-11-21T13:03:00+01:00'],
		['without a zone, which is UTC', '2026-11-21T12:03:00.5'],
		['in seconds', at(3) / 1000],
		['in milliseconds', at(3)],
	];
	test.each(stamps)('read a time %s', async (_, created_at) => {
		const rows = [{ id: 'one', created_at }];
		const collected = async (created: CreatedWish) =>
			(
				await collectFrom(
					serverOf(() => rows, { follows: 'cursor', cap: 100, tells: true }),
					{ created },
				)
			).records;
		expect(await collected({ after: at(3), before: at(4) })).toEqual(rows);
		expect(await collected({ before: at(3) })).toEqual([]);
		expect(await collected({ after: at(4) })).toEqual([]);
	});

	const unread: [title: string, fields: JsonObject][] = [
		['lacks it', {}],
		['has null', { created_at: null }],
		['has another text', { created_at: 'yesterday' }],
		['has a day that does not exist', { created_at: '2026-02-30' }],
		['has an object', { created_at: { at: 1 } }],
	];
	test.each(unread)('keep a row that %s, and count it', async (_, fields) => {
		const rows = [{ id: 'one', ...fields }, row(3)];
		const server = serverOf(() => rows, { follows: 'cursor', cap: 100, tells: true });
		const { records, account } = await collectFrom(server, { created: { after: at(4) } });
		expect(records).toEqual([rows[0]]);
		expect(account).toEqual({ seen: 2, ignored: [], leftOut: 0, undated: 1 });
	});
});

describe('no page is asked for that cannot matter', () => {
	const of10000 = (order: keyof typeof orders, follows: Behaviour['follows'] = 'cursor') => {
		const rows = orders[order]?.(10_000) ?? [];
		return serverOf(() => rows, { follows, cap: 1000, tells: true });
	};

	test.each(['cursor', 'offset'] as const)(
		'the last hour of 10,000 takes one request, the newest first (%s)',
		async (follows) => {
			const server = of10000('the newest first', follows);
			const { records } = await collectFrom(server, { created: { after: at(9940) } });
			expect(records).toHaveLength(60);
			expect(server.asked).toHaveLength(1);
		},
	);

	test('the last 250 minutes take three, the newest first', async () => {
		const server = of10000('the newest first');
		const { records } = await collectFrom(server, { created: { after: at(9750) } });
		expect(records).toHaveLength(250);
		expect(server.asked).toHaveLength(3);
	});

	test('the first hour takes one, the oldest first', async () => {
		const server = of10000('the oldest first');
		const { records } = await collectFrom(server, { created: { before: at(60) } });
		expect(records).toHaveLength(60);
		expect(server.asked).toHaveLength(1);
	});

	test.each([
		['the oldest first', { after: at(9940) }, 60],
		['the newest first', { before: at(60) }, 60],
		['in no order', { after: at(9940) }, 60],
		['in no order', { before: at(60) }, 60],
	] as const)('%s, %j takes all, side by side', async (order, created, count) => {
		const server = of10000(order);
		const { records } = await collectFrom(server, { created });
		expect(records).toHaveLength(count);
		expect(server.asked).toHaveLength(100);
		expect(server.atOnce()).toBe(8);
	});

	test('nor after a limit is reached', async () => {
		const server = of10000('the newest first');
		const { records } = await collectFrom(server, { created: { after: at(5000) }, limit: 150 });
		expect(records).toHaveLength(150);
		expect(server.asked).toHaveLength(2);
	});

	test('and rows of one moment have no order: the others are asked for', async () => {
		const rows = [...upTo(150).map((index) => ({ ...row(0), id: index })), row(9)];
		const server = serverOf(() => rows, { follows: 'cursor', cap: 100, tells: true });
		const { records } = await collectFrom(server, { created: { after: at(5) } });
		expect(records).toEqual([row(9)]);
	});

	test('and a few rows have an order by chance: the others are asked for', async () => {
		const rows = [9, 3, 8, 7, 1, 6].map(row);
		const server = serverOf(() => rows, { follows: 'offset', cap: 2, tells: true });
		const { records } = await collectFrom(server, { created: { after: at(5) } });
		expect(records).toEqual([9, 8, 7, 6].map(row));
	});

	test('and rows that come again, because others moved, do not hide the order', async () => {
		const rows = orders['the newest first']?.(1000) ?? [];
		const server = serverOf(
			(request) => (request === 0 ? rows : [row(1002), row(1001), row(1000), ...rows]),
			{
				...{ follows: 'cursor', cap: 100, tells: true },
			},
		);
		const { records } = await collectFrom(server, { created: { after: at(850) } });
		expect(records).toHaveLength(150);
		expect(server.asked).toHaveLength(2);
	});
});
