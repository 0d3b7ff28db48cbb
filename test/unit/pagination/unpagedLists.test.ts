import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import {
	asSinglePage,
	asSinglePageIfShort,
	fetchByLimit,
	flattenGroups,
} from '../../../nodes/shared/pagination/unpagedLists';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, textResponse } from '../responses';
import { readList, readRecords, createRows, sliceRows } from './listServer';

const LIMITS_AND_OFFSETS = [
	{},
	{ limit: 3 },
	{ offset: 5 },
	{ offset: 900 },
	{ offset: 10, limit: 5 },
	{ offset: 20, limit: 40 },
	{ offset: 100, limit: 100 },
];

describe('a bare array of a list that some servers page (rows 4 and 5)', () => {
	const firstPage = { limit: 100, offset: 0, per_page: 100 };

	/** Reads a list of so many rows from a server with pages of 20 rows. @returns how many requests it takes */
	const countRequests = async (count: number, query: { limit?: number; offset?: number } = {}) => {
		const rows = createRows(count);
		let requests = 0;

		const read = await readRecords(
			{
				async fetch(page) {
					const { offset, limit } = page;
					const served = rows.slice(offset, offset + Math.min(limit, 20));

					requests++;

					return await Promise.resolve(asSinglePageIfShort(jsonResponse(served), page));
				},
			},
			query,
		);

		expect(read).toEqual(sliceRows(rows, query));

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

		expect(asSinglePageIfShort(response, { ...firstPage, limit: 2 })).toBe(response);
	});

	test('is unchanged if it is none', () => {
		const response = jsonResponse({ results: [] });

		expect(asSinglePageIfShort(response, firstPage)).toBe(response);
	});
});

describe('a list without paging (row 5)', () => {
	test.each([0, 1, 99, 100, 101, 350])('of %i rows is requested once', async (count) => {
		const rows = createRows(count);

		for (const limitAndOffset of LIMITS_AND_OFFSETS) {
			let requests = 0;

			const fetch = async () => {
				requests++;

				return await Promise.resolve(asSinglePage(jsonResponse(rows)));
			};

			expect(await readRecords({ fetch }, limitAndOffset)).toEqual(sliceRows(rows, limitAndOffset));
			expect(requests).toBe(1);
		}
	});

	test('is a problem if an entry is not a record, which would be lost silently', async () => {
		const fetch = async () =>
			await Promise.resolve(asSinglePage(jsonResponse([{ id: 'a' }, null])));
		const message = 'The response of the server is not a list of records';

		expect(await readList({ fetch })).toMatchObject({ message });
	});

	test('becomes the only page of the list', () => {
		expect(asSinglePage(jsonResponse(createRows(3))).json).toEqual({
			results: createRows(3),
			total_count: 3,
			next_page_results: false,
			next_cursor: '4:1:0',
		});
	});

	test('is unchanged if it comes in pages, or is not a list', () => {
		for (const json of [{ results: [], next_cursor: '100:1:0' }, { error: 'No' }, 'No']) {
			const response = jsonResponse(json);

			expect(asSinglePage(response)).toBe(response);
		}
	});
});

describe('an object of lists (row 33)', () => {
	const readGroups = async (json: JsonValue) =>
		await readList({
			fetch: async () =>
				await Promise.resolve(
					flattenGroups(jsonResponse(json), {
						groupField: 'type',
						rowPer: 'entry',
						idField: 'other',
					}),
				),
		});

	test('becomes one list, whose rows carry the name of their group', async () => {
		const a = { id: 'a' };
		const b = { id: 'b' };
		const records = [
			{ ...a, type: 'blocking' },
			{ ...b, type: 'duplicate' },
		];
		const json = { blocking: [a], relates_to: [], duplicate: [b] };

		expect(await readGroups(json)).toMatchObject({ records });
		expect(await readGroups({ blocking: [], duplicate: [] })).toMatchObject({ records: [] });
	});

	test('may contain bare IDs', async () => {
		const records = [
			{ type: 'blocking', other: 'a' },
			{ type: 'duplicate', other: 'a' },
		];

		expect(await readGroups({ blocking: ['a'], duplicate: ['a'] })).toMatchObject({ records });
	});

	test('is unchanged if it has no lists', () => {
		for (const json of [{}, 'No', { a: [], b: 'No' }]) {
			const response = jsonResponse(json);

			expect(
				flattenGroups(response, { groupField: 'type', rowPer: 'entry', idField: 'other' }),
			).toBe(response);
		}
	});

	test('is a problem if it is something else', async () => {
		const message = 'The response of the server is not a list of records';

		expect(await readGroups({ id: 'a', list: [] })).toMatchObject({ message });
		expect(await readGroups({ blocking: [{ id: 'a' }, null] })).toMatchObject({ message });
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
		const response = await fetchByLimit(needed, async (requestedLimit) => {
			limits.push(requestedLimit);
			const rows = createRows(rowCount).slice(0, Math.min(requestedLimit, serverLimit));

			return await Promise.resolve(jsonResponse(rows));
		});
		const { results } = ('json' in response ? response.json : {}) as { results: JsonObject[] };

		return { limits, received: results.length };
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

		const response = await fetchByLimit({ limit: 20, matches: isEven }, async (limit) => {
			limits.push(limit);
			const rows = Array.from({ length: 350 }, (_, index) => ({ id: index }));

			return await Promise.resolve(jsonResponse(rows.slice(0, limit)));
		});

		expect(limits).toEqual([20, 200]);
		expect(response).toMatchObject({ json: { total_count: 200 } });
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
