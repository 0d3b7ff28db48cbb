import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import {
	type ChangedWorkItem,
	type Details,
	readDetails,
	type EventSelection,
} from '../../../nodes/PlanePollingTrigger/changes/details';
import type { FeedMark, KnownRow } from '../../../nodes/PlanePollingTrigger/changes/mark';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import { at, listsThat, moment, pageOf } from './lists';

const comment = (id: string, time: string): JsonObject => ({ id, created_at: at(time) });
const activity = (id: string, time: string, more: JsonObject = {}): JsonObject => ({
	...comment(id, time),
	verb: 'updated',
	field: 'name',
	old_value: '',
	new_value: id,
	...more,
});
const born = (time: string) => activity('born', time, { verb: 'created', field: null });

/** A row that shows somebody who was added (`+ada`) or removed (`-ada`). */
const person = (id: string, who: string, time: string) => {
	const [old_identifier, new_identifier] = who.startsWith('-')
		? [who.slice(1), '']
		: ['', who.slice(1)];

	return activity(id, time, { field: 'assignees', old_identifier, new_identifier });
};

const selection: EventSelection = {
	feeds: [],
	details: ['activities', 'comments'],
	creations: false,
	isByEdit: false,
	fieldOf: ({ fields }) => Object.keys(fields)[0] ?? null,
};

const MARK: FeedMark = { base: 0, rows: {}, newest: { order: 0, at: 0 } };

interface Around {
	readonly activities?: readonly JsonObject[];
	readonly comments?: readonly JsonObject[];
	readonly selection?: Partial<EventSelection>;
	readonly mark?: Partial<FeedMark>;
	readonly before?: KnownRow;
	readonly look?: Partial<ChangedWorkItem>;
	readonly workItem?: JsonObject;
}

/** Reads a work item whose lists have these rows, the newest first, and describes the events in short. */
async function read({ workItem = {}, activities = [], comments = [], ...around }: Around) {
	const { lists, asked } = listsThat(({ list }) =>
		pageOf(list === 'comments' ? comments : activities),
	);
	const { before } = around;
	const found = await readDetails(
		lists,
		{ ...selection, ...around.selection },
		{
			workItem: { id: 'i1', ...workItem },
			mark: { ...MARK, base: moment('08:00'), ...around.mark },
			...(before !== undefined && { before }),
			...around.look,
		},
	);

	return { ...shortly(found), asked };
}

function shortly(found: Awaited<ReturnType<typeof readDetails>>) {
	if (isProblem(found)) throw new Error(found.message);

	const nameOf = ({
		event: { event, action, oldValue, newValue, record },
	}: Details['foundEvents'][number]) => {
		const isBorn = action === 'created' && event === 'workItem';
		const what = isBorn ? ['born', oldValue, newValue] : [newValue ?? record.id];

		return what
			.flat()
			.filter((word) => typeof word === 'string')
			.join(' ');
	};

	const { foundEvents, seen, kept } = found;

	return { foundEvents: foundEvents.map(nameOf), seen: seen.map(({ id }) => id), kept };
}

describe('what has happened to a work item', () => {
	test('is reported by its activities, then by its comments, the oldest first', async () => {
		const activities = [activity('a2', '08:03'), activity('a1', '08:01')];
		const comments = [comment('c2', '08:02'), comment('c1', '08:00'), comment('c0', '07:59:59')];

		expect(await read({ activities, comments })).toEqual({
			foundEvents: ['a1', 'a2', 'c1', 'c2'],
			seen: ['a1', 'a2', '-c1', '-c2'],
			kept: [],
			asked: ['activities of i1', 'comments of i1'],
		});
		const { foundEvents, asked } = await read({
			activities,
			comments,
			selection: { details: ['comments'] },
		});

		expect([foundEvents, asked]).toEqual([['c1', 'c2'], ['comments of i1']]);
	});

	test('has in its order what was written at the same time, and says when', async () => {
		const { lists } = listsThat(() =>
			pageOf([comment('c2', '08:01'), comment('c1', '08:01'), comment('c0', '08:00')]),
		);
		const found = await readDetails(
			lists,
			{ ...selection, details: ['comments'] },
			{ workItem: { id: 'i1' }, mark: MARK },
		);

		expect(found).toMatchObject({
			seen: [
				{ id: '-c0', at: moment('08:00') },
				{ id: '-c1', at: moment('08:01') },
				{ id: '-c2', at: moment('08:01') },
			],
		});
	});

	const comments = [comment('c3', '08:03'), comment('c2', '08:02'), comment('c1', '08:01')];
	const all = ['-c1', '-c2', '-c3'];

	test.each<readonly [string, Around, readonly string[], readonly string[]]>([
		[
			'from the base on, where it is not known',
			{ mark: { base: moment('08:02') } },
			['c2', 'c3'],
			['-c2', '-c3'],
		],
		[
			'but what was seen, where it is known',
			{ before: ['v', moment('08:00'), '-c2'] },
			['c1', 'c3'],
			all,
		],
		['from when on it is known', { before: ['v', moment('08:02')] }, ['c2', 'c3'], ['-c2', '-c3']],
		[
			'after all that there was, where it is not known what that is',
			{ before: ['v', moment('08:02'), '*'] },
			['c3'],
			['-c2', '-c3'],
		],
		['from when on it is wanted', { mark: { since: { comments: moment('08:02') } } }, ['c3'], all],
		[
			'whenever other things are',
			{ mark: { since: { activities: moment('08:02') } } },
			['c1', 'c2', 'c3'],
			all,
		],
	])('is reported %s', async (_, around, foundEvents, seen) => {
		expect(await read({ ...around, comments })).toMatchObject({ foundEvents, seen });
	});

	test('keeps what was seen in lists that are not read now', async () => {
		const before: KnownRow = ['v', moment('08:00'), '*', '+', 'a1', '-c1'];
		const { kept } = await read({ before, selection: { details: ['comments'] } });

		expect(kept).toEqual(['+', 'a1']);
	});

	test('cannot be reported where a list cannot be read', async () => {
		const { lists, asked } = listsThat(() => failed('Away', ''));
		const item = { workItem: { id: 'i1' }, mark: MARK };

		expect(await readDetails(lists, selection, item)).toMatchObject({ message: 'Away' });
		expect(asked).toEqual(['activities of i1']);
	});

	test('is by one edit, if that is wanted, and nothing that is not', async () => {
		const rows = [activity('a2', '08:01', { field: 'priority' }), activity('a1', '08:01')];
		const { foundEvents } = await read({ activities: rows, selection: { isByEdit: true } });

		expect(foundEvents).toEqual(['a1']);
		const nothing = await read({ activities: rows, selection: { fieldOf: () => undefined } });

		expect(nothing).toMatchObject({ foundEvents: [], seen: ['a1', 'a2'] });
	});
});

describe('that a work item was created', () => {
	const activities = [activity('a1', '08:02'), born('08:01')];

	test.each<readonly [string, Around, readonly string[], readonly string[]]>([
		['by its activities', {}, ['born', 'a1'], ['+']],
		['once', { before: ['v', moment('08:00'), '+'] }, ['a1'], ['+']],
		[
			'from when on it is wanted',
			{ mark: { since: { creations: moment('08:01') } } },
			['a1'],
			['+'],
		],
		['whenever changes are', { mark: { since: { activities: moment('08:02') } } }, ['born'], ['+']],
	])('is reported %s', async (_, around, foundEvents, kept) => {
		expect(await read({ ...around, activities })).toMatchObject({ foundEvents, kept });
	});

	test('is known where the work item itself is reported', async () => {
		const { kept } = await read({ selection: { details: ['comments'], creations: true } });

		expect(kept).toEqual(['+']);
	});

	test.each<readonly [string, readonly string[], readonly JsonObject[], readonly string[]]>([
		['who has it now', ['ada', 'bob'], [], ['ada', 'bob']],
		['without those who were added', ['ada', 'bob'], [person('a1', '+bob', '08:02')], ['ada']],
		['with those who were removed', ['ada'], [person('a1', '-bob', '08:02')], ['ada', 'bob']],
		[
			'with one who was removed and added again',
			['bob'],
			[person('a2', '+bob', '08:03'), person('a1', '-bob', '08:02')],
			['bob'],
		],
	])('is reported with whom it was given to: %s', async (_, now, rows, given) => {
		const workItem = { assignees: [...now] };
		const around = { workItem, activities: [...rows, born('08:01')] };
		const { foundEvents, seen } = await read(around);

		expect(foundEvents[0]).toBe(['born', ...given].join(' '));
		expect(seen).toContain('born');
		// Some servers write the assignment down, too, in a moment.
		const first = await read({ ...around, look: { isFirst: true } });

		expect([first.foundEvents[0], first.seen]).toEqual([
			foundEvents[1],
			seen.filter((id) => id !== 'born'),
		]);
		expect(first.kept).toEqual([]);
	});

	test('is reported at once where it was given to nobody, or if that is not selected', async () => {
		const look = { isFirst: true };
		const around = { look, activities: [person('a1', '+bob', '08:02'), born('08:01')] };

		expect((await read({ ...around, workItem: { assignees: ['bob'] } })).foundEvents).toEqual([
			'born',
			' bob'.trim(),
		]);
		const fieldOf = () => null;
		const { foundEvents } = await read({
			...around,
			workItem: { assignees: ['ada'] },
			selection: { fieldOf },
		});

		expect(foundEvents[0]).toBe('born');
		// A change of the same field is none of what a work item has from the start.
		const later = await read({ look, activities: [person('a1', '+bob', '08:02')] });

		expect(later.foundEvents).toEqual(['bob']);
	});
});

describe('a list of a work item', () => {
	/** Gives pages one after the other, the last one again and again, and returns what was requested. */
	async function pages(all: readonly ListPage[], look = {}) {
		const { lists, requests } = listsThat(
			() => all[Math.min(requests.length, all.length) - 1] ?? pageOf([]),
		);
		const mark = { ...MARK, base: moment('08:00') };
		const only = { ...selection, details: ['comments'] } as const;
		const item = { workItem: { id: 'i1' }, mark, ...look };
		const { foundEvents } = shortly(await readDetails(lists, only, item));

		return {
			foundEvents,
			asked: requests.map(({ size, offset }) => `${size}@${offset}`),
			requests,
		};
	}

	const [c4, c3, c2, c1] = ['08:04', '08:03', '08:02', '08:01'].map((time) => comment(time, time));
	const old = comment('07:59', '07:59');
	const some = (...rows: readonly (JsonObject | undefined)[]) =>
		rows.filter((row) => row !== undefined);
	const open = { more: true };
	const small = { more: true, cursor: { size: 2, page: 0 } };
	const silent = { more: undefined };
	const [two, four] = [
		['08:03', '08:04'],
		['08:01', '08:02', '08:03', '08:04'],
	];

	test.each<readonly [string, readonly ListPage[], readonly string[], readonly string[]]>([
		['to the page that says it is the last', [pageOf(some(c4, c3))], ['100@0'], two],
		[
			'in pages of the size that the server gives',
			[pageOf(some(c4, c3), small), pageOf(some(c2, c1))],
			['100@0', '2@2'],
			four,
		],
		[
			'in its own size where the server does not say',
			[pageOf(some(c4, c3), open), pageOf(some(c2, c1))],
			['100@0', '100@100'],
			four,
		],
		[
			'to what is too old',
			[pageOf(some(c4, c3, comment('as late', '08:03'), old), open)],
			['100@0'],
			['as late', '08:03', '08:04'],
		],
		[
			'on where there may be more of the same time',
			[pageOf(some(c4, comment('first', '08:00')), open), pageOf(some(comment('second', '08:00')))],
			['100@0', '100@100'],
			['second', 'first', '08:04'],
		],
		[
			'on where nothing is too old',
			[pageOf(some(c4, c3), open), pageOf([old], open)],
			['100@0', '100@100'],
			two,
		],
		[
			'on where the server does not sort it',
			[pageOf(some(c4, old, c3, old), open), pageOf(some(c2, c1))],
			['100@0', '100@100'],
			four,
		],
		[
			'on where the server sorts it otherwise',
			[pageOf(some(old, c3), open), pageOf(some(c4))],
			['100@0', '100@100'],
			two,
		],
		[
			'to as many rows as there are',
			[pageOf(some(c4, c3), { ...silent, total: 2 })],
			['100@0'],
			two,
		],
		[
			'on where there are more',
			[pageOf(some(c4, c3), { ...silent, total: 4 }), pageOf(some(c2, c1), silent)],
			['100@0', '100@100', '100@200'],
			four,
		],
		[
			'on where there are more, whatever their number',
			[pageOf(some(c4, c3), { more: true, total: 2 }), pageOf(some(c2, c1))],
			['100@0', '100@100'],
			four,
		],
		['to what comes once more', [pageOf(some(c4, c3), silent)], ['100@0', '100@100'], two],
	])('is read %s', async (_, all, asked, foundEvents) => {
		expect(await pages(all)).toMatchObject({ asked, foundEvents });
	});

	test('is read with its users, the newest first, no farther than needed', async () => {
		const { asked, requests } = await pages(
			[pageOf(some(c4), small), pageOf(some(c3), small), pageOf(some(c2))],
			{ pages: 2 },
		);

		expect(asked).toEqual(['100@0', '2@2']);
		const query = { order_by: '-created_at', expand: 'actor' };

		expect(requests[0]).toMatchObject({ list: 'comments', workItem: 'i1', query });
	});
});

describe('a list of a work item that is too long for one poll (finding 7)', () => {
	const many = Array.from({ length: 450 }, (_, index) => ({
		...comment(`c${450 - index}`, '08:01'),
		created_at: new Date(moment('08:01') + (450 - index) * 1_000).toISOString(),
	}));
	const only: EventSelection = { ...selection, details: ['comments'] };

	/** Reads the list, of which a poll may ask for so many pages. */
	async function readLong(item: Partial<ChangedWorkItem>, most = Infinity) {
		let left = most;
		const { lists, asked } = listsThat(({ size, offset }) => {
			if (left-- <= 0) return problem({ tag: 'notSent', message: 'Ended', description: '' });

			const rows = many.slice(offset, offset + size);

			return pageOf(rows, { more: offset + size < many.length });
		});
		const mark = { ...MARK, base: moment('08:00') };
		const found = await readDetails(lists, only, { workItem: { id: 'i1' }, mark, ...item });
		if (isProblem(found)) throw new Error(found.message);

		return { ...found, foundEvents: found.foundEvents.map(({ event }) => event.record.id), asked };
	}

	test('is left for another look', async () => {
		const { foundEvents, seen, progress, asked } = await readLong({});

		expect([foundEvents, seen, progress?.lists, asked.length]).toEqual([[], [], {}, 3]);
	});

	test('is read from its oldest row on, and continues from there', async () => {
		const settled = moment('12:00');
		const first = await readLong({ long: { settled } }, 9);

		expect(first.foundEvents.slice(0, 2)).toEqual(['c1', 'c2']);
		expect(first.foundEvents.length).toBeLessThan(450);
		expect(first.problem).toMatchObject({ tag: 'notSent' });
		const { progress } = first;
		const second = await readLong({
			long: { settled, ...(progress !== undefined && { progress }) },
		});

		expect(second.progress).toBeUndefined();
		expect([...first.foundEvents, ...second.foundEvents]).toEqual(
			Array.from({ length: 450 }, (_, index) => `c${index + 1}`),
		);
	});

	test('is known by its rows where older ones may still turn up', async () => {
		const { progress } = await readLong({ long: { settled: moment('08:00') } }, 9);
		const { from, seen = {} } = progress?.lists.comments ?? {};

		expect(from).toBe(moment('08:00'));
		expect(Object.keys(seen)).toContain('-c1');
	});
});

describe('a change of the description (P10)', () => {
	const described = (id: string, time: string, old: string, now: string, more: JsonObject = {}) =>
		activity(id, time, { field: 'description', old_value: old, new_value: now, ...more });
	const workItem = { description_html: '<p>C</p>' };
	const only = { details: ['activities'], fieldOf: () => 'description' } as const;

	test('means the text that the next one has replaced; the last one, what is there now', async () => {
		const activities = [
			described('a2', '08:03', 'B', 'stale'),
			described('a1', '08:01', 'A', 'stale'),
		];
		const { foundEvents } = await read({ workItem, activities, selection: only });

		expect(foundEvents).toEqual(['B', '<p>C</p>']);
	});

	test('waits until nobody edits the text any more, and is another one where it is moved', async () => {
		const activities = [described('a1', '08:03', 'A', 'B')];
		const waiting = await read({
			workItem,
			activities,
			selection: only,
			look: { isSettled: () => false },
		});

		expect([waiting.foundEvents, waiting.seen]).toEqual([[], []]);
		const before: KnownRow = ['v', moment('08:00'), `a1@${moment('08:01').toString(36)}`];
		const look = { isSettled: () => false };
		const moved = await read({ workItem, activities, selection: only, before, look });

		// It is still known by what it was before.
		expect([moved.foundEvents, moved.seen]).toEqual([[], before.slice(2)]);
		const { foundEvents } = await read({ workItem, activities, selection: only, before });

		expect(foundEvents).toEqual(['<p>C</p>']);
	});
});
