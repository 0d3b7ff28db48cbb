import { describe, expect, test } from '@jest/globals';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { EventSelection } from '../../../nodes/PlanePollingTrigger/changes/details';
import {
	isBegun,
	moveOn,
	poll,
	type SavedMark,
	stalledProjects,
} from '../../../nodes/PlanePollingTrigger/changes/poll';
import { problem, type Result } from '../../../nodes/shared/result/problem';
import { at, listsThat, pageOf } from './lists';

const selection: EventSelection = {
	feeds: ['created'],
	details: [],
	creations: false,
	isByEdit: false,
	fieldOf: () => undefined,
};

/** Work items that were created at these minutes, the newest first. */
const page = (...minutes: readonly number[]): ListPage =>
	pageOf(
		minutes.map((minute) => ({
			id: `i${minute}`,
			sequence_id: minute,
			created_at: at(`08:${minute}`),
		})),
	);

const denied = (status: number) => ({ ...failed(`Status ${status}`, ''), status });
const unsent = problem({ tag: 'notSent', message: 'The poll ended', description: '' });

/** Polls projects that answer so; after so many projects, nothing is to be sent any more. */
async function polled(
	before: SavedMark | undefined,
	answers: Readonly<Record<string, Result<ListPage>>>,
	budget = Infinity,
	more: Partial<EventSelection> = {},
) {
	const order: string[] = [];
	const names = { asked: '', projects: Object.keys(answers), ids: {} };
	const { foundEvents, ...result } = await poll(before, {
		names,
		selection: { ...selection, ...more },
		isSpent: () => order.length >= budget,
		listsOf: (project) => {
			order.push(project);

			return listsThat(() => answers[project] ?? pageOf([])).lists;
		},
	});

	expect(result.mark.names).toBe(names);

	return { ...result, order, foundEvents: foundEvents.map(({ event }) => event.record.id) };
}

describe('a poll of several projects', () => {
	const START = { a: page(10), b: page(10), c: page(10) };
	const begun = async () => (await polled(undefined, START)).mark;

	test('sets their marks at first, and reports nothing', async () => {
		const { mark, foundEvents, gone, problem: why } = await polled(undefined, START);

		expect([foundEvents, gone, why]).toEqual([[], [], undefined]);
		expect(mark).toMatchObject({ revision: 1, next: 0 });
		expect(Object.keys(mark.projects)).toEqual(['a', 'b', 'c']);
		expect((await polled(mark, START)).mark.revision).toBe(2);
	});

	test('tells what has happened in all of them in its order', async () => {
		const now = { a: page(14, 11), b: page(12), c: page(13) };
		const { foundEvents, mark } = await polled(await begun(), now);

		expect(foundEvents).toEqual(['i11', 'i12', 'i13', 'i14']);
		expect((await polled(mark, now)).foundEvents).toEqual([]);
	});

	test('gives each its turn where not all can be read', async () => {
		const first = await polled(await begun(), START, 2);

		expect([first.order, first.mark.next]).toEqual([['a', 'b'], 2]);
		expect(Object.keys(first.mark.projects).sort()).toEqual(['a', 'b', 'c']);
		const second = await polled(first.mark, START, 2);

		expect([second.order, second.mark.next]).toEqual([['c', 'a'], 1]);
		// Somebody has taken two projects away.
		const third = await polled(second.mark, { a: page(10) });

		expect([third.order, third.mark.next]).toEqual([['a'], 0]);
		const { mark } = await polled(second.mark, {});

		expect([mark.next, mark.projects]).toEqual([0, {}]);
	});

	test('begins with those that have no mark yet, whatever has been sent', async () => {
		const mark = await begun();
		const { b, ...others } = mark.projects;
		const before = { ...mark, projects: others, next: 2 };
		const all = await polled(before, START);

		expect([all.order, all.mark.next]).toEqual([['b', 'c', 'a'], 1]);
		const after = await polled(before, START, 0);

		expect([after.order, after.mark.next]).toEqual([['b'], 2]);
		expect(after.mark.projects).toEqual({ ...others, b });
		// One that has no mark for what is wanted now has none.
		const wider = await polled({ ...mark, next: 2 }, START, 0, { feeds: ['created', 'reported'] });

		expect(wider.order).toEqual(['c', 'a', 'b']);
	});

	test('ends with the first one that cannot be read once all is sent', async () => {
		const { order, mark, problem: why } = await polled(undefined, { ...START, a: denied(429) }, 0);

		expect([order, why]).toMatchObject([['a'], { message: 'Status 429' }]);
		expect(mark.projects).toEqual({ a: {} });
	});

	test.each([
		[403, ['b']],
		[404, ['b']],
		[500, []],
	])('goes on with the others, and says why one was not read: %i', async (status, gone) => {
		const now = { a: page(11), b: denied(status), c: denied(400) };
		const result = await polled(await begun(), now);

		expect(result).toMatchObject({
			gone,
			foundEvents: ['i11'],
			problem: { message: `Status ${status}` },
		});
	});

	test('says nothing of what is left for the next one', async () => {
		const result = await polled(await begun(), { a: unsent, b: denied(400) });

		expect(result.problem?.message).toBe('Status 400');
		expect(await polled(await begun(), { a: unsent })).not.toHaveProperty('problem');
	});
});

describe('the memory of a trigger', () => {
	const mark = (revision: number, projects: SavedMark['projects'] = {}): SavedMark => ({
		revision,
		projects,
		next: 0,
		names: { asked: '', projects: [], ids: {} },
	});

	test('moves on as long as no other poll has moved it', () => {
		const memory = { mark: mark(1) };

		expect(moveOn(memory, mark(1), mark(2))).toBe(true);
		expect(memory.mark.revision).toBe(2);
		expect(moveOn(memory, mark(1), mark(3))).toBe(false);
		expect(memory.mark.revision).toBe(2);
		const first: { mark?: SavedMark } = {};

		expect([moveOn(first, undefined, mark(1)), first.mark?.revision]).toEqual([true, 1]);
		expect(moveOn(first, undefined, mark(1))).toBe(false);
	});

	test('is begun once one list of one project is marked', () => {
		const created = { base: 0, rows: {}, newest: { order: 0, at: 0 } };

		expect([{}, { a: {} }, { a: {}, b: { created } }].map((all) => isBegun(mark(1, all)))).toEqual([
			false,
			false,
			true,
		]);
	});
});

describe('projects in which polls end before anything new can be read (finding 7)', () => {
	const saved: SavedMark = {
		revision: 1,
		projects: {},
		next: 0,
		names: { asked: '', projects: [], ids: {} },
	};
	const at = (polls: number): SavedMark => ({ ...saved, stalled: { p1: polls } });

	test('are said after three polls, and every sixty after that', () => {
		const said = [0, 1, 2, 3, 4, 62, 63, 64, 123].filter(
			(polls) => stalledProjects(at(polls)).length > 0,
		);

		expect(said).toEqual([3, 63, 123]);
		expect(stalledProjects(saved)).toEqual([]);
		expect(stalledProjects(at(3))).toEqual(['p1']);
	});

	test('are counted until one poll reads something', async () => {
		let { mark: last } = await polled(undefined, { a: page(10) });

		for (const polls of [1, 2, 3]) {
			last = (await polled(last, { a: unsent })).mark;
			expect(last.stalled).toEqual({ a: polls });
		}

		expect((await polled(last, { a: page(11, 10) })).mark).not.toHaveProperty('stalled');
	});

	test('are not those that the server refuses', async () => {
		const { mark: last } = await polled(undefined, { a: page(10) });

		expect((await polled(last, { a: denied(403) })).mark).not.toHaveProperty('stalled');
		expect((await polled(last, { a: denied(429) })).mark.stalled).toEqual({ a: 1 });
	});
});
