import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../../../nodes/shared/model/call';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import { isProblem, problem as problemOf } from '../../../nodes/shared/result/problem';
import { jsonResponse, webPage } from '../responses';
import { collectFrom, rowsOf, serverOf, type Behaviour, type Server } from './servers';

const ALL: ListQuery = { query: {}, offset: 0 };

/** The records that are collected from a server. Throws where there is a problem. */
const collected = async (wish: ListQuery, server: Server): Promise<JsonObject[]> =>
	(await collectFrom(server, wish)).records;

const honouring = (cap: number, tells = false): Behaviour => ({ cap, follows: 'offset', tells });
const ignoring = (cap: number, tells = false): Behaviour => ({ cap, follows: 'nothing', tells });

/** The limits and offsets of what a server was asked for. */
const places = ({ asked }: Server) => asked.map(({ limit, offset }) => ({ limit, offset }));

describe('a server that honours limit and offset', () => {
	test.each([10, 50, 100, 1000])('gives all rows with a largest page of %i', async (cap) => {
		const server = serverOf(() => rowsOf(250), honouring(cap));
		expect(await collected(ALL, server)).toEqual(rowsOf(250));
	});

	test('is asked for pages of 100, each starting after the rows received', async () => {
		const server = serverOf(() => rowsOf(250), honouring(100, true));
		await collected(ALL, server);
		expect(places(server)).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 100, offset: 100 },
			{ limit: 100, offset: 200 },
		]);
	});

	test('is asked for the start after the rows received where its pages are smaller', async () => {
		const server = serverOf(() => rowsOf(25), honouring(10, true));
		await collected(ALL, server);
		expect(server.asked.map(({ offset }) => offset)).toEqual([0, 10, 20]);
	});

	test('is asked once where the total is reached with the first page', async () => {
		const server = serverOf(() => rowsOf(100), honouring(100, true));
		await collected(ALL, server);
		expect(server.asked).toHaveLength(1);
	});

	test('is asked for no more rows than the limit', async () => {
		const server = serverOf(() => rowsOf(250), honouring(100));
		expect(await collected({ ...ALL, limit: 120 }, server)).toEqual(rowsOf(120));
		expect(places(server)).toEqual([
			{ limit: 100, offset: 0 },
			{ limit: 20, offset: 100 },
		]);
	});

	test('gives the rows after the offset', async () => {
		const server = serverOf(() => rowsOf(250), honouring(100, true));
		expect(await collected({ query: {}, offset: 240 }, server)).toEqual(rowsOf(250).slice(240));
	});

	test.each([true, false])('gives nothing behind its last row (total told: %s)', async (tells) => {
		const server = serverOf(() => rowsOf(5), honouring(100, tells));
		expect(await collected({ query: {}, offset: 10 }, server)).toEqual([]);
	});

	test.each([true, false])('gives nothing where it has nothing (total told: %s)', async (tells) => {
		const server = serverOf(() => rowsOf(0), honouring(100, tells));
		expect(await collected(ALL, server)).toEqual([]);
		expect(server.asked).toHaveLength(1);
	});
});

describe('a server that ignores limit and offset', () => {
	test.each([5, 30, 100, 250])('gives each of its %i rows once, as a bare array', async (n) => {
		const server = serverOf(() => rowsOf(n), ignoring(Infinity));
		expect(await collected(ALL, server)).toEqual(rowsOf(n));
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
			const { statistics } = await collectFrom(
				serverOf(() => rowsOf(n), ignoring(cap)),
				ALL,
			);
			expect(statistics.doubt).toEqual(isDoubtful ? {} : undefined);
		},
	);

	test('leaves a doubt where it says that there is more, and no total', async () => {
		const response = jsonResponse({ results: rowsOf(20), next_page_results: true });
		const result = await paginate(ALL, 8, () => Promise.resolve(response));
		if (isProblem(result)) throw new Error(result.message);
		expect(result.records).toEqual(rowsOf(20));
		expect(result.statistics.doubt).toEqual({});
	});

	test.each([5, 30, 100, 250])(
		'gives its %i rows in one request where it tells how many',
		async (n) => {
			const server = serverOf(() => rowsOf(n), ignoring(Infinity, true));
			expect(await collected(ALL, server)).toEqual(rowsOf(n));
			expect(server.asked).toHaveLength(1);
		},
	);

	test.each([true, false])('has its rows cut at the limit (total told: %s)', async (tells) => {
		const server = serverOf(() => rowsOf(30), ignoring(Infinity, tells));
		expect(await collected({ ...ALL, limit: 7 }, server)).toEqual(rowsOf(7));
	});

	test.each([true, false])('has its rows cut at the offset (total told: %s)', async (tells) => {
		const server = serverOf(() => rowsOf(30), ignoring(Infinity, tells));
		const wish = { query: {}, offset: 10, limit: 5 };
		expect(await collected(wish, server)).toEqual(rowsOf(15).slice(10));
	});

	test('has its rows cut at the offset where they are just as many as the limit', async () => {
		const server = serverOf(() => rowsOf(30), ignoring(Infinity));
		const wish = { query: {}, offset: 10, limit: 30 };
		expect(await collected(wish, server)).toEqual(rowsOf(30).slice(10));
	});

	test('is a problem where it gives only a part of its rows and all are wanted', async () => {
		const server = serverOf(() => rowsOf(250), ignoring(20, true));
		const result = await paginate(ALL, 8, async (page) => await server.response(page));
		expect(result).toMatchObject({
			message: 'The server gives only 20 of its 250 records and does not page by limit and offset',
			description: 'Narrow the list by filters, so that it fits into one answer.',
			cause: {},
		});
	});

	test('gives the wanted rows where they are among the part that it gives', async () => {
		const server = serverOf(() => rowsOf(250), ignoring(20, true));
		expect(await collected({ query: {}, offset: 5, limit: 10 }, server)).toEqual(
			rowsOf(15).slice(5),
		);
	});
});

describe('rows that move between two pages', () => {
	test('are given once where a new row pushes the others down', async () => {
		const added = [{ id: 'new' }, ...rowsOf(25)];
		const server = serverOf((request) => (request === 0 ? rowsOf(25) : added), honouring(10));
		const records = await collected(ALL, server);
		const ids = records.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(records).toEqual(rowsOf(25));
	});

	test('are given once where a row disappears', async () => {
		const server = serverOf(
			(request) => (request === 0 ? rowsOf(25) : rowsOf(25).slice(1)),
			honouring(10, true),
		);
		const ids = (await collected(ALL, server)).map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	test('are given once, with what was received last', async () => {
		const changed = rowsOf(25).map((row) => ({ ...row, changed: true }));
		const server = serverOf(
			(request) => (request === 0 ? rowsOf(25) : [{ id: 'new' }, ...changed]),
			honouring(10),
		);
		const records = await collected(ALL, server);
		expect(records.find(({ id }) => id === 'row-9')).toEqual({ id: 'row-9', changed: true });
	});
});

test('tells rows without an ID apart by their content', async () => {
	const rows = Array.from({ length: 250 }, (_, index) => ({ member: index }));
	const server = serverOf(() => rows, honouring(100));
	expect(await collected(ALL, server)).toEqual(rows);
});

test('takes a number for an ID', async () => {
	const rows = Array.from({ length: 250 }, (_, index) => ({ id: index, seen: 'x' }));
	const server = serverOf(() => rows, honouring(100));
	expect(await collected(ALL, server)).toEqual(rows);
});

describe('ends with the problem', () => {
	test('of the first request', async () => {
		const problem = problemOf({ message: 'No', description: 'Do not.' });
		expect(await paginate(ALL, 8, () => Promise.resolve(problem))).toBe(problem);
	});

	test('of a later page, without giving a part of the list', async () => {
		const problem = problemOf({ message: 'No', description: 'Do not.' });
		const server = serverOf(() => rowsOf(250), honouring(100));
		const result = await paginate(ALL, 8, async (page) =>
			page.offset < 200 ? await server.response(page) : problem,
		);
		expect(result).toBe(problem);
	});

	test.each([
		['a web page', webPage(), 'leads to a web page'],
		['a record', jsonResponse({ id: 'a', name: 'b' }), 'is not a list of records'],
	])('of %s in the place of a list', async (_, response, message) => {
		const result = await paginate(ALL, 8, () => Promise.resolve(response));
		expect(isProblem(result) ? result.message : '').toContain(message);
	});
});
