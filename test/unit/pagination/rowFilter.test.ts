import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type {
	ListQuery,
	ServerFilterValues,
	ClientFilterValues,
} from '../../../nodes/shared/model/call';
import { meets } from '../../../nodes/shared/pagination/rowFilter';
import { collectFrom, recordsFrom, serverOf, SERVERS, wantedOf, type Behaviour } from './servers';

/** `n` rows, every third of which is in the state `done`. */
const rowsOf = (n: number): JsonObject[] =>
	Array.from({ length: n }, (_, index) => ({
		id: `row-${String(index)}`,
		state: index % 3 === 2 ? 'done' : 'open',
	}));

const done = { displayName: 'State', rowPath: 'state', values: ['done'] };
const isDone = ({ state }: JsonObject) => state === 'done';

const LIMITS = [{}, ...[1, 7, 33, 100, 150, 1000].map((limit) => ({ limit }))];
const SPANS: readonly Pick<ListQuery, 'limit' | 'offset'>[] = LIMITS.flatMap((limit) =>
	[0, 1, 5, 40, 100, 117, 240].map((offset) => ({ ...limit, offset })),
);

/** What comes out for each limit and offset, in place of what should; `[]`: all is right. */
async function faults(behaviour: Behaviour, n: number): Promise<string[]> {
	const found: string[] = [];

	for (const span of SPANS) {
		const records = await recordsFrom(serverOf(rowsOf(n), behaviour), {
			serverFilters: [done],
			...span,
		});
		const wanted = wantedOf(rowsOf(n).filter(isDone), span);
		if (JSON.stringify(records) !== JSON.stringify(wanted)) {
			found.push(`${JSON.stringify(span)}: ${String(records.length)} of ${String(wanted.length)}`);
		}
	}

	return found;
}

const byCursor: Behaviour = { follows: 'cursor', cap: 1000, tells: true };

describe('a filter that the server ignores (row 8)', () => {
	test.each(SERVERS)(
		'is applied here, and Limit and Offset count the rows that pass: $follows, pages of $cap, total $tells',
		async (behaviour) => {
			for (const n of [0, 1, 3, 99, 250, 350]) expect(await faults(behaviour, n)).toEqual([]);
		},
	);

	test('takes no more pages than it must, for all rows', async () => {
		const server = serverOf(rowsOf(1000), byCursor);

		await collectFrom(server, { serverFilters: [done] });
		expect(server.asked).toHaveLength(10);
		expect(server.concurrency()).toBe(8);
	});

	test('takes pages of 100 for a small limit, until so many pass', async () => {
		const server = serverOf(rowsOf(1000), byCursor);
		const records = await recordsFrom(server, { serverFilters: [done], limit: 40 });

		expect(records).toEqual(rowsOf(120).filter(isDone));
		expect(server.asked.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[100, '100:1:0'],
		]);
	});

	test('starts over from the first row where Offset was left to the server', async () => {
		const server = serverOf(rowsOf(1000), byCursor);
		const records = await recordsFrom(server, { serverFilters: [done], offset: 150, limit: 10 });

		expect(records).toEqual(rowsOf(480).filter(isDone).slice(150));
		expect(server.asked.map(({ offset }) => offset)).toEqual([150, 0, 100, 200, 300, 400]);
	});

	test.each(['offset', 'cursor'] as const)(
		'is found out where all rows that were asked for pass, and not those before them (%s)',
		async (follows) => {
			const rows = rowsOf(300).map((row, index) => (index < 100 ? row : { ...row, state: 'done' }));
			const server = serverOf(rows, { follows, cap: 100, tells: true });
			const records = await recordsFrom(server, { serverFilters: [done], offset: 100, limit: 20 });

			expect(records).toEqual(rows.filter(isDone).slice(100, 120));
		},
	);

	test('is counted in the statistics', async () => {
		const { statistics } = await collectFrom(serverOf(rowsOf(250), byCursor), {
			serverFilters: [done],
		});

		expect(statistics).toEqual({ seen: 250, fitting: 83, ignored: ['State'], own: [], unsaid: 0 });
	});

	test('is not blamed for what another one left out', async () => {
		const { statistics } = await collectFrom(serverOf(rowsOf(9), byCursor), {
			serverFilters: [{ displayName: 'Project', rowPath: 'project', values: ['p'] }, done],
		});

		expect(statistics).toMatchObject({ ignored: ['State'], seen: 9, fitting: 3 });
	});
});

describe('a filter that the server honours', () => {
	test.each(SERVERS)(
		'gives the rows asked for: $follows, pages of $cap, total $tells',
		async (behaviour) => {
			expect(await faults({ ...behaviour, filter: isDone }, 350)).toEqual([]);
		},
	);

	test.each(SERVERS)(
		'takes the requests that no filter takes, and one more for an offset behind the first page: $follows, pages of $cap, total $tells',
		async (behaviour) => {
			const asked = async (filters: ServerFilterValues[], limit: number, offset: number) => {
				const server = serverOf(rowsOf(750).filter(isDone), behaviour);

				await collectFrom(server, { serverFilters: filters, limit, offset });

				return server.asked.map((page) => [page.limit, page.offset]);
			};

			for (const limit of [1, 40, 100, 150, 1000]) {
				for (const offset of [0, 5, 120]) {
					const filtered = await asked([done], limit, offset);
					const usual = await asked([], limit, offset);
					if (behaviour.follows === 'cursor') {
						// Whether rows before the offset pass, and where smaller pages begin.
						const more = offset < 100 ? 0 : behaviour.cap < 100 ? 2 : 1;

						expect(filtered.length).toBeLessThanOrEqual(usual.length + more);
					} else if (offset === 0) expect(filtered).toEqual(usual);
					else expect(filtered).toHaveLength(usual.length);
				}
			}
		},
	);

	test('has nothing left out', async () => {
		const server = serverOf(rowsOf(250), {
			follows: 'offset',
			cap: 100,
			tells: true,
			filter: isDone,
		});
		const { statistics } = await collectFrom(server, { serverFilters: [done] });

		expect(statistics).toEqual({ seen: 83, fitting: 83, ignored: [], own: [], unsaid: 0 });
	});
});

describe('a row', () => {
	const assignee = { displayName: 'Assignee', rowPath: 'assignees', values: ['ada'] };
	const passes = async (row: JsonObject, filter: ServerFilterValues = assignee) =>
		(await recordsFrom(serverOf([row], byCursor), { serverFilters: [filter] })).length === 1;

	test.each<[title: string, passes: boolean, assignees: JsonObject[string]]>([
		['passes a filter by its ID', true, 'ada'],
		['passes a filter by its ID in another case', true, 'ADA'],
		['passes by a record with the ID, as Expand gives it', true, { id: 'ada', name: 'Ada' }],
		['passes by a list with the ID', true, ['bob', 'ada']],
		['passes by a list with a record', true, [{ id: 'bob' }, { id: 'ada' }]],
		['does not pass by another ID', false, 'bob'],
		['does not pass by an ID that holds it', false, 'adam'],
		['does not pass by a record with another ID', false, { id: 'bob', name: 'ada' }],
		['does not pass by a record without an ID', false, { name: 'ada' }],
		['does not pass by an empty list', false, []],
		['does not pass by a list of others', false, ['bob', { id: 'eve' }]],
		['does not pass by null', false, null],
		['does not pass by a truth value', false, true],
	])('%s', async (_, isPassing, assignees) => {
		expect(await passes({ id: 1, assignees })).toBe(isPassing);
	});

	test('passes a filter where it lacks the field, because it cannot be judged', async () => {
		expect(await passes({ id: 1 })).toBe(true);
	});

	test.each([
		['an ID that is a number', 7, ['7']],
		['one of several IDs', 'b', ['a', ' b']],
	])('passes a filter by %s', async (_, state, values) => {
		expect(await passes({ id: 1, state }, { ...done, values })).toBe(true);
	});
});

describe("a test of the node's own", () => {
	const row: JsonObject = {
		priority: 'high',
		labels: ['a', { id: 'B' }],
		state: { group: 'started' },
		parent: null,
		start_date: '2026-11-21',
		updated_at: '2026-11-21T12:00:00.5+01:00',
		empty: [],
	};
	const [morning, noon] = ['2026-11-21T11:00:00.500Z', '2026-11-21T12:00:00.000Z'];

	test.each<
		[path: string, test: ClientFilterValues['test'], values: string[], meets: boolean | undefined]
	>([
		['priority', 'is', ['urgent', 'HIGH'], true],
		['priority', 'is', ['low'], false],
		['labels', 'is', ['c', 'b'], true],
		['labels', 'is', ['c'], false],
		['empty', 'is', ['a'], false],
		['state.group', 'is', ['started'], true],
		['state.group', 'is', ['completed'], false],
		['parent', 'is', ['p'], false],
		['missing', 'is', ['a'], undefined],
		['priority.group', 'is', ['started'], undefined],
		['start_date', 'from', ['2026-11-21'], true],
		['start_date', 'from', ['2026-11-22'], false],
		['start_date', 'to', ['2026-11-21'], true],
		['start_date', 'to', ['2026-11-20'], false],
		['updated_at', 'from', [morning], true],
		['updated_at', 'from', [noon], false],
		['updated_at', 'before', [noon], true],
		['updated_at', 'before', [morning], false],
		['updated_at', 'to', [morning], true],
		['parent', 'from', ['2026-11-21'], false],
		['parent', 'before', [noon], false],
		['missing', 'to', ['2026-11-21'], undefined],
		['priority', 'from', ['2026-11-21'], undefined],
	])('of %s: %s %j is met: %p', (path, test, values, isMet) => {
		expect(meets(row, { displayName: 'A', rowPath: path, test, values })).toBe(isMet);
	});

	test('is applied by the node, which counts the rows that do not say', async () => {
		const rows = [{ id: 'a', ...row }, { id: 'b', priority: 'low' }, { id: 'c' }];
		const isHigh = { rowPath: 'priority', test: 'is', values: ['high'] } as const;
		const query = { clientFilters: [{ displayName: 'Priority', ...isHigh }], limit: 5 };
		const { records, statistics } = await collectFrom(serverOf(rows, byCursor), query);

		expect(records.map(({ id }) => id)).toEqual(['a', 'c']);
		expect(statistics).toMatchObject({ seen: 3, fitting: 2, own: ['Priority'], unsaid: 1 });
	});
});
