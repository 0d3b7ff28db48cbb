import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import {
	isSorted,
	NewRowReader,
	readFirstOrder,
	type RowSource,
	choosePage,
} from '../../../nodes/PlanePollingTrigger/changes/NewRowReader';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { isProblem } from '../../../nodes/shared/result/problem';
import { pageOf } from './fakeProjectApi';

/** The numbers from `first` down to `last`. */
const countDown = (first: number, last = 1): number[] =>
	Array.from({ length: first - last + 1 }, (_, index) => first - index);

/** The numbers from `first` up to `last`. */
const countUp = (first: number, last: number): number[] => countDown(last, first).reverse();

const rowOf = (number: number, id = number): JsonObject => ({ id, number });
const readOrder = ({ number }: JsonObject) => (typeof number === 'number' ? number : undefined);

const UNAVAILABLE = failed('Unavailable', '');

/** Requests after which a test assumes that reading never ends. */
const MAX_REQUESTS = 50;

interface Scenario {
	readonly oldestRelevant?: number;
	readonly newerRows?: number;
	/** Rows of a page at most. */
	readonly pageSize?: number;
	readonly pageOverrides?: Partial<ListPage>;
	/** Changes the rows before a request, counted from 1. */
	readonly changeBefore?: readonly [
		request: number,
		change: (rows: readonly JsonObject[]) => JsonObject[],
	];
	/** The request that fails, counted from 1. */
	readonly failingRequest?: number;
	/** ID of the row at which the caller stops. */
	readonly stopAt?: number;
	/** IDs of rows that have been processed. */
	readonly processed?: readonly number[];
}

/** Reads a list, newest row first, of which each row is given by its order or as a whole. */
async function readNewRows(list: readonly (number | JsonObject)[], scenario: Scenario = {}) {
	const { oldestRelevant = 0, newerRows, pageSize = 10, changeBefore, failingRequest } = scenario;
	let rows = list.map((row) => (typeof row === 'number' ? rowOf(row) : row));
	/** In short: the size and offset of each page. */
	const requests: string[] = [];
	const yielded: unknown[] = [];
	const source: RowSource = {
		fetchPage: async (size, offset, fields) => {
			requests.push(`${size}@${offset}${fields === 'all' ? ' whole' : ''}`);
			if (requests.length === changeBefore?.[0]) rows = changeBefore[1](rows);
			if (requests.length === failingRequest) return UNAVAILABLE;
			if (requests.length > MAX_REQUESTS) throw new Error(requests.join());

			const rowsPerPage = Math.min(size, pageSize);
			const start = offset - (offset % rowsPerPage);

			return await Promise.resolve(
				pageOf(rows.slice(start, start + rowsPerPage), {
					hasMore: start + rowsPerPage < rows.length,
					cursor: { size: rowsPerPage, page: start / rowsPerPage },
					...scenario.pageOverrides,
				}),
			);
		},
		readOrder,
		oldestRelevant,
		...(newerRows !== undefined && { newerRows }),
		isNew: ({ id }) => !yielded.includes(id) && scenario.processed?.includes(Number(id)) !== true,
	};
	const reader = new NewRowReader(source);
	const head = await source.fetchPage(100, 0, 'order');
	if (isProblem(head)) throw new Error(head.message);

	for await (const { id } of reader.newRows(head)) {
		if (id === scenario.stopAt) break;

		yielded.push(id);
	}

	const { isComplete, position, problem } = reader;

	return { isComplete, position, problem, requests, yielded };
}

const COMPLETE = { isComplete: true, problem: undefined };

describe('reading the new rows of a list that fits on one page', () => {
	test.each([
		['all rows are too old', { oldestRelevant: 4 }],
		['all rows have been processed', { oldestRelevant: 2, processed: [2, 3] }],
	])('takes one request if %s', async (_, scenario) => {
		expect(await readNewRows(countDown(3), scenario)).toEqual({
			...COMPLETE,
			position: {},
			requests: ['100@0'],
			yielded: [],
		});
	});

	test('takes one request if the list is empty', async () => {
		expect(await readNewRows([])).toMatchObject({ ...COMPLETE, requests: ['100@0'] });
	});

	test('yields the new rows oldest first, without those that are too old or processed', async () => {
		expect(await readNewRows(countDown(6), { oldestRelevant: 2, processed: [4] })).toEqual({
			...COMPLETE,
			position: { order: 6, newerRows: 0 },
			requests: ['100@0', '100@0 whole'],
			yielded: [2, 3, 5, 6],
		});
	});

	test('continues page by page if the list has grown in the meantime', async () => {
		const grow = (rows: readonly JsonObject[]) => [
			...countDown(26, 7).map((n) => rowOf(n)),
			...rows,
		];

		const { yielded, requests } = await readNewRows(countDown(6), { changeBefore: [2, grow] });

		expect(yielded).toEqual(countUp(1, 26));
		expect(requests).toEqual([
			'100@0',
			'100@0 whole',
			'10@10',
			'10@20',
			'10@20 whole',
			'7@14 whole',
			'8@8 whole',
			'10@0 whole',
		]);
	});

	test.each([
		['as many rows as the page', 3, true],
		['more rows than the page', 4, false],
		['fewer rows than the page', 2, true],
	])('recognizes the last page by a total of %s', async (_, total, isLastPage) => {
		const { requests } = await readNewRows(countDown(3), {
			pageOverrides: { hasMore: undefined, total },
			oldestRelevant: 1,
			processed: [1, 2, 3],
		});

		expect(requests.length === 1).toBe(isLastPage);
	});

	test('requests further pages if the server says that there are some, whatever the total', async () => {
		const pageOverrides = { hasMore: true, total: 3 };

		const { requests } = await readNewRows(countDown(3), {
			pageOverrides,
			oldestRelevant: 1,
			failingRequest: 2,
		});

		expect(requests).toEqual(['100@0', '10@10']);
	});

	test('requests no further page if a row of the first one is too old', async () => {
		const pageOverrides = { hasMore: true, total: 3 };

		const { requests } = await readNewRows(countDown(3), {
			pageOverrides,
			oldestRelevant: 3,
			processed: [3],
		});

		expect(requests).toEqual(['100@0']);
	});

	test('is interrupted if the whole rows cannot be read', async () => {
		const { isComplete, position, problem, requests } = await readNewRows(countDown(3), {
			failingRequest: 2,
		});

		expect(isComplete).toBe(false);
		expect(problem).toBe(UNAVAILABLE);
		expect(position).toEqual({});
		expect(requests).toHaveLength(2);
	});

	test('yields rows that appear without their order', async () => {
		const loseOrder = () => [rowOf(3), { id: 2 }];

		const { isComplete, position, yielded } = await readNewRows([3, 2], {
			oldestRelevant: 1,
			changeBefore: [2, loseOrder],
		});

		expect(isComplete).toBe(true);
		expect(position).toEqual({ order: 3, newerRows: 0 });
		expect(yielded).toEqual([2, 3]);
	});

	test('takes a newest row without an order as the oldest relevant one', async () => {
		const { position } = await readNewRows([3], {
			oldestRelevant: 1,
			changeBefore: [2, () => [{ id: 3 }]],
		});

		expect(position.order).toBe(1);
	});
});

describe('reading the new rows of a list of several pages', () => {
	/** The search for the page that reaches back far enough: by steps that double, then by halves. */
	const SEARCH = ['100@0', '10@10', '10@20', '10@40', '10@80', '10@60', '10@50', '10@50 whole'];
	/** Pages towards the newest row, each of which overlaps with the one before. */
	const TOWARDS_NEWEST = [
		'9@45 whole',
		'10@40 whole',
		'7@35 whole',
		'9@27 whole',
		'10@20 whole',
		'7@14 whole',
		'8@8 whole',
		'10@0 whole',
	];

	test('yields each row from the oldest relevant one to the newest once', async () => {
		expect(await readNewRows(countDown(70), { oldestRelevant: 21 })).toEqual({
			...COMPLETE,
			position: { order: 70, newerRows: 0 },
			requests: [...SEARCH, ...TOWARDS_NEWEST],
			yielded: countUp(21, 70),
		});
	});

	test.each([
		['at the page that an earlier read got to', 25, 35, ['10@30 whole', '8@24 whole']],
		[
			'at the page that an earlier read got to if its first row is relevant',
			30,
			39,
			['10@30 whole', '8@24 whole'],
		],
		[
			'nearer to the newest row if the page of an earlier read is too old',
			31,
			35,
			['10@30 whole', '10@10', '10@20'],
		],
		[
			'further back if the page of an earlier read is too new',
			15,
			35,
			['10@30 whole', '10@40', '10@40 whole'],
		],
		['with the second page if an earlier read got to the first one', 45, 3, ['10@10 whole']],
	])('begins %s', async (_, oldestRelevant, newerRows, expectedRequests) => {
		const { yielded, requests } = await readNewRows(countDown(60), { oldestRelevant, newerRows });

		expect(yielded).toEqual(countUp(oldestRelevant, 60));
		expect(requests.slice(1, 1 + expectedRequests.length)).toEqual(expectedRequests);
	});

	test('requests pages of 100 if the server does not say how large they are', async () => {
		const { requests, yielded } = await readNewRows(countDown(150), {
			pageSize: 100,
			pageOverrides: { cursor: undefined },
		});

		expect(yielded).toEqual(countUp(1, 150));
		expect(requests).toEqual(['100@0', '100@100', '100@100 whole', '51@51 whole', '100@0 whole']);
	});

	test('yields all remaining rows if the last ones are deleted in the meantime', async () => {
		const { yielded, requests } = await readNewRows(countDown(60), {
			oldestRelevant: 5,
			changeBefore: [8, (rows) => rows.slice(0, 38)],
		});

		expect(requests).toEqual([...SEARCH, ...TOWARDS_NEWEST]);
		expect(yielded).toEqual(countUp(23, 60));
	});

	const EVEN_NUMBERS = countUp(1, 60).filter((id) => id % 2 === 0);

	test.each<readonly [request: number, rowsPerOrder: number, processed: readonly number[]]>(
		countUp(3, 11).flatMap((request) => [
			[request, 1, []] as const,
			[request, 1, EVEN_NUMBERS] as const,
			[request, 15, []] as const,
		]),
	)(
		'misses no row if rows are added and moved before request %i, if %i have the same order, and if these are processed: %j',
		async (request, rowsPerOrder, processed) => {
			const movedIds = [30, 33, 39, 50];

			const addAndMove = (rows: readonly JsonObject[]) => [
				...countDown(85, 71).map((id) => rowOf(id)),
				...movedIds.map((id, index) => rowOf(70 - index / 10, id)),
				...rows.filter(({ id }) => !movedIds.includes(Number(id))),
			];

			const rows = countDown(60).map((id) => rowOf(Math.ceil(id / rowsPerOrder), id));

			const { isComplete, position, problem, yielded } = await readNewRows(rows, {
				oldestRelevant: Math.ceil(21 / rowsPerOrder),
				changeBefore: [request, addAndMove],
				processed,
			});
			const relevantIds = [...countUp(rowsPerOrder === 1 ? 21 : 16, 60), ...countUp(71, 85)];
			const dueIds = relevantIds.filter((id) => !processed.includes(id));

			expect({ isComplete, problem }).toEqual(COMPLETE);
			expect(position).toEqual({ order: 85, newerRows: 0 });
			expect(yielded.map(Number).sort((a, b) => a - b)).toEqual(dueIds);
		},
	);

	test('continues through pages whose rows all have the same order', async () => {
		const rows = countDown(60).map((id) => rowOf(Math.ceil(id / 15), id));

		expect(await readNewRows(rows, { oldestRelevant: 2 })).toEqual({
			...COMPLETE,
			position: { order: 4, newerRows: 0 },
			requests: [
				'100@0',
				'10@10',
				'10@20',
				'10@40',
				'10@30',
				'10@40 whole',
				...TOWARDS_NEWEST.slice(2),
			],
			yielded: countUp(16, 60),
		});
	});

	test.each([
		[2, {}, []],
		[3, { newerRows: 10 }, []],
		[6, { newerRows: 40 }, []],
		[8, { newerRows: 50 }, []],
		[9, { order: 20, newerRows: 50 }, []],
		[11, { order: 30, newerRows: 40 }, countUp(21, 30)],
	])('says how far it got if request %i fails', async (failingRequest, position, yielded) => {
		expect(await readNewRows(countDown(70), { oldestRelevant: 21, failingRequest })).toMatchObject({
			isComplete: false,
			position,
			problem: UNAVAILABLE,
			yielded,
		});
	});

	test('says how far it got if the caller stops at a row', async () => {
		expect(await readNewRows(countDown(70), { oldestRelevant: 21, stopAt: 38 })).toMatchObject({
			isComplete: false,
			position: { order: 37, newerRows: 33 },
			problem: undefined,
			yielded: countUp(21, 37),
		});
	});

	test('has no position if the caller stops at the first row', async () => {
		expect(await readNewRows(countDown(3), { stopAt: 1 })).toMatchObject({
			isComplete: false,
			position: {},
		});
	});
});

describe('the chosen page', () => {
	test.each([
		[0, 100, 100, 0],
		[100, 100, 51, 51],
		[1, 2, 2, 0],
		[4, 2, 2, 4],
	])(
		'for row %i, with at most %i rows, has %i rows from row %i on',
		(row, largest, size, start) => {
			expect(choosePage(row, largest)).toEqual({ size, start });
		},
	);

	test('contains its row, and as many newer ones as possible', () => {
		fc.assert(
			fc.property(fc.nat(500), fc.integer({ min: 2, max: 100 }), (row, largest) => {
				const { size, start } = choosePage(row, largest);
				const possibleStarts = countUp(2, largest).map((pageSize) => row - (row % pageSize));

				expect(start % size).toBe(0);
				expect(start + size).toBeGreaterThan(row);
				expect(size).toBeLessThanOrEqual(largest);
				expect(start).toBe(Math.min(...possibleStarts));
			}),
		);
	});

	test('has at most 100 rows by default', () => {
		expect(choosePage(250)).toEqual(choosePage(250, 100));
	});
});

describe('the order of a page', () => {
	test.each([
		['equal orders', [rowOf(2), rowOf(2), rowOf(1)], true],
		['rising orders', [rowOf(1), rowOf(2)], false],
		['a row without an order at the end', [rowOf(2), { id: 1 }], false],
		['no order at all', [{ id: 1 }], false],
		['an unsorted end', [rowOf(3), rowOf(1), rowOf(2)], false],
	])('is recognized as sorted or not: %s', (_, rows, expected) => {
		expect(isSorted({ readOrder }, pageOf(rows))).toBe(expected);
	});

	test('begins with that of the first row', () => {
		expect(readFirstOrder({ readOrder }, pageOf([rowOf(2), rowOf(1)]))).toBe(2);
		expect(readFirstOrder({ readOrder }, pageOf([]))).toBeUndefined();
	});
});
