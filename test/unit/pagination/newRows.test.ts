import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/fields/text';
import type { ListQuery } from '../../../nodes/shared/model/call';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import { isProblem } from '../../../nodes/shared/result/problem';
import { jsonResponse, withHeaders } from '../responses';

/** Lists whose first page may have a row that was made after the total was told. */

const NOON = Date.parse('2026-11-24T12:00:00Z');

const row = (id: string, created = NOON - 60_000, updated = created): JsonObject => ({
	id,
	priority: 'high',
	created_at: new Date(created).toISOString(),
	updated_at: new Date(updated).toISOString(),
});

const OLD = [row('a'), row('b'), row('c'), row('d'), row('e')];
const NEW = row('n', NOON + 200);
const CHANGED = row('m', NOON - 60_000, NOON + 200);

const idsOf = (rows: readonly JsonObject[]): string => rows.map(({ id }) => asText(id)).join('');

const SIZE = 3;

interface Server {
	readonly rows: readonly JsonObject[];
	/** Whether it tells how many rows there are. */
	readonly isCounted?: boolean;
	/** Whether it tells the time. */
	readonly isTimed?: boolean;
	readonly isByCursor?: boolean;
	/** What is left of its rows after the pause. */
	readonly later?: readonly JsonObject[];
}

/** Reads a list from a server with pages of three rows, by cursor (rows 5 to 7) or by offset, as specified. */
async function read(
	{ rows, isCounted = true, isTimed = true, isByCursor = true, later = rows }: Server,
	query: Partial<ListQuery> = {},
) {
	let held = rows;
	const pauses: number[] = [];
	const asked: number[] = [];

	const fetch = ({ cursor, offset }: { readonly cursor?: string; readonly offset: number }) => {
		const page = isByCursor ? Number(/:(\d+):/.exec(cursor ?? '')?.[1] ?? 0) : offset / SIZE;

		asked.push(page);
		const start = page * SIZE;
		const date = new Date(NOON + pauses.reduce((sum, time) => sum + time, 0)).toUTCString();
		const response = jsonResponse({
			results: held.slice(start, start + SIZE),
			...(isCounted && { total_count: held.length }),
			...(isByCursor && { next_cursor: `${SIZE}:${page + 1}:0` }),
			...(isByCursor && { next_page_results: start + SIZE < held.length }),
		});

		return Promise.resolve({ ...(isTimed ? withHeaders(response, { date }) : response), took: 0 });
	};

	const pause = (time: number) => {
		pauses.push(time);
		held = later;

		return Promise.resolve();
	};

	const all = { search: {}, offset: 0, ...query };
	const list = await paginate(all, { concurrency: 1, fetch, pause });
	if (isProblem(list)) throw new Error(list.message);

	const ids = idsOf(list.records);

	return { ids, pauses, asked, doubt: list.statistics.doubt };
}

const high = { displayName: 'Priority', rowPath: 'priority', values: ['high'] };

describe('The first page is read once more, a moment later,', () => {
	test.each<[title: string, Server, Partial<ListQuery>]>([
		['where it has a new row and there are more', { rows: [NEW, ...OLD] }, {}],
		['where it is full and the last one', { rows: [NEW, ...OLD.slice(0, 2)] }, {}],
		[
			'where it has a changed row that a filter lets in',
			{ rows: [CHANGED, ...OLD] },
			{ serverFilters: [high] },
		],
	])('%s', async (_, server, query) => {
		const { ids, pauses, asked } = await read(server, query);

		expect(pauses).toEqual([1_500]);
		expect(asked.slice(0, 2)).toEqual([0, 0]);
		expect(ids).toBe(idsOf(server.rows));
	});

	test('and the rows are those that are there then', async () => {
		const later = [row('o'), NEW, ...OLD];
		const { ids } = await read({ rows: [NEW, ...OLD], later });

		expect(ids).toBe('onabcde');
	});
});

describe('The first page is read only once', () => {
	test.each<[title: string, Server, Partial<ListQuery>]>([
		['where all of its rows are old', { rows: OLD }, {}],
		['where it has room for a new row', { rows: [NEW, row('a')] }, {}],
		['where a limit says how many are wanted', { rows: [NEW, ...OLD] }, { limit: 6 }],
		['where the server does not tell the time', { rows: [NEW, ...OLD], isTimed: false }, {}],
		['where a row is changed and no filter is set', { rows: [CHANGED, ...OLD] }, {}],
	])('%s', async (_, server, query) => {
		const { ids, pauses, asked, doubt } = await read(server, query);

		expect([pauses, doubt]).toEqual([[], undefined]);
		expect(asked.filter((page) => page === 0)).toHaveLength(1);
		expect(ids).toBe(idsOf(server.rows));
	});
});

test('The first page is read once more where it is new again, and then all of it', async () => {
	const newer = row('o', NOON + 1_600);
	const { ids, pauses, asked } = await read({
		rows: [NEW, ...OLD.slice(0, 2)],
		later: [newer, NEW, row('a')],
	});

	expect([ids, pauses, asked]).toEqual(['ona', [1_500, 1_500], [0, 0, 0]]);
});

describe('What a server leaves out by itself does not count', () => {
	const low = { ...CHANGED, id: 'l', priority: 'low' };
	const other = { ...high, displayName: 'Other', rowPath: 'state', values: ['x'] };

	test.each<[title: string, rows: JsonObject[], filters: (typeof high)[]]>([
		['where it ignores the filter', [CHANGED, low], [high]],
		['where it ignores one of two', [{ ...CHANGED, state: 'y' }], [high, other]],
	])('%s', async (_, rows, filters) => {
		expect((await read({ rows: [...rows, ...OLD] }, { serverFilters: filters })).pauses).toEqual(
			[],
		);
	});
});

test('A row that is new says nothing where no total is told', async () => {
	const { pauses, doubt } = await read({ rows: [NEW, ...OLD], isCounted: false });

	expect([pauses, doubt]).toEqual([[], {}]);
});

test.each<[title: string, said: JsonObject, times: number]>([
	['a page of two that has another one behind it', { next_page_results: true, total_count: 5 }, 2],
	['a page of two that is the last one', { next_page_results: false, total_count: 5 }, 1],
	['a page of two that has all', { next_page_results: true, total_count: 2 }, 1],
])('%s is read so often: %#', async (_, said, times) => {
	const response = jsonResponse({ results: [NEW, row('a')], next_cursor: '3:1:0', ...said });
	const dated = withHeaders(response, { date: new Date(NOON).toUTCString() });
	const asked: (string | undefined)[] = [];
	const pauses: string[] = [];

	await paginate(
		{ search: {}, offset: 0 },
		{
			concurrency: 1,
			fetch: ({ cursor }) => Promise.resolve((asked.push(cursor), { ...dated, took: 0 })),
			pause: () => Promise.resolve(pauses.push(asked.join())),
		},
	);
	expect(asked.slice(0, 2).filter((cursor) => cursor === undefined).length).toBe(times);
});

test('A list that tells nothing of itself is whole where its first page, which was all, is as it was', async () => {
	const rows = OLD.slice(0, SIZE);
	const { ids, asked, doubt } = await read({ rows, isCounted: false, isByCursor: false });

	expect([ids, doubt]).toEqual(['abc', undefined]);
	expect(asked).toEqual([0, 1, 0]);
});
