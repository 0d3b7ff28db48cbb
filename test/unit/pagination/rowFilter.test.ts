import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ListQuery, ValueFilter } from '../../../nodes/shared/model/call';
import { matchRow, type RowMatch } from '../../../nodes/shared/pagination/rowFilter';
import {
	type Behavior,
	BEHAVIORS,
	collectList,
	createListServer,
	readRecords,
	sliceRows,
	called,
} from './listServer';

/** Creates rows, every third of which is in state `done`. */
const createRows = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `row-${String(index)}`,
		state: index % 3 === 2 ? 'done' : 'open',
	}));

const doneFilter: ValueFilter = {
	field: called('State'),
	rowPath: 'state',
	test: 'is',
	values: ['done'],
};
const isDone = ({ state }: JsonObject) => state === 'done';

const LIMITS = [{}, ...[1, 7, 33, 100, 150, 1000].map((limit) => ({ limit }))];
const LIMITS_AND_OFFSETS: readonly Pick<ListQuery, 'limit' | 'offset'>[] = LIMITS.flatMap((limit) =>
	[0, 1, 5, 40, 100, 117, 240].map((offset) => ({ ...limit, offset })),
);

/** Reads a list with each limit and offset. @returns descriptions of the results that are wrong */
async function findFaults(behavior: Behavior, rowCount: number): Promise<string[]> {
	const faults: string[] = [];
	const rows = createRows(rowCount);

	for (const limitAndOffset of LIMITS_AND_OFFSETS) {
		const records = await readRecords(createListServer(rows, behavior), {
			serverFilters: [doneFilter],
			...limitAndOffset,
		});
		const expected = sliceRows(rows.filter(isDone), limitAndOffset);
		if (JSON.stringify(records) !== JSON.stringify(expected)) {
			faults.push(
				`${JSON.stringify(limitAndOffset)}: ${String(records.length)} instead of ${String(expected.length)}`,
			);
		}
	}

	return faults;
}

const byCursor: Behavior = { paging: 'cursor', maxPageSize: 1000, reportsTotal: true };

describe('a filter that the server ignores (row 8)', () => {
	test.each(BEHAVIORS)(
		'is applied by the node, and Limit and Offset count matching rows: paging $paging, pages of $maxPageSize, total $reportsTotal',
		async (behavior) => {
			for (const rowCount of [0, 1, 3, 99, 250, 350]) {
				expect(await findFaults(behavior, rowCount)).toEqual([]);
			}
		},
	);

	test('takes no more requests than the list has pages', async () => {
		const server = createListServer(createRows(1000), byCursor);

		await collectList(server, { serverFilters: [doneFilter] });
		expect(server.requests).toHaveLength(10);
		expect(server.maxInFlight()).toBe(8);
	});

	test('takes pages of 100 for a small limit, until enough rows match', async () => {
		const server = createListServer(createRows(1000), byCursor);
		const records = await readRecords(server, { serverFilters: [doneFilter], limit: 40 });

		expect(records).toEqual(createRows(120).filter(isDone));
		expect(server.requests.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[100, '100:1:0'],
		]);
	});

	test('starts over from the first row if Offset was left to the server', async () => {
		const server = createListServer(createRows(1000), byCursor);
		const records = await readRecords(server, {
			serverFilters: [doneFilter],
			offset: 150,
			limit: 10,
		});

		expect(records).toEqual(createRows(480).filter(isDone).slice(150));
		expect(server.requests.map(({ offset }) => offset)).toEqual([150, 0, 100, 200, 300, 400]);
	});

	test.each(['offset', 'cursor'] as const)(
		'is detected if the requested rows match, but those before them do not (paging by %s)',
		async (paging) => {
			const rows = createRows(300).map((row, index) =>
				index < 100 ? row : { ...row, state: 'done' },
			);
			const server = createListServer(rows, { paging, maxPageSize: 100, reportsTotal: true });
			const records = await readRecords(server, {
				serverFilters: [doneFilter],
				offset: 100,
				limit: 20,
			});

			expect(records).toEqual(rows.filter(isDone).slice(100, 120));
		},
	);

	test('is counted in the statistics', async () => {
		const { statistics } = await collectList(createListServer(createRows(250), byCursor), {
			serverFilters: [doneFilter],
		});

		expect(statistics).toEqual({
			received: 250,
			total: 250,
			matching: 83,
			ignoredFilters: ['State'],
			clientFilters: [],
			withoutValue: 0,
		});
	});

	test('is not blamed for the rows that another filter left out', async () => {
		const { statistics } = await collectList(createListServer(createRows(9), byCursor), {
			serverFilters: [
				{ field: called('Project'), rowPath: 'project', test: 'is', values: ['p'] },
				doneFilter,
			],
		});

		expect(statistics).toMatchObject({
			ignoredFilters: ['State'],
			received: 9,
			matching: 3,
		});
	});
});

describe('a filter that the server honors', () => {
	test.each(BEHAVIORS)(
		'returns the requested rows: paging $paging, pages of $maxPageSize, total $reportsTotal',
		async (behavior) => {
			expect(await findFaults({ ...behavior, filter: isDone }, 350)).toEqual([]);
		},
	);

	test.each(BEHAVIORS)(
		'takes as many requests as no filter, and one more for an offset behind the first page: paging $paging, pages of $maxPageSize, total $reportsTotal',
		async (behavior) => {
			const readRequests = async (filters: ValueFilter[], limit: number, offset: number) => {
				const server = createListServer(createRows(750).filter(isDone), behavior);

				await collectList(server, { serverFilters: filters, limit, offset });

				return server.requests.map((page) => [page.limit, page.offset]);
			};

			for (const limit of [1, 40, 100, 150, 1000]) {
				for (const offset of [0, 5, 120]) {
					const filtered = await readRequests([doneFilter], limit, offset);
					const unfiltered = await readRequests([], limit, offset);
					if (behavior.paging === 'cursor') {
						// One shows whether rows before the offset match, and one where smaller pages begin.
						const extraRequests = behavior.maxPageSize < 100 ? 2 : 1;
						const allowed = unfiltered.length + (offset < 100 ? 0 : extraRequests);

						expect(filtered.length).toBeLessThanOrEqual(allowed);
					} else if (offset === 0) {
						expect(filtered).toEqual(unfiltered);
					} else {
						expect(filtered).toHaveLength(unfiltered.length);
					}
				}
			}
		},
	);

	test('is not reported as ignored', async () => {
		const server = createListServer(createRows(250), {
			paging: 'offset',
			maxPageSize: 100,
			reportsTotal: true,
			filter: isDone,
		});
		const { statistics } = await collectList(server, { serverFilters: [doneFilter] });

		expect(statistics).toEqual({
			received: 83,
			total: 83,
			matching: 83,
			ignoredFilters: [],
			clientFilters: [],
			withoutValue: 0,
		});
	});
});

describe('a row', () => {
	const assigneeFilter: ValueFilter = {
		field: called('Assignee'),
		rowPath: 'assignees',
		test: 'is',
		values: ['ada'],
	};
	const isKept = async (row: JsonObject, filter: ValueFilter = assigneeFilter) =>
		(await readRecords(createListServer([row], byCursor), { serverFilters: [filter] })).length ===
		1;

	test.each<[title: string, isMatch: boolean, assignees: JsonObject[string]]>([
		['matches a filter by an ID', true, 'ada'],
		['matches a filter by an ID in another case', true, 'ADA'],
		['matches by a record with the ID, as Expand returns it', true, { id: 'ada', name: 'Ada' }],
		['matches by a list with the ID', true, ['bob', 'ada']],
		['matches by a list with a record', true, [{ id: 'bob' }, { id: 'ada' }]],
		['does not match by another ID', false, 'bob'],
		['does not match by an ID that contains the other', false, 'adam'],
		['does not match by a record with another ID', false, { id: 'bob', name: 'ada' }],
		['does not match by a record without an ID', false, { name: 'ada' }],
		['does not match by an empty list', false, []],
		['does not match by a list of others', false, ['bob', { id: 'eve' }]],
		['does not match by null', false, null],
		['does not match by a boolean', false, true],
	])('%s', async (_, isMatch, assignees) => {
		expect(await isKept({ id: 1, assignees })).toBe(isMatch);
	});

	test('is kept if it lacks the field, because it cannot be judged', async () => {
		expect(await isKept({ id: 1 })).toBe(true);
	});

	test.each([
		['an ID that is a number', 7, ['7']],
		['one of several IDs', 'b', ['a', ' b']],
	])('matches a filter by %s', async (_, state, values) => {
		expect(await isKept({ id: 1, state }, { ...doneFilter, values })).toBe(true);
	});
});

describe('a filter that only the node applies', () => {
	const row: JsonObject = {
		name: 'Call the Printer Shop',
		priority: 'high',
		assignees: [],
		labels: ['a', { id: 'B' }],
		state: { group: 'started' },
		parent: null,
		start_date: '2026-11-21',
		updated_at: '2026-11-21T12:00:00.5+01:00',
		empty: [],
	};
	const sameTime = '2026-11-21T11:00:00.500Z';
	const laterTime = '2026-11-21T12:00:00.000Z';

	test.each<[path: string, test: ValueFilter['test'], values: string[], expected: RowMatch]>([
		['priority', 'is', ['urgent', 'HIGH'], 'matches'],
		['priority', 'is', ['low'], 'differs'],
		['labels', 'is', ['c', 'b'], 'matches'],
		['labels', 'is', ['c'], 'differs'],
		['empty', 'is', ['a'], 'differs'],
		['state.group', 'is', ['started'], 'matches'],
		['state.group', 'is', ['completed'], 'differs'],
		['parent', 'is', ['p'], 'differs'],
		['missing', 'is', ['a'], 'unknown'],
		['priority.group', 'is', ['started'], 'unknown'],
		['start_date', 'from', ['2026-11-21'], 'matches'],
		['start_date', 'from', ['2026-11-22'], 'differs'],
		['start_date', 'to', ['2026-11-21'], 'matches'],
		['start_date', 'to', ['2026-11-20'], 'differs'],
		['updated_at', 'from', [sameTime], 'matches'],
		['updated_at', 'from', [laterTime], 'differs'],
		['updated_at', 'before', [laterTime], 'matches'],
		['updated_at', 'before', [sameTime], 'differs'],
		['updated_at', 'to', [sameTime], 'matches'],
		['parent', 'from', ['2026-11-21'], 'differs'],
		['parent', 'before', [laterTime], 'differs'],
		['missing', 'to', ['2026-11-21'], 'unknown'],
		['priority', 'from', ['2026-11-21'], 'unknown'],
		['name', 'contains', ['PRINTER '], 'matches'],
		['name', 'contains', ['printers'], 'differs'],
		['parent', 'contains', ['printer'], 'differs'],
		['missing', 'contains', ['printer'], 'unknown'],
		['assignees', 'isEmpty', ['true'], 'matches'],
		['assignees', 'isEmpty', ['false'], 'differs'],
		['labels', 'isEmpty', ['true'], 'differs'],
		['labels', 'isEmpty', ['false'], 'matches'],
		['missing', 'isEmpty', ['true'], 'unknown'],
	])('compares %s by the test %s with %j and returns %p', (path, test, values, expected) => {
		expect(matchRow(row, { rowPath: path, test, values })).toBe(expected);
	});

	test('keeps the rows without a value and counts them', async () => {
		const rows = [{ id: 'a', ...row }, { id: 'b', priority: 'low' }, { id: 'c' }];
		const isHigh = { rowPath: 'priority', test: 'is', values: ['high'] } as const;
		const query = { clientFilters: [{ field: called('Priority'), ...isHigh }], limit: 5 };
		const { records, statistics } = await collectList(createListServer(rows, byCursor), query);

		expect(records.map(({ id }) => id)).toEqual(['a', 'c']);
		expect(statistics).toMatchObject({
			received: 3,
			matching: 2,
			clientFilters: ['Priority'],
			withoutValue: 1,
		});
	});
});
