import { describe, expect, test } from '@jest/globals';

import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, webPage } from '../responses';
import { causes } from '../../nodeTexts';
import {
	type Behavior,
	collectList,
	createListServer,
	createRows,
	readList,
	readRecords,
	sliceRows,
} from './listServer';

const byOffset = (maxPageSize: number, reportsTotal = false): Behavior => ({
	maxPageSize,
	paging: 'offset',
	reportsTotal,
});
const withoutPaging = (maxPageSize: number, reportsTotal = false): Behavior => ({
	maxPageSize,
	paging: 'none',
	reportsTotal,
});

describe('a server that honors limit and offset', () => {
	const pages = (limit: number, ...offsets: number[]) =>
		offsets.map((offset) => ({ limit, offset }));

	const withTotal = byOffset(100, true);
	const withoutTotal = byOffset(100);

	test.each([
		[
			'gets requests for pages of 100, one after the other',
			250,
			withTotal,
			{},
			pages(100, 0, 100, 200),
		],
		[
			'gets a request for the rows after a smaller page',
			25,
			byOffset(10, true),
			{},
			pages(100, 0, 10, 20),
		],
		['gets one request if the first page reaches the total', 100, withTotal, {}, pages(100, 0)],
		['gets one request if it has no rows', 0, withoutTotal, {}, pages(100, 0)],
		[
			'gets one request if it has no rows and reports a total of 0',
			0,
			withTotal,
			{},
			pages(100, 0),
		],
		[
			'gets no request for more rows than the limit',
			120,
			withoutTotal,
			{ limit: 110 },
			[...pages(100, 0), ...pages(10, 100)],
		],
	])('%s', async (_, count, behavior, limitAndOffset, requests) => {
		const rows = createRows(count);
		const server = createListServer(rows, behavior);

		const records = await readRecords(server, limitAndOffset);

		expect(records).toEqual(sliceRows(rows, limitAndOffset));
		expect(server.requests.map(({ limit, offset }) => ({ limit, offset }))).toEqual(requests);
	});
});

describe('a server that ignores limit and offset', () => {
	test.each([5, 30, 100, 250])(
		'returns its %i rows in one request if it reports the total, and in two at most if not',
		async (count) => {
			for (const reportsTotal of [true, false]) {
				const server = createListServer(createRows(count), withoutPaging(Infinity, reportsTotal));

				expect(await readRecords(server)).toEqual(createRows(count));
				expect(server.requests.length).toBeLessThanOrEqual(reportsTotal ? 1 : 2);
			}
		},
	);

	test.each([
		[30, 99, false],
		[30, 250, false],
		[100, 100, true],
		[250, 100, true],
	])(
		'with %i rows, pages of at most %i and no total may be incomplete: %s',
		async (count, maxPageSize, isPossiblyIncomplete) => {
			const server = createListServer(createRows(count), withoutPaging(maxPageSize));

			const { statistics } = await collectList(server);

			expect(statistics.possiblyIncomplete).toEqual(isPossiblyIncomplete ? {} : undefined);
		},
	);

	test('may be incomplete if it says that there is more, and reports no total', async () => {
		const response = jsonResponse({ results: createRows(20), next_page_results: true });
		const result = await collectList({ fetch: () => Promise.resolve(response) });

		expect(result.records).toEqual(createRows(20));
		expect(result.statistics.possiblyIncomplete).toEqual({});
	});

	test('causes a problem if it returns only a part of its rows and all are requested', async () => {
		const server = createListServer(createRows(250), withoutPaging(20, true));

		expect(await readList(server)).toEqual(
			problem({
				cause: 'failed',
				message:
					'The server returns only 20 of its 250 records and does not page by limit and offset',
				description: 'Narrow the list by filters, so that it fits into one response.',
			}),
		);
	});

	test('returns the requested rows if they are among the part that it returns', async () => {
		const server = createListServer(createRows(250), withoutPaging(20, true));
		const limitAndOffset = { offset: 5, limit: 10 };

		expect(await readRecords(server, limitAndOffset)).toEqual(
			sliceRows(createRows(250), limitAndOffset),
		);
	});
});

test('a row that a new one pushes to the next page is returned once, as it was received last', async () => {
	const rowsAfterAddition = [
		{ id: 'new' },
		...createRows(25).map((row) => ({ ...row, changed: true })),
	];
	const server = createListServer(
		(request) => (request === 0 ? createRows(25) : rowsAfterAddition),
		byOffset(10),
	);
	const records = await readRecords(server);

	expect(records.map(({ id }) => id)).toEqual(createRows(25).map(({ id }) => id));
	expect(records.find(({ id }) => id === 'row-9')).toEqual({ id: 'row-9', changed: true });
});

test.each([
	['by their content if they have no ID', (index: number) => ({ member: index })],
	['by their ID if it is a number', (index: number) => ({ id: index, seen: 'x' })],
])('rows are distinguished %s', async (_, createRow) => {
	const rows = Array.from({ length: 250 }, (_row, index) => createRow(index));

	expect(await readRecords(createListServer(rows, byOffset(100)))).toEqual(rows);
});

describe('reading a list', () => {
	const failure = problem({ cause: 'failed', message: 'No', description: 'Do not.' });

	test.each([0, 200])(
		'ends with the problem of the page at row %i, without a part of the list',
		async (offset) => {
			const server = createListServer(createRows(250), byOffset(100));
			const fetch = async (page: PageQuery) =>
				page.offset < offset ? await server.fetch(page) : failure;

			expect(await readList({ fetch })).toBe(failure);
		},
	);

	test.each([
		['a web page', webPage(), causes.webPage],
		['a record', jsonResponse({ id: 'a', name: 'b' }), causes.notAList],
	])('ends with a problem if %s comes instead of a list', async (_, response, message) => {
		expect(await readList({ fetch: () => Promise.resolve(response) })).toMatchObject({
			message: expect.stringContaining(message),
		});
	});

	test.each([
		['number of pages', (page: PageQuery) => ({ ...answerEndlessly(page), text: '' }), 10_000],
		['text', (page: PageQuery) => ({ ...answerEndlessly(page), text: ' '.repeat(2 ** 28) }), 12],
	])('ends with a problem if the %s has no end', async (_, answer, maxRequests) => {
		let requests = 0;

		const fetch = async (page: PageQuery) => {
			requests++;

			return await Promise.resolve(answer(page));
		};

		expect(await readList({ fetch })).toMatchObject({
			message: expect.stringContaining('This list does not end'),
		});
		// Several are in flight at the same time.
		expect(requests).toBeLessThanOrEqual(maxRequests);
		expect(requests).toBeGreaterThan(maxRequests / 3);
	});
});

/** Answers with a page of one new row, which is never the last page. */
const answerEndlessly = ({ cursor = '1:0:0' }: PageQuery) => {
	const page = Number(cursor.split(':')[1]);
	const next = { next_cursor: `1:${page + 1}:0`, next_page_results: true, total_count: 10 ** 9 };

	return jsonResponse({ results: [{ id: `row-${page}` }], ...next });
};
