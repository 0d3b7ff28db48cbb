import { describe, expect, test } from '@jest/globals';

import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { problem as problemOf } from '../../../nodes/shared/result/problem';
import { jsonResponse, webPage } from '../responses';
import {
	collectFrom,
	readFrom,
	recordsFrom,
	rowsOf,
	serverOf,
	wantedOf,
	type Behaviour,
} from './servers';

const honouring = (cap: number, tells = false): Behaviour => ({ cap, follows: 'offset', tells });
const ignoring = (cap: number, tells = false): Behaviour => ({ cap, follows: 'nothing', tells });

describe('a server that honours limit and offset is asked', () => {
	const at = (limit: number, ...offsets: number[]) => offsets.map((offset) => ({ limit, offset }));

	const telling = honouring(100, true);
	const silent = honouring(100);

	test.each([
		['for pages of 100, one after the other', 250, telling, {}, at(100, 0, 100, 200)],
		['for what follows a smaller page', 25, honouring(10, true), {}, at(100, 0, 10, 20)],
		['once where the first page reaches the total', 100, telling, {}, at(100, 0)],
		['once where it has nothing', 0, silent, {}, at(100, 0)],
		['once where it has nothing and says so', 0, telling, {}, at(100, 0)],
		['for no more than the limit', 120, silent, { limit: 110 }, [...at(100, 0), ...at(10, 100)]],
	])('%s', async (_, n, behaviour, span, asked) => {
		const server = serverOf(rowsOf(n), behaviour);

		expect(await recordsFrom(server, span)).toEqual(wantedOf(rowsOf(n), span));
		expect(server.asked.map(({ limit, offset }) => ({ limit, offset }))).toEqual(asked);
	});
});

describe('a server that ignores limit and offset', () => {
	test.each([5, 30, 100, 250])(
		'gives its %i rows in one request where it tells how many, and else in two at most',
		async (n) => {
			for (const tells of [true, false]) {
				const server = serverOf(rowsOf(n), ignoring(Infinity, tells));

				expect(await recordsFrom(server)).toEqual(rowsOf(n));
				expect(server.asked.length).toBeLessThanOrEqual(tells ? 1 : 2);
			}
		},
	);

	test.each([
		[30, 99, false],
		[30, 250, false],
		[100, 100, true],
		[250, 100, true],
	])(
		'with %i rows and a largest page of %i and no total leaves a doubt: %s',
		async (n, cap, isDoubtful) => {
			const { statistics } = await collectFrom(serverOf(rowsOf(n), ignoring(cap)));

			expect(statistics.doubt).toEqual(isDoubtful ? {} : undefined);
		},
	);

	test('leaves a doubt where it says that there is more, and no total', async () => {
		const response = jsonResponse({ results: rowsOf(20), next_page_results: true });
		const result = await collectFrom({ fetch: () => Promise.resolve(response) });

		expect(result.records).toEqual(rowsOf(20));
		expect(result.statistics.doubt).toEqual({});
	});

	test('is a problem where it gives only a part of its rows and all are wanted', async () => {
		const server = serverOf(rowsOf(250), ignoring(20, true));

		expect(await readFrom(server)).toEqual(
			problemOf({
				tag: 'failed',
				message:
					'The server gives only 20 of its 250 records and does not page by limit and offset',
				description: 'Narrow the list by filters, so that it fits into one response.',
			}),
		);
	});

	test('gives the wanted rows where they are among the part that it gives', async () => {
		const server = serverOf(rowsOf(250), ignoring(20, true));
		const span = { offset: 5, limit: 10 };

		expect(await recordsFrom(server, span)).toEqual(wantedOf(rowsOf(250), span));
	});
});

test('rows that a new one pushes down are given once, as they were received last', async () => {
	const added = [{ id: 'new' }, ...rowsOf(25).map((row) => ({ ...row, changed: true }))];
	const server = serverOf((request) => (request === 0 ? rowsOf(25) : added), honouring(10));
	const records = await recordsFrom(server);

	expect(records.map(({ id }) => id)).toEqual(rowsOf(25).map(({ id }) => id));
	expect(records.find(({ id }) => id === 'row-9')).toEqual({ id: 'row-9', changed: true });
});

test.each([
	['without an ID, by their content', (index: number) => ({ member: index })],
	['with a number for an ID, by that', (index: number) => ({ id: index, seen: 'x' })],
])('rows are told apart %s', async (_, rowAt) => {
	const rows = Array.from({ length: 250 }, (_row, index) => rowAt(index));

	expect(await recordsFrom(serverOf(rows, honouring(100)))).toEqual(rows);
});

describe('reading', () => {
	const problem = problemOf({ tag: 'failed', message: 'No', description: 'Do not.' });

	test.each([0, 200])(
		'ends with the problem of the page from %i on, without giving a part of the list',
		async (offset) => {
			const server = serverOf(rowsOf(250), honouring(100));
			const fetch = async (page: PageQuery) =>
				page.offset < offset ? await server.fetch(page) : problem;

			expect(await readFrom({ fetch })).toBe(problem);
		},
	);

	test.each([
		['a web page', webPage(), 'leads to a web page'],
		['a record', jsonResponse({ id: 'a', name: 'b' }), 'is not a list of records'],
	])('ends with a problem where %s comes in the place of a list', async (_, response, message) => {
		expect(await readFrom({ fetch: () => Promise.resolve(response) })).toMatchObject({
			message: expect.stringContaining(message),
		});
	});

	test.each([
		['number of pages', (page: PageQuery) => ({ ...endless(page), text: '' }), 10_000],
		['text', (page: PageQuery) => ({ ...endless(page), text: ' '.repeat(2 ** 28) }), 12],
	])('ends with a problem where its %s has no end', async (_, answer, most) => {
		let asked = 0;

		const fetch = async (page: PageQuery) => {
			asked++;

			return await Promise.resolve(answer(page));
		};

		expect(await readFrom({ fetch })).toMatchObject({
			message: expect.stringContaining('This list does not end'),
		});
		// A few are asked for at once.
		expect(asked).toBeLessThanOrEqual(most);
		expect(asked).toBeGreaterThan(most / 3);
	});
});

/** One more new row, and always another page. */
const endless = ({ cursor = '1:0:0' }: PageQuery) => {
	const page = Number(cursor.split(':')[1]);
	const next = { next_cursor: `1:${page + 1}:0`, next_page_results: true, total_count: 10 ** 9 };

	return jsonResponse({ results: [{ id: `row-${page}` }], ...next });
};
