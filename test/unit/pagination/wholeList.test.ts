import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { asRows, asWhole, untilAll } from '../../../nodes/shared/pagination/wholeList';
import { jsonResponse, textResponse } from '../responses';
import { readFrom, recordsFrom, rowsOf, wantedOf } from './servers';

const SPANS = [
	{},
	{ limit: 3 },
	{ limit: 100 },
	{ offset: 5 },
	{ offset: 20, limit: 40 },
	{ offset: 900 },
];

describe('a list that comes whole', () => {
	test.each([0, 1, 99, 100, 101, 350])(
		'of %i rows is asked for once, whatever is wanted of it',
		async (n) => {
			for (const span of SPANS) {
				let requests = 0;
				const fetch = async () => {
					requests++;
					return await Promise.resolve(asWhole(jsonResponse(rowsOf(n))));
				};
				expect(await recordsFrom({ fetch }, span)).toEqual(wantedOf(rowsOf(n), span));
				// Behind its end, it is looked at once more.
				const most = (span.offset ?? 0) > n ? 2 : 1;
				expect(requests).toBeLessThanOrEqual(most);
			}
		},
	);

	test('is left as it is where it comes by pages, or is no list', () => {
		for (const json of [{ results: [], next_cursor: '100:1:0' }, { error: 'No' }, 'No']) {
			const response = jsonResponse(json);
			expect(asWhole(response)).toBe(response);
		}
	});
});

describe('an object of lists', () => {
	const rowsIn = async (json: JsonValue) =>
		await recordsFrom({
			fetch: async () => await Promise.resolve(asRows(jsonResponse(json), 'type')),
		});

	test('is one list, each row of which says where it was', async () => {
		const json = { blocking: [{ id: 'a' }, { id: 'b' }], duplicate: [], relates_to: [{ id: 'c' }] };
		const types: [string, string][] = [
			['a', 'blocking'],
			['b', 'blocking'],
			['c', 'relates_to'],
		];
		expect(await rowsIn(json)).toEqual(types.map(([id, type]) => ({ id, type })));
		expect(await rowsIn({ blocking: [], duplicate: [] })).toEqual([]);
	});

	test('is a problem where it is none', async () => {
		const fetch = async () =>
			await Promise.resolve(asRows(jsonResponse({ id: 'a', list: [] }), 'type'));
		expect(await readFrom({ fetch })).toMatchObject({
			message: 'The response of the server is not a list of records',
		});
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
	])(
		'of which %p are wanted of %i, at most %p at once, is asked for %j',
		async (most, rows, cap, limits, came) => {
			expect(await asked(most, rows, cap)).toEqual({ limits, rows: came });
		},
	);

	test('is a problem where it is no list', async () => {
		expect(await untilAll(5, async () => await Promise.resolve(textResponse('No')))).toHaveProperty(
			'tag',
			'failed',
		);
	});
});
