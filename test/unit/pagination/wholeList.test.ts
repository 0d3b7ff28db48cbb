import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { asRows, asWhole, untilAll } from '../../../nodes/shared/pagination/wholeList';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, textResponse } from '../responses';
import { readFrom, recordsFrom, rowsOf, wantedOf } from './servers';

// Bare arrays (row 5), and the groups of relations (row 33).

const SPANS = [
	{},
	{ limit: 3 },
	{ offset: 5 },
	{ offset: 900 },
	{ offset: 10, limit: 5 },
	{ offset: 20, limit: 40 },
	{ offset: 100, limit: 100 },
];

describe('a list that comes whole', () => {
	test.each([0, 1, 99, 100, 101, 350])('of %i rows is asked for once', async (n) => {
		for (const span of SPANS) {
			let requests = 0;

			const fetch = async () => {
				requests++;

				return await Promise.resolve(asWhole(jsonResponse(rowsOf(n))));
			};

			expect(await recordsFrom({ fetch }, span)).toEqual(wantedOf(rowsOf(n), span));
			expect(requests).toBe(1);
		}
	});

	test('is none where an entry is no record: left out, it would be missed by nobody', async () => {
		const fetch = async () => await Promise.resolve(asWhole(jsonResponse([{ id: 'a' }, null])));
		const message = 'The response of the server is not a list of records';

		expect(await readFrom({ fetch })).toMatchObject({ message });
	});

	test('is the only page of it', () => {
		expect(asWhole(jsonResponse(rowsOf(3))).json).toEqual({
			results: rowsOf(3),
			total_count: 3,
			next_page_results: false,
			next_cursor: '4:1:0',
		});
	});

	test('is left as it is where it comes by pages, or is no list', () => {
		for (const json of [{ results: [], next_cursor: '100:1:0' }, { error: 'No' }, 'No']) {
			const response = jsonResponse(json);

			expect(asWhole(response)).toBe(response);
		}
	});
});

describe('an object of lists', () => {
	const read = async (json: JsonValue) =>
		await readFrom({
			fetch: async () =>
				await Promise.resolve(asRows(jsonResponse(json), { groupField: 'type', idField: 'other' })),
		});

	test('is one list, each row of which says where it was', async () => {
		const [a, b] = [{ id: 'a' }, { id: 'b' }];
		const records = [
			{ ...a, type: 'blocking' },
			{ ...b, type: 'duplicate' },
		];
		const json = { blocking: [a], relates_to: [], duplicate: [b] };

		expect(await read(json)).toMatchObject({ records });
		expect(await read({ blocking: [], duplicate: [] })).toMatchObject({ records: [] });
	});

	test('may have IDs alone', async () => {
		const records = [
			{ type: 'blocking', other: 'a' },
			{ type: 'duplicate', other: 'a' },
		];

		expect(await read({ blocking: ['a'], duplicate: ['a'] })).toMatchObject({ records });
	});

	test('is left as it is where it has no lists', () => {
		for (const json of [{}, 'No', { a: [], b: 'No' }]) {
			const response = jsonResponse(json);

			expect(asRows(response, { groupField: 'type', idField: 'other' })).toBe(response);
		}
	});

	test('is a problem where it is none', async () => {
		const message = 'The response of the server is not a list of records';

		expect(await read({ id: 'a', list: [] })).toMatchObject({ message });
		expect(await read({ blocking: [{ id: 'a' }, null] })).toMatchObject({ message });
	});
});

describe('a list that ends where its limit does', () => {
	/** What is asked for, of a server with so many rows that gives no more than that at once. */
	const asked = async (most: number | undefined, rows: number, cap = Infinity) => {
		const limits: number[] = [];
		const response = await untilAll(most, async (limit) => {
			limits.push(limit);

			return await Promise.resolve(jsonResponse(rowsOf(rows).slice(0, Math.min(limit, cap))));
		});
		const { results } = ('json' in response ? response.json : {}) as { results: JsonObject[] };

		return { limits, rows: results.length };
	};

	test.each<[most: number | undefined, rows: number, cap: number, limits: number[], came: number]>([
		[50, 7, Infinity, [50], 7],
		[50, 350, Infinity, [50], 50],
		[undefined, 99, Infinity, [100], 99],
		[undefined, 100, Infinity, [100, 1000], 100],
		[undefined, 2500, Infinity, [100, 1000, 10_000], 2500],
		[undefined, 2500, 500, [100, 1000], 500],
	])('is read to its end: %p of %i, %p at once', async (most, rows, cap, limits, came) => {
		expect(await asked(most, rows, cap)).toEqual({ limits, rows: came });
	});

	test('is a problem where it is no list', async () => {
		const result = await untilAll(5, async () => await Promise.resolve(textResponse('No')));

		expect(result).toMatchObject({ tag: 'failed' });
		const none = problem({ tag: 'failed', message: 'No', description: 'Do not.' });

		expect(await untilAll(5, async () => await Promise.resolve(none))).toBe(none);
	});
});
