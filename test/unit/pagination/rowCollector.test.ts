import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../../../nodes/shared/model/call';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { identity, RowCollector } from '../../../nodes/shared/pagination/RowCollector';
import { meets, NewestFirst, passes, sinceIn } from '../../../nodes/shared/pagination/rowFilter';

const page = (...records: readonly JsonObject[]): ListPage => ({
	records,
	total: undefined,
	more: undefined,
	cursor: undefined,
	looked: undefined,
});

/** What has come of a list of which the rows in the state `done` are wanted. */
function collected(pages: readonly ListPage[], query: Partial<ListQuery> = {}): RowCollector {
	const done = { displayName: 'State', rowPath: 'state', test: 'is', values: ['done'] } as const;
	const all = { search: {}, offset: 0, clientFilters: [done], ...query };
	const rows = new RowCollector(all, page(), undefined, 0);

	for (const each of pages) rows.add(each);

	return rows;
}

const row = (id: string, state = 'done'): JsonObject => ({ id, state });
const idsOf = (rows: RowCollector) => rows.collected().records.map(({ id }) => id);

describe('a row that comes again', () => {
	test.each<[title: string, first: string, then: string, wanted: string[]]>([
		['is left out where it does not fit any more', 'done', 'open', []],
		['is taken where it fits by then', 'open', 'done', ['a']],
	])('counts once, as it came last, and %s', (_, first, then, wanted) => {
		const rows = collected([page(row('a', first)), page(row('a', then))]);

		expect(idsOf(rows)).toEqual(wanted);
		expect(rows.collected().statistics).toMatchObject({ seen: 1, fitting: wanted.length });
	});

	test('is noted', () => {
		expect(collected([page(row('a'), row('b'))]).hasDoubles).toBe(false);
		expect(collected([page(row('a')), page(row('a'))]).hasDoubles).toBe(true);
	});
});

test('what came in one reading and not in the next one is added behind the rest', () => {
	const before = collected([page(row('a'), row('b'), row('c'))]);
	const rows = collected([page(row('c'), row('b', 'open'))]);

	rows.adopt(before);
	// The one that does not fit any more stays away.
	expect(idsOf(rows)).toEqual(['c', 'a']);
});

test('rows are put into the order of another reading, each missing one behind the last that is equal to it (P57)', () => {
	const withPriority = (id: string, priority: string): JsonObject => ({ ...row(id), priority });
	const [a, b, c, d, e] = [
		withPriority('a', 'high'),
		withPriority('b', 'low'),
		withPriority('c', 'high'),
		withPriority('d', 'low'),
		withPriority('e', 'none'),
	] as const;
	const sorted = collected([page(c, d, row('gone'))]);
	const whole = collected([page(a, b, c, d, e)]);

	whole.orderLike(sorted, '-priority');

	expect(idsOf(whole)).toEqual(['c', 'a', 'd', 'b', 'e']);
});

test('rows keep their order if the other reading has none of them', () => {
	const whole = collected([page(row('b'), row('a'))]);

	whole.orderLike(collected([]), 'name');

	expect(idsOf(whole)).toEqual(['b', 'a']);
});

test.each<[same: boolean, title: string, JsonObject[]]>([
	[true, 'with the same rows', [row('a'), row('b', 'open')]],
	[true, 'with other values of them', [{ ...row('a'), name: 'A' }, row('b', 'new')]],
	[false, 'in another order', [row('b'), row('a')]],
	[false, 'with one more', [row('a'), row('b', 'open'), row('c', 'open')]],
	[false, 'with one less', [row('a')]],
])('a second reading is the same one: %s %s', (same, _, records) => {
	const first = collected([page(row('a'), row('b', 'open'))]);

	expect(collected([page(...records)]).isSameAs(first)).toBe(same);
});

test('a row that does not say one of two things counts as one that does not say', () => {
	const test = { displayName: 'Label', rowPath: 'labels', test: 'is', values: ['l'] } as const;
	const tests = [test, { ...test, displayName: 'State', rowPath: 'state', values: ['done'] }];
	const { statistics } = collected([page(row('a'))], { clientFilters: tests }).collected();

	expect(statistics).toMatchObject({ fitting: 1, unsaid: 1, own: ['Label', 'State'] });
});

test.each<[title: string, query: Partial<ListQuery>, most: number]>([
	['what is missing', { clientFilters: [], limit: 5 }, 4],
	['any number where rows are left out by a test', { limit: 5 }, Infinity],
	[
		'any number where a filter is ignored',
		{
			clientFilters: [],
			limit: 5,
			serverFilters: [{ displayName: 'State', rowPath: 'state', values: ['open'] }],
		},
		Infinity,
	],
])('of use are %s', (_, query, most) => {
	expect(collected([page(row('a'))], query).maxUseful).toBe(most);
});

test('rows with the same number as ID are the same record', () => {
	expect(identity({ id: 5, name: 'A' })).toBe(identity({ id: 5, name: 'B' }));
	expect(identity({ id: null, name: 'A' })).not.toBe(identity({ id: null, name: 'B' }));
});

describe('what a filter asks for', () => {
	/** An ID within so many others. */
	const inLists = (levels: number): JsonObject['a'] => (levels === 0 ? 'a' : [inLists(levels - 1)]);
	const inRecords = (levels: number): JsonObject['a'] =>
		levels === 0 ? 'a' : { id: inRecords(levels - 1) };

	test.each<[passing: boolean, title: string, held: JsonObject['a']]>([
		[true, 'in lists within each other', inLists(4)],
		[false, 'in more of them than any server gives', inLists(5)],
		[true, 'in records within each other', inRecords(4)],
		[false, 'in more of them', inRecords(5)],
		[false, 'in a record without an ID', { name: 'a' }],
		[false, 'in a truth value', true],
		[false, 'in nothing', null],
	])('is found: %s %s', (passing, _, held) => {
		const filter = { displayName: 'State', rowPath: 'state', values: ['A', 'true', 'null'] };

		expect(passes({ state: held }, filter)).toBe(passing);
	});

	test('is not known where it asks for a moment that is none', () => {
		const test = { displayName: 'After', rowPath: 'at', test: 'from', values: ['soon'] } as const;

		expect(meets({ at: '2026-11-24' }, test)).toBeUndefined();
	});
});

describe('the newest rows', () => {
	const since = { displayName: 'After', rowPath: 'created_at', test: 'from' } as const;

	test('are asked for where a moment is told since when', () => {
		expect(sinceIn([{ ...since, values: ['2026-11-24T00:00:00Z'] }])).toEqual({
			row: 'created_at',
			after: Date.UTC(2026, 10, 24),
		});
		expect(sinceIn([{ ...since, values: ['soon'] }])).toBeUndefined();
		expect(sinceIn([{ ...since, rowPath: 'target_date', values: ['2026-11-24'] }])).toBeUndefined();
		expect(sinceIn()).toBeUndefined();
	});

	const START = Date.UTC(2026, 10, 24);

	/** The order of rows that were made so many minutes after the start; undefined: nobody knows when. */
	function orderOf(minutes: readonly (number | undefined)[]): NewestFirst {
		const order = new NewestFirst({ row: 'created_at', after: START });

		for (const minute of minutes) {
			const moment = minute === undefined ? null : new Date(START + minute * 60_000).toISOString();

			order.add({ created_at: moment });
		}

		return order;
	}

	const down = [9, 8, 7, 6, 5, 4, 3, 2, 1];

	test.each<[title: string, minutes: (number | undefined)[], isPast: boolean, isBroken: boolean]>([
		['have all come after ten of them in order', [...down, -1], true, false],
		['have not where the tenth is just as old', [...down, 0], false, false],
		['have not after nine of them', [...down.slice(1), -1], false, false],
		['are counted by their moments', [...down.slice(1), 1, 1, -1], false, false],
		['are in order where two came at the same time', [9, ...down, -1], true, false],
		[
			'are in order around one that does not say',
			[9, undefined, ...down.slice(1), -1],
			true,
			false,
		],
		['are not in order where a later one follows', [...down, 2, -1], false, true],
		['are not in order behind one that does not say', [1, undefined, 2], false, true],
	])('%s', (_, minutes, isPast, isBroken) => {
		const order = orderOf(minutes);

		expect([order.isPast, order.isBroken]).toEqual([isPast, isBroken]);
	});
});
