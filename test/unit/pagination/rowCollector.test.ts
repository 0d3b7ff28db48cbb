import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';
import { called } from './listServer';

import type { ListQuery, ValueFilter } from '../../../nodes/shared/model/call';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import {
	findLowerBound,
	NewestFirstCheck,
} from '../../../nodes/shared/pagination/NewestFirstCheck';
import { RowCollector } from '../../../nodes/shared/pagination/RowCollector';
import { toRowKey } from '../../../nodes/shared/pagination/rowKey';
import { matchRow } from '../../../nodes/shared/pagination/rowFilter';

const createPage = (...records: readonly JsonObject[]): ListPage => ({
	records,
	total: undefined,
	hasMore: undefined,
	cursor: undefined,
	readAt: undefined,
	isWholeList: false,
	textLength: 0,
});

/** Collects the rows in state `done` of these pages. */
function collect(pages: readonly ListPage[], query: Partial<ListQuery> = {}): RowCollector {
	const isDone = {
		field: called('State'),
		rowPath: 'state',
		test: 'is',
		values: ['done'],
	} as const;
	const collector = new RowCollector({
		query: { queryParameters: {}, offset: 0, clientFilters: [isDone], ...query },
		firstPage: createPage(),
		start: 0,
	});

	for (const page of pages) collector.add(page);

	return collector;
}

const createRow = (id: string, state = 'done'): JsonObject => ({ id, state });
const readIds = (collector: RowCollector) => collector.finish().records.map(({ id }) => id);

describe('a row that is received again', () => {
	test.each<[title: string, first: string, second: string, ids: string[]]>([
		['is left out if it no longer matches', 'done', 'open', []],
		['is kept if it matches now', 'open', 'done', ['a']],
	])('counts once, as it was received last, and %s', (_, first, second, ids) => {
		const collector = collect([
			createPage(createRow('a', first)),
			createPage(createRow('a', second)),
		]);

		expect(readIds(collector)).toEqual(ids);
		expect(collector.finish().statistics).toMatchObject({ received: 1, matching: ids.length });
	});

	test('counts as a duplicate', () => {
		const withoutDuplicate = collect([createPage(createRow('a'), createRow('b'))]);
		const withDuplicate = collect([createPage(createRow('a')), createPage(createRow('a'))]);

		expect(withoutDuplicate.hasDuplicates).toBe(false);
		expect(withDuplicate.hasDuplicates).toBe(true);
	});
});

test('addMissingFrom adds the rows that only the earlier reading has, in their places there', () => {
	const earlier = collect([
		createPage(createRow('a'), createRow('b'), createRow('c'), createRow('d'), createRow('e')),
	]);
	const rows = collect([
		createPage(createRow('f'), createRow('c'), createRow('b', 'open'), createRow('e')),
	]);

	rows.addMissingFrom(earlier);

	// The row that no longer matches is not added.
	expect(readIds(rows)).toEqual(['a', 'c', 'd', 'e', 'f']);
});

test('addMissingFrom keeps the latest values of a row', () => {
	const rows = collect([createPage({ ...createRow('a'), name: 'New' })]);

	rows.addMissingFrom(collect([createPage({ ...createRow('a'), name: 'Old' })]));

	expect(rows.finish().records).toEqual([{ ...createRow('a'), name: 'New' }]);
});

test('sortBy sorts rows as a server does, by the values of a field in their order, and keeps equal rows as they are (row 341)', () => {
	const withPriority = (id: string, priority: string): JsonObject => ({
		...createRow(id),
		priority,
	});
	const complete = collect([
		createPage(
			withPriority('a', 'low'),
			withPriority('b', 'urgent'),
			withPriority('c', 'low'),
			withPriority('d', 'urgent'),
		),
	]);

	complete.sortBy('priority');

	expect(readIds(complete)).toEqual(['b', 'd', 'a', 'c']);
	expect(complete.finish().order).toBe('priority');
});

test.each<[title: string, isSame: boolean, JsonObject[]]>([
	['the same rows', true, [createRow('a'), createRow('b', 'open')]],
	[
		'the same rows if only values differ',
		true,
		[{ ...createRow('a'), name: 'A' }, createRow('b', 'new')],
	],
	['the same rows in another order', true, [createRow('b', 'open'), createRow('a')]],
	['other rows if one matches now', false, [createRow('a'), createRow('b')]],
	[
		'other rows if there is one more',
		false,
		[createRow('a'), createRow('b', 'open'), createRow('c', 'open')],
	],
	['other rows if one is missing', false, [createRow('a')]],
])('hasSameRowsAs finds %s in another reading: %s', (_, isSame, records) => {
	const first = collect([createPage(createRow('a'), createRow('b', 'open'))]);
	const second = collect([createPage(...records)]);

	expect(second.hasSameRowsAs(first)).toBe(isSame);
});

test('a row that lacks the value for one of two filters counts as a row without a value', () => {
	const labelFilter: ValueFilter = {
		field: called('Label'),
		rowPath: 'labels',
		test: 'is',
		values: ['l'],
	};
	const stateFilter: ValueFilter = {
		...labelFilter,
		field: called('State'),
		rowPath: 'state',
		test: 'is',
		values: ['done'],
	};
	const clientFilters = [labelFilter, stateFilter];

	const { statistics } = collect([createPage(createRow('a'))], { clientFilters }).finish();

	expect(statistics).toMatchObject({
		matching: 1,
		withoutValue: 1,
		clientFilters: ['Label', 'State'],
	});
});

test.each<[title: string, query: Partial<ListQuery>, maxUseful: number]>([
	['the number of missing rows without a filter', { clientFilters: [], limit: 5 }, 4],
	['unlimited if a filter of the node leaves out rows', { limit: 5 }, Infinity],
	[
		'unlimited if the server ignores a filter',
		{
			clientFilters: [],
			limit: 5,
			serverFilters: [{ field: called('State'), rowPath: 'state', test: 'is', values: ['open'] }],
		},
		Infinity,
	],
])('the number of further useful rows is %s', (_, query, maxUseful) => {
	expect(collect([createPage(createRow('a'))], query).maxUsefulRows).toBe(maxUseful);
});

test('rows with the same number as ID have the same key, and different rows without an ID do not', () => {
	expect(toRowKey({ id: 5, name: 'A' })).toBe(toRowKey({ id: 5, name: 'B' }));
	expect(toRowKey({ id: null, name: 'A' })).not.toBe(toRowKey({ id: null, name: 'B' }));
});

describe('matchRow, by IDs', () => {
	const inLists = (levels: number): JsonObject['a'] => (levels === 0 ? 'a' : [inLists(levels - 1)]);
	const inRecords = (levels: number): JsonObject['a'] =>
		levels === 0 ? 'a' : { id: inRecords(levels - 1) };

	test.each<[title: string, isMatch: boolean, value: JsonObject['a']]>([
		['finds an ID in nested lists', true, inLists(4)],
		['finds no ID in more nested lists than any server returns', false, inLists(5)],
		['finds an ID in nested records', true, inRecords(4)],
		['finds no ID in more nested records than any server returns', false, inRecords(5)],
		['finds no ID in a record without one', false, { name: 'a' }],
		['finds no ID in a boolean', false, true],
		['finds no ID in null', false, null],
	])('%s', (_, isMatch, value) => {
		const filter: ValueFilter = {
			field: called('State'),
			rowPath: 'state',
			test: 'is',
			values: ['A', 'true', 'null'],
		};

		expect(matchRow({ state: value }, filter)).toBe(isMatch ? 'matches' : 'differs');
	});
});

describe('matchRow', () => {
	test('is unknown if the value of the filter is not a time', () => {
		const afterFilter = {
			field: called('After'),
			rowPath: 'at',
			test: 'from',
			values: ['soon'],
		} as const;

		expect(matchRow({ at: '2026-11-24' }, afterFilter)).toBe('unknown');
	});
});

describe('findOldestRelevant', () => {
	const newerThanFilter = { field: called('After'), rowPath: 'created_at', test: 'from' } as const;

	test('returns the field and the time of the filter for newer records', () => {
		const clientFilters = [{ ...newerThanFilter, values: ['2026-11-24T00:00:00Z'] }];

		expect(findLowerBound(clientFilters)).toEqual({
			field: 'created_at',
			time: Date.UTC(2026, 10, 24),
		});
	});

	test.each<[title: string, clientFilters: ValueFilter[] | undefined]>([
		['a bound that is not a time', [{ ...newerThanFilter, values: ['soon'] }]],
		['a date', [{ ...newerThanFilter, rowPath: 'target_date', values: ['2026-11-24'] }]],
		['no filter', undefined],
	])('returns nothing for %s', (_, clientFilters) => {
		expect(findLowerBound(clientFilters)).toBeUndefined();
	});
});

describe('rows that were requested newest first', () => {
	const START = Date.UTC(2026, 10, 24);

	/** Checks rows that were created these minutes after the start, or have no time if one is undefined. */
	function checkRows(minutes: readonly (number | undefined)[]): NewestFirstCheck {
		const order = new NewestFirstCheck({ field: 'created_at', time: START });

		for (const minute of minutes) {
			const created = minute === undefined ? null : new Date(START + minute * 60_000).toISOString();

			order.add({ created_at: created });
		}

		return order;
	}

	const descending = [9, 8, 7, 6, 5, 4, 3, 2, 1];

	test.each<[title: string, minutes: (number | undefined)[], isPast: boolean, isBroken: boolean]>([
		['are past the lower bound after ten rows in order', [...descending, -1], true, false],
		[
			'are not past the lower bound if the tenth row has exactly that time',
			[...descending, 0],
			false,
			false,
		],
		['are not past the lower bound after nine rows', [...descending.slice(1), -1], false, false],
		['count once if they have the same time', [...descending.slice(1), 1, 1, -1], false, false],
		['are in order if two have the same time', [9, ...descending, -1], true, false],
		[
			'are in order around one without a time',
			[9, undefined, ...descending.slice(1), -1],
			true,
			false,
		],
		['are not in order if a newer one follows', [...descending, 2, -1], false, true],
		['are not in order behind one without a time', [1, undefined, 2], false, true],
	])('%s', (_, minutes, isPast, isBroken) => {
		const order = checkRows(minutes);

		expect(order.isPastLowerBound).toBe(isPast);
		expect(order.isBroken).toBe(isBroken);
	});
});
