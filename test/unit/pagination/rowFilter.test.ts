import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../../../nodes/shared/model/call';
import { collectFrom, serverOf, type Behaviour } from './servers';

/** `n` rows, every third of which is in the state `done`. */
const rowsOf = (n: number): JsonObject[] =>
	Array.from({ length: n }, (_, index) => ({
		id: `row-${String(index)}`,
		state: index % 3 === 2 ? 'done' : 'open',
	}));

const done = { displayName: 'State', rowField: 'state', values: ['done'] };
const isDone = ({ state }: JsonObject) => state === 'done';

const kinds: readonly Behaviour['follows'][] = ['offset', 'cursor', 'nothing'];
const combinations = kinds.flatMap((follows) =>
	[20, 100, 1000]
		.filter((cap) => follows !== 'nothing' || cap === 1000)
		.flatMap((cap) => [true, false].map((tells) => ({ follows, cap, tells }))),
);
const LIMITS = [undefined, 1, 7, 33, 100, 150, 1000];
const OFFSETS = [0, 1, 5, 40, 100, 117, 240];

/** What comes out for each limit and offset, in place of what should; `[]`: all is right. */
async function faults(behaviour: Behaviour, n: number): Promise<string[]> {
	const found: string[] = [];
	for (const limit of LIMITS) {
		for (const offset of OFFSETS) {
			const rows = rowsOf(n);
			const wish = { filters: [done], offset, ...(limit === undefined ? {} : { limit }) };
			const { records } = await collectFrom(
				serverOf(() => rows, behaviour),
				wish,
			);
			const wanted = rows
				.filter(isDone)
				.slice(offset, limit === undefined ? undefined : offset + limit);
			if (JSON.stringify(records) !== JSON.stringify(wanted)) {
				found.push(
					`limit ${String(limit)}, offset ${String(offset)}: ${String(records.length)} of ${String(wanted.length)}`,
				);
			}
		}
	}
	return found;
}

describe('a filter that the server ignores (observed row 8)', () => {
	test.each(combinations)(
		'is applied here, and Limit and Offset count the rows that pass: $follows, pages of $cap, total $tells',
		async (behaviour) => {
			for (const n of [0, 1, 3, 99, 250, 350]) expect(await faults(behaviour, n)).toEqual([]);
		},
	);

	test('takes no more pages than it must, for all rows', async () => {
		const server = serverOf(() => rowsOf(1000), { follows: 'cursor', cap: 1000, tells: true });
		await collectFrom(server, { filters: [done] });
		expect(server.asked).toHaveLength(10);
		expect(server.concurrency()).toBe(8);
	});

	test('takes pages of 100 for a small limit, until so many pass', async () => {
		const server = serverOf(() => rowsOf(1000), { follows: 'cursor', cap: 1000, tells: true });
		const { records } = await collectFrom(server, { filters: [done], limit: 40 });
		expect(records).toEqual(rowsOf(120).filter(isDone));
		expect(server.asked.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[100, '100:1:0'],
		]);
	});

	test('starts over from the first row where Offset was left to the server', async () => {
		const server = serverOf(() => rowsOf(1000), { follows: 'cursor', cap: 1000, tells: true });
		const { records } = await collectFrom(server, { filters: [done], offset: 150, limit: 10 });
		expect(records).toEqual(rowsOf(480).filter(isDone).slice(150));
		expect(server.asked.map(({ offset }) => offset)).toEqual([150, 0, 100, 200, 300, 400]);
	});

	test.each(['offset', 'cursor'] as const)(
		'is found out where all rows that were asked for pass, and not those before them (%s)',
		async (follows) => {
			const rows = rowsOf(300).map((row, index) => (index < 100 ? row : { ...row, state: 'done' }));
			const server = serverOf(() => rows, { follows, cap: 100, tells: true });
			const { records } = await collectFrom(server, { filters: [done], offset: 100, limit: 20 });
			expect(records).toEqual(rows.filter(isDone).slice(100, 120));
		},
	);

	test('is accounted for', async () => {
		const server = serverOf(() => rowsOf(250), { follows: 'cursor', cap: 1000, tells: true });
		const { statistics } = await collectFrom(server, { filters: [done] });
		expect(statistics).toEqual({ seen: 250, fitting: 83, ignored: ['State'], undated: 0 });
	});

	test('is not blamed for what another one left out', async () => {
		const server = serverOf(() => rowsOf(9), { follows: 'cursor', cap: 1000, tells: true });
		const { statistics } = await collectFrom(server, {
			filters: [{ displayName: 'Project', rowField: 'project', values: ['p'] }, done],
		});
		expect(statistics).toMatchObject({ ignored: ['State'], seen: 9, fitting: 3 });
	});
});

describe('a filter that the server honours', () => {
	test.each(combinations)(
		'gives the rows asked for: $follows, pages of $cap, total $tells',
		async (behaviour) => {
			expect(await faults({ ...behaviour, filter: isDone }, 350)).toEqual([]);
		},
	);

	test.each(combinations)(
		'takes the requests that no filter takes, and one more for an offset behind the first page: $follows, pages of $cap, total $tells',
		async (behaviour) => {
			const passing = rowsOf(750).filter(isDone);
			for (const limit of [1, 40, 100, 150, 1000]) {
				for (const offset of [0, 5, 120]) {
					const [filtered, plain] = [[done], []].map((filters) => ({
						server: serverOf(() => passing, behaviour),
						wish: { filters, limit, offset },
					}));
					if (filtered === undefined || plain === undefined) throw new Error('No servers');
					await collectFrom(filtered.server, filtered.wish);
					await collectFrom(plain.server, plain.wish);
					const [asked, usual] = [filtered, plain].map(({ server }) =>
						server.asked.map(({ limit: most, offset: skipped }) => [most, skipped]),
					);
					if (behaviour.follows === 'cursor') {
						// Whether rows before the offset pass, and where smaller pages begin.
						const more = offset < 100 ? 0 : behaviour.cap < 100 ? 2 : 1;
						expect(asked?.length).toBeLessThanOrEqual((usual?.length ?? 0) + more);
					} else if (offset === 0) expect(asked).toEqual(usual);
					else expect(asked).toHaveLength(usual?.length ?? 0);
				}
			}
		},
	);

	test('has nothing left out', async () => {
		const server = serverOf(() => rowsOf(250), {
			...{ follows: 'offset', cap: 100, tells: true },
			filter: isDone,
		});
		const { statistics } = await collectFrom(server, { filters: [done] });
		expect(statistics).toEqual({ seen: 83, fitting: 83, ignored: [], undated: 0 });
	});
});

describe('a row passes a filter', () => {
	const filters = [{ displayName: 'Assignee', rowField: 'assignees', values: ['ada'] }];
	const passes = async (row: JsonObject, wish: Partial<ListQuery> = {}) => {
		const server = serverOf(() => [row], { follows: 'offset', cap: 100, tells: true });
		return (await collectFrom(server, { filters, ...wish })).records.length === 1;
	};

	const passing: [title: string, assignees: JsonObject[string]][] = [
		['by its ID', 'ada'],
		['by its ID in another case', 'ADA'],
		['by a record with the ID, as Expand gives it', { id: 'ada', name: 'Ada' }],
		['by a list with the ID', ['bob', 'ada']],
		['by a list with a record', [{ id: 'bob' }, { id: 'ada' }]],
	];
	test.each(passing)('%s', async (_, assignees) => {
		expect(await passes({ id: 1, assignees })).toBe(true);
	});

	test('where it lacks the field, because it cannot be judged', async () => {
		expect(await passes({ id: 1 })).toBe(true);
	});

	test('by an ID that is a number', async () => {
		const values = [{ displayName: 'State', rowField: 'state', values: ['7'] }];
		expect(await passes({ id: 1, state: 7 }, { filters: values })).toBe(true);
	});

	test('by one of several IDs', async () => {
		const values = [{ displayName: 'State', rowField: 'state', values: ['a', ' b'] }];
		expect(await passes({ id: 1, state: 'b' }, { filters: values })).toBe(true);
	});

	const failing: [title: string, assignees: JsonObject[string]][] = [
		['another ID', 'bob'],
		['an ID that holds it', 'adam'],
		['a record with another ID', { id: 'bob', name: 'ada' }],
		['a record without an ID', { name: 'ada' }],
		['an empty list', []],
		['a list of others', ['bob', { id: 'eve' }]],
		['null', null],
		['a truth value', true],
	];
	test.each(failing)('but not by %s', async (_, assignees) => {
		expect(await passes({ id: 1, assignees })).toBe(false);
	});
});
