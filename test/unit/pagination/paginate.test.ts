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
	type Server,
} from './servers';

const honouring = (cap: number, tells = false): Behaviour => ({ cap, follows: 'offset', tells });
const ignoring = (cap: number, tells = false): Behaviour => ({ cap, follows: 'nothing', tells });

/** The limits and offsets of what a server was asked for. */
const places = ({ asked }: Server) => asked.map(({ limit, offset }) => ({ limit, offset }));

describe('a server that honours limit and offset', () => {
	test.each([10, 50, 100, 1000])('gives all rows with a largest page of %i', async (cap) => {
		const server = serverOf(rowsOf(250), honouring(cap));
		expect(await recordsFrom(server)).toEqual(rowsOf(250));
	});

	test('is asked for pages of 100, each starting after the rows received', async () => {
		const server = serverOf(rowsOf(250), honouring(100, true));
		await recordsFrom(server);
		expect(places(server)).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 100, offset: 100 },
			{ limit: 100, offset: 200 },
		]);
	});

	test('is asked for the start after the rows received where its pages are smaller', async () => {
		const server = serverOf(rowsOf(25), honouring(10, true));
		await recordsFrom(server);
		expect(server.asked.map(({ offset }) => offset)).toEqual([0, 10, 20]);
	});

	test('is asked once where the total is reached with the first page', async () => {
		const server = serverOf(rowsOf(100), honouring(100, true));
		await recordsFrom(server);
		expect(server.asked).toHaveLength(1);
	});

	test('is asked for no more rows than the limit', async () => {
		const server = serverOf(rowsOf(250), honouring(100));
		expect(await recordsFrom(server, { limit: 120 })).toEqual(rowsOf(120));
		expect(places(server)).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 20, offset: 100 },
		]);
	});

	test('gives the rows after the offset', async () => {
		const server = serverOf(rowsOf(250), honouring(100, true));
		expect(await recordsFrom(server, { offset: 240 })).toEqual(rowsOf(250).slice(240));
	});

	test.each([true, false])('gives nothing behind its last row (total given: %s)', async (tells) => {
		const server = serverOf(rowsOf(5), honouring(100, tells));
		expect(await recordsFrom(server, { offset: 10 })).toEqual([]);
	});

	test.each([true, false])(
		'gives nothing where it has nothing (total given: %s)',
		async (tells) => {
			const server = serverOf(rowsOf(0), honouring(100, tells));
			expect(await recordsFrom(server)).toEqual([]);
			expect(server.asked).toHaveLength(1);
		},
	);
});

describe('a server that ignores limit and offset', () => {
	test.each([5, 30, 100, 250])('gives each of its %i rows once, as a bare array', async (n) => {
		const server = serverOf(rowsOf(n), ignoring(Infinity));
		expect(await recordsFrom(server)).toEqual(rowsOf(n));
		expect(server.asked.length).toBeLessThanOrEqual(2);
	});

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
		expect(result).toMatchObject({ records: rowsOf(20), statistics: { doubt: {} } });
	});

	test.each([5, 30, 100, 250])(
		'gives its %i rows in one request where it tells how many',
		async (n) => {
			const server = serverOf(rowsOf(n), ignoring(Infinity, true));
			expect(await recordsFrom(server)).toEqual(rowsOf(n));
			expect(server.asked).toHaveLength(1);
		},
	);

	test.each([{ limit: 7 }, { offset: 10, limit: 5 }, { offset: 10, limit: 30 }])(
		'has its rows cut to %j, whether it tells the total or not',
		async (span) => {
			for (const tells of [true, false]) {
				const server = serverOf(rowsOf(30), ignoring(Infinity, tells));
				expect(await recordsFrom(server, span)).toEqual(wantedOf(rowsOf(30), span));
			}
		},
	);

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

describe('rows that move between two pages', () => {
	const added = [{ id: 'new' }, ...rowsOf(25).map((row) => ({ ...row, changed: true }))];

	test('are given once where a new row pushes the others down, with what was received last', async () => {
		const server = serverOf((request) => (request === 0 ? rowsOf(25) : added), honouring(10));
		const records = await recordsFrom(server);
		expect(records.map(({ id }) => id)).toEqual(rowsOf(25).map(({ id }) => id));
		expect(records.find(({ id }) => id === 'row-9')).toEqual({ id: 'row-9', changed: true });
	});

	test('are given once where a row disappears', async () => {
		const server = serverOf(
			(request) => rowsOf(25).slice(request === 0 ? 0 : 1),
			honouring(10, true),
		);
		const ids = (await recordsFrom(server)).map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});
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
});
