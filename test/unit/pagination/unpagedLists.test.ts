import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseListPage } from '../../../nodes/shared/pagination/envelope';
import type { Paging } from '../../../nodes/shared/pagination/PageFetcher';
import {
	fetchByLimit,
	parseGroups,
	parsePageOrWholeList,
	parseWholeList,
} from '../../../nodes/shared/pagination/unpagedLists';
import type { ListQuery } from '../../../nodes/shared/model/call';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, textResponse } from '../responses';
import { causes } from '../../nodeTexts';
import { createRows, readPages, sliceRows } from './listServer';

const LIMITS_AND_OFFSETS = [
	{},
	{ limit: 3 },
	{ offset: 5 },
	{ offset: 900 },
	{ offset: 10, limit: 5 },
	{ offset: 20, limit: 40 },
	{ offset: 100, limit: 100 },
];

/** Reads the records of a list. @throws if there is a problem */
async function readRecords(fetch: Paging['fetch'], query: Partial<ListQuery>) {
	const list = await readPages(fetch, query);
	if (isProblem(list)) throw new Error(list.message);

	return list.records;
}

describe('a bare array of a list that some servers page (rows 4 and 5)', () => {
	const firstPage = { limit: 100, offset: 0, per_page: 100 };

	/** Reads a list of so many rows from a server with pages of 20 rows. @returns how many requests it takes */
	const countRequests = async (count: number, query: { limit?: number; offset?: number } = {}) => {
		const rows = createRows(count);
		let requests = 0;

		const fetch: Paging['fetch'] = async (page) => {
			const { offset, limit } = page;
			const served = rows.slice(offset, offset + Math.min(limit, 20));

			requests++;

			return await Promise.resolve(parsePageOrWholeList(jsonResponse(served), page));
		};

		expect(await readRecords(fetch, query)).toEqual(sliceRows(rows, query));

		return requests;
	};

	test.each([
		[0, 1],
		[3, 1],
		[19, 1],
		[20, 3],
		[45, 4],
	])(
		'of %i rows takes %i requests, because only from 20 rows on it may be a page',
		async (count, requests) => {
			expect(await countRequests(count)).toBe(requests);
		},
	);

	test('is read on from an offset, at which an array may be the end of the list', async () => {
		expect(await countRequests(30, { offset: 25 })).toBeGreaterThan(1);
	});

	test('is not the whole list if it has as many rows as were requested', () => {
		const response = jsonResponse(createRows(2));

		expect(parsePageOrWholeList(response, { ...firstPage, limit: 2 })).toEqual(
			parseListPage(response),
		);
	});

	test('is a page if it has an envelope', () => {
		const response = jsonResponse({ results: [] });

		expect(parsePageOrWholeList(response, firstPage)).toEqual(parseListPage(response));
	});
});

describe('a list without paging (row 5)', () => {
	test.each([0, 1, 99, 100, 101, 350])('of %i rows is requested once', async (count) => {
		const rows = createRows(count);

		for (const limitAndOffset of LIMITS_AND_OFFSETS) {
			let requests = 0;

			const fetch = async () => {
				requests++;

				return await Promise.resolve(parseWholeList(jsonResponse(rows)));
			};

			expect(await readRecords(fetch, limitAndOffset)).toEqual(sliceRows(rows, limitAndOffset));
			expect(requests).toBe(1);
		}
	});

	test('is a problem if an entry is not a record, which would be lost silently', () => {
		const message = causes.notAList;

		expect(parseWholeList(jsonResponse([{ id: 'a' }, null]))).toMatchObject({ message });
	});

	test('is the only page of the list', () => {
		expect(parseWholeList(jsonResponse(createRows(3)))).toMatchObject({
			records: createRows(3),
			total: 3,
			hasMore: false,
			cursor: undefined,
			isWholeList: true,
		});
	});

	test('is a page if it comes in pages, and a problem if it is not a list', () => {
		for (const json of [{ results: [], next_cursor: '100:1:0' }, { error: 'No' }, 'No']) {
			const response = jsonResponse(json);

			expect(parseWholeList(response)).toEqual(parseListPage(response));
		}
	});
});

describe('an object of lists (row 33)', () => {
	const readGroups = (json: JsonValue) =>
		parseGroups(jsonResponse(json), {
			groupField: 'type',
			hasKnownLists: true,
			rowPer: 'entry',
			idField: 'other',
		});

	test('is one list, whose rows carry the name of their group', () => {
		const a = { id: 'a' };
		const b = { id: 'b' };
		const records = [
			{ ...a, type: 'blocking' },
			{ ...b, type: 'duplicate' },
		];
		const json = { blocking: [a], relates_to: [], duplicate: [b] };

		expect(readGroups(json)).toMatchObject({ records, total: 2, isWholeList: true });
		expect(readGroups({ blocking: [], duplicate: [] })).toMatchObject({ records: [] });
	});

	test('may contain bare IDs', () => {
		const records = [
			{ type: 'blocking', other: 'a' },
			{ type: 'duplicate', other: 'a' },
		];

		expect(readGroups({ blocking: ['a'], duplicate: ['a'] })).toMatchObject({ records });
	});

	test('is read as any other response if it has no lists', () => {
		for (const json of [{}, 'No', { a: [], b: 'No' }]) {
			expect(readGroups(json)).toEqual(parseListPage(jsonResponse(json)));
		}
	});

	test('is a problem if it is something else', () => {
		const message = causes.notAList;

		expect(readGroups({ id: 'a', list: [] })).toMatchObject({ message });
		expect(readGroups({ blocking: [{ id: 'a' }, null] })).toMatchObject({ message });
	});
});

describe('a list with a limit but no paging', () => {
	/** Reads a list of this many rows, of which the server returns no more than its own limit. */
	const readByLimit = async (
		limit: number | undefined,
		rowCount: number,
		serverLimit = Infinity,
	) => {
		const limits: number[] = [];
		const needed = { limit, matches: () => true };
		const page = await fetchByLimit(needed, async (requestedLimit) => {
			limits.push(requestedLimit);
			const rows = createRows(rowCount).slice(0, Math.min(requestedLimit, serverLimit));

			return await Promise.resolve(jsonResponse(rows));
		});

		return { limits, received: isProblem(page) ? page.message : page.records.length };
	};

	test.each<
		[
			limit: number | undefined,
			rowCount: number,
			serverLimit: number,
			limits: number[],
			received: number,
		]
	>([
		[50, 7, Infinity, [50], 7],
		[50, 350, Infinity, [50], 50],
		[undefined, 99, Infinity, [100], 99],
		[undefined, 100, Infinity, [100, 1000], 100],
		[undefined, 2500, Infinity, [100, 1000, 10_000], 2500],
		[undefined, 2500, 500, [100, 1000], 500],
	])(
		'is read up to %p of its %i rows if the server returns %p at most',
		async (limit, rowCount, serverLimit, limits, received) => {
			expect(await readByLimit(limit, rowCount, serverLimit)).toEqual({ limits, received });
		},
	);

	test('is read further until enough of its rows match', async () => {
		const limits: number[] = [];
		const isEven = ({ id }: JsonObject) => Number(id) % 2 === 0;

		const page = await fetchByLimit({ limit: 20, matches: isEven }, async (limit) => {
			limits.push(limit);
			const rows = Array.from({ length: 350 }, (_, index) => ({ id: index }));

			return await Promise.resolve(jsonResponse(rows.slice(0, limit)));
		});

		expect(limits).toEqual([20, 200]);
		expect(page).toMatchObject({ total: 200, isWholeList: true });
	});

	test('is a problem if it is something else', async () => {
		const result = await fetchByLimit(
			{ limit: 5, matches: () => true },
			async () => await Promise.resolve(textResponse('No')),
		);

		expect(result).toMatchObject({ cause: 'failed' });
	});

	test('is a problem if its request is one', async () => {
		const failure = problem({ cause: 'failed', message: 'No', description: 'Do not.' });

		const result = await fetchByLimit(
			{ limit: 5, matches: () => true },
			async () => await Promise.resolve(failure),
		);

		expect(result).toBe(failure);
	});
});
