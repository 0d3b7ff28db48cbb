import { describe, expect, test } from '@jest/globals';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { EventSelection } from '../../../nodes/PlanePollingTrigger/changes/details';
import { problem, type Problem } from '../../../nodes/shared/result/problem';
import { at, moment } from './lists';
import { comments, created, denied, everything, Polled, unsorted } from './polled';

/** A project that was polled at nine, when it had two work items. */
async function begun(selection: EventSelection = comments): Promise<Polled> {
	const project = new Polled();

	project.time = '09:00';
	project.item('i2', '08:58', { sequence_id: 2 });
	project.item('i1', '08:59', { sequence_id: 1 });
	project.items.sort((a, b) => Number(b.sequence_id) - Number(a.sequence_id));
	if (selection.feeds[0] === 'changed') project.items.reverse();

	expect((await project.poll(selection)).foundEvents).toEqual([]);

	return project;
}

describe('a poll of a project', () => {
	test('reports what is created once, by one request when nothing is', async () => {
		const project = await begun(created);

		project.item('i3', '09:01', { sequence_id: 3 });
		expect((await project.poll(created)).foundEvents).toEqual(['i3']);
		const rows = { i1: ['', 1], i2: ['', 2], i3: ['', 3] };

		expect(project.mark).toMatchObject({ created: { base: 3, newest: { order: 3 }, rows } });
		expect(project.fields).toStrictEqual(['id,sequence_id', undefined]);
		expect((await project.poll(created)).foundEvents).toEqual([]);
		expect(project.asked).toEqual(['workItems']);
	});

	test('reports work items that turn up with numbers far below the newest one (finding 22)', async () => {
		const project = await begun(created);

		// An importer takes the numbers 3 to 52, and its work items show up later.
		project.item('i60', '09:01', { sequence_id: 60 });
		expect((await project.poll(created)).foundEvents).toEqual(['i60']);
		const late = Array.from({ length: 50 }, (_, index) => ({
			id: `i${52 - index}`,
			sequence_id: 52 - index,
		}));

		project.items.splice(1, 0, ...late);
		expect((await project.poll(created)).foundEvents).toHaveLength(50);
		expect((await project.poll(created)).foundEvents).toEqual([]);
	});

	/** A description that is edited every minute, whose activity moves along (P10). */
	async function edited(minutes: number) {
		const changes: EventSelection = {
			...everything,
			details: ['activities'],
			fieldOf: () => 'description',
		};
		const project = await begun(changes);
		const foundEvents: unknown[] = [];

		for (let minute = 1; minute <= minutes; minute++) {
			const time = `09:${String(minute).padStart(2, '0')}`;

			project.item('i1', time, { description_html: `Text ${minute}` });
			const row = { id: 'a1', verb: 'updated', field: 'description', created_at: at(time) };

			project.rows['activities of i1'] = [{ ...row, old_value: 'Text 0', new_value: 'Text 1' }];
			project.time = time;
			foundEvents.push(...(await project.pollEvents(changes)));
		}

		return foundEvents;
	}

	test('reports a description that somebody edits without a pause after ten polls', async () => {
		expect(await edited(10)).toEqual([]);
		expect(await edited(11)).toMatchObject([{ oldValue: 'Text 0', newValue: 'Text 11' }]);
		// That is reported, so what comes next waits again.
		expect(await edited(21)).toHaveLength(1);
	});

	test('reports a description after ten polls although something else is changed every minute', async () => {
		const changes: EventSelection = {
			...everything,
			details: ['activities'],
			fieldOf: ({ fields }) => ('description' in fields ? 'description' : undefined),
		};
		const project = await begun(changes);
		const text = { verb: 'updated', field: 'description', old_value: 'Old', new_value: 'New' };
		const other = { verb: 'updated', field: 'priority', old_value: 'low', new_value: 'high' };
		const foundEvents: unknown[] = [];

		for (let minute = 1; minute <= 11; minute++) {
			const time = `09:${String(minute).padStart(2, '0')}`;
			const change = minute === 1 ? text : other;
			const rows = project.rows['activities of i1'] ?? [];

			project.item('i1', time, { description_html: 'New' });
			project.rows['activities of i1'] = [
				{
					...change,
					id: `a${minute}`,
					created_at: at(time),
				},
				...rows,
			];
			project.time = time;
			foundEvents.push(...(await project.pollEvents(changes)));
		}

		expect(foundEvents).toMatchObject([{ oldValue: 'Old', newValue: 'New' }]);
	});

	test('looks at what has changed until nothing can come any more', async () => {
		const project = await begun();

		project.comment('i1', 'c1', '09:01');
		Object.assign(project, { time: '09:01:10' });
		expect((await project.poll(comments)).foundEvents).toEqual(['c1']);
		const first = moment('09:01:10');

		expect(project.known.i1?.[0]).toBe(`~${first}~${at('09:01')}`);
		// Its comment is written a little later than it says.
		project.rows['comments of i1']?.push({ id: 'c2', created_at: at('09:01') });
		Object.assign(project, { time: '09:01:59' });
		expect((await project.poll(comments)).foundEvents).toEqual(['c2']);
		expect(project.known.i1?.[0]).toBe(`~${first}~${at('09:01')}`);
		Object.assign(project, { time: '09:02' });
		expect((await project.poll(comments)).foundEvents).toEqual([]);
		expect(project.known.i1).toEqual([at('09:01'), moment('08:55'), '+', '-c2', '-c1']);
		await project.poll(comments);
		expect(project.asked).toEqual(['workItems']);
	});

	test('looks once at what has changed long ago', async () => {
		for (const [time, isOld] of [
			['09:07', true],
			['09:06:59', false],
		] as const) {
			const project = await begun();

			project.comment('i1', 'c1', '09:01');
			project.item('i2', time);
			Object.assign(project, { time });
			expect((await project.poll(comments)).foundEvents).toEqual(['c1']);
			expect(project.known.i1?.[0] === at('09:01')).toBe(isOld);
		}
	});

	test('reports that a work item was created and who got it, once there is no more to come', async () => {
		const selection: EventSelection = {
			...everything,
			details: ['activities'],
			fieldOf: () => 'assignees',
		};

		for (const [time, polls] of [
			['09:01', 2],
			['09:07', 1],
		] as const) {
			const project = await begun(selection);

			project.item('i3', '09:01', { assignees: ['ada'] });
			const row = { verb: 'created', field: null, created_at: at('09:01') };

			project.rows['activities of i3'] = [{ ...row, id: 'a1' }];
			project.item('i2', time);
			Object.assign(project, { time });
			const foundEvents = [
				(await project.poll(selection)).foundEvents,
				(await project.poll(selection)).foundEvents,
			];

			expect(foundEvents).toEqual(polls === 1 ? [['i3'], []] : [[], ['i3']]);
		}
	});

	test('goes on where an earlier one has got to, page by page', async () => {
		const project = new Polled();

		for (let number = 51; number <= 300; number++) {
			project.item(`i${number}`, '08:00', { sequence_id: number });
		}

		const mark = { base: 50, newest: { order: 50, at: 0 }, rows: {}, reached: 100, above: 250 };

		project.mark = { created: mark };
		const { foundEvents } = await project.poll(created);

		expect(project.offsets.slice(0, 2)).toEqual([0, 200]);
		expect(foundEvents).toEqual(Array.from({ length: 201 }, (_, index) => `i${index + 100}`));
		const { above, ...before } = mark;

		project.mark = { created: before };
		await project.poll(created);
		expect([above, ...project.offsets.slice(0, 2)]).toEqual([250, 0, 100]);
		expect(project.fields.slice(0, 2)).toEqual(['id,sequence_id', 'id,sequence_id']);
	});

	test('asks for whole rows with what they refer to', async () => {
		const project = await begun();

		project.comment('i1', 'c1', '09:01');
		await project.poll(comments);
		expect(project.asked).toEqual(['workItems', 'workItems', 'comments of i1']);
		const query = { order_by: '-updated_at' };

		expect(project.queries.slice(0, 2)).toEqual([
			{ ...query, fields: 'id,updated_at' },
			{ ...query, expand: 'state,assignees,labels,project' },
		]);
		const intake: EventSelection = { ...created, feeds: ['reported'] };

		await project.poll(intake);
		project.item('n1', '09:02', { created_at: at('09:02') });
		await project.poll(intake);
		expect(project.queries).toEqual([{ fields: 'id,created_at' }, {}]);
	});

	test('reports that a work item was created beside its comments, once', async () => {
		const selection = { ...comments, creations: true };
		const project = await begun(selection);

		project.item('i3', '09:01', { created_at: at('09:01') });
		project.rows['comments of i3'] = [{ id: 'c3', created_at: at('09:01') }];
		project.comment('i1', 'c1', '09:01');
		expect((await project.poll(selection)).foundEvents).toEqual(['i3', 'c3', 'c1']);
		project.comment('i3', 'c4', '09:02');
		expect((await project.poll(selection)).foundEvents).toEqual(['c4']);
		expect((await project.poll(comments)).foundEvents).toEqual([]);
	});

	test.each([
		['before what has settled', { base: moment('09:02') }],
		['before that was wanted', { since: { comments: -1, creations: moment('09:01') } }],
	])('does not tell that one was created %s', async (_, more) => {
		const selection = { ...comments, creations: true };
		const project = await begun(selection);
		const { changed } = project.mark ?? {};

		project.mark = { ...(changed && { changed: { ...changed, rows: {}, ...more } }) };
		project.items = [];
		project.item('new', '09:03', { created_at: at('09:02') });
		project.item('old', '09:03', { created_at: at('09:01') });
		const { foundEvents } = await project.poll(selection);

		expect(foundEvents).toEqual(['new']);
	});

	test('does not report a work item that was not there when it was asked', async () => {
		const project = await begun();

		project.comment('i2', 'c2', '09:01');
		project.comment('i1', 'c1', '09:01');
		project.failing['comments of i1'] = denied(404);
		const { foundEvents, problem: why } = await project.poll(comments);

		expect([foundEvents, why]).toEqual([['c2'], undefined]);
		expect(project.known.i1?.[0]).toBe(at('09:01'));
		delete project.failing['comments of i1'];
		project.comment('i1', 'c3', '09:02');
		expect((await project.poll(comments)).foundEvents).toEqual(['c1', 'c3']);
	});

	test.each([400, 405, 500])(
		'goes on without a work item after three polls where it has status %i',
		async (status) => {
			const project = await begun();

			project.item('i2', '09:00:30');
			project.comment('i1', 'c1', '09:01');
			const known = project.known.i1 ?? [];

			project.failing['comments of i1'] = denied(status);

			for (const times of [1, 2]) {
				expect(await project.poll(comments)).toMatchObject({
					problem: { status },
					foundEvents: [],
				});
				expect(project.known.i1).toEqual([`!${times}!${at('09:01')}`, ...known.slice(1)]);
				expect(project.warnings).toEqual([]);
			}

			expect(await project.poll(comments)).not.toHaveProperty('problem');
			expect(project.known.i1).toEqual([at('09:01'), ...known.slice(1)]);
			expect(project.warnings).toEqual([`Work item i1 is passed over: Status ${status}`]);
		},
	);

	test('counts so for a work item that it does not know, too', async () => {
		const project = await begun();

		project.item('i3', '09:01');
		project.failing['comments of i3'] = denied(500);
		await project.poll(comments);
		expect(project.known.i3).toEqual([`!1!${at('09:01')}`, moment('08:53')]);
	});

	test.each([401, 403, 429, 399, 501, 503, undefined])(
		'ends where the server is away or does not let it: %s',
		async (status) => {
			const project = await begun();

			project.comment('i1', 'c1', '09:01');
			const before = project.known.i1;

			project.failing['comments of i1'] =
				status === undefined ? failed('Away', '') : denied(status);

			for (let polls = 0; polls < 4; polls++) {
				expect((await project.poll(comments)).problem?.status).toBe(status);
				expect(project.known.i1).toEqual(before);
			}

			project.failing = {};
		},
	);

	test('keeps the mark of a list that cannot be read, and says the first reason that is one', async () => {
		const selection: EventSelection = { ...comments, feeds: ['changed', 'reported'] };
		const project = await begun(selection);
		const before = project.mark;

		expect(Object.keys(before ?? {})).toEqual(selection.feeds);
		const ended = problem({ tag: 'notSent', message: 'The poll ended', description: '' });

		const why = async (one: Problem, other: Problem) => {
			Object.assign(project.failing, { workItems: one, intakeItems: other });
			const { problem: foundEvents } = await project.poll(selection);

			expect(project.mark).toMatchObject({ ...before });

			return foundEvents;
		};

		expect(await why(denied(403), denied(500))).toMatchObject({ status: 403 });
		expect(await why(ended, denied(500))).toMatchObject({ status: 500 });
		expect(await why(ended, ended)).toBe(ended);
		project.items = unsorted;
		project.failing = {};
		expect((await project.poll(selection)).problem?.message).toMatch(/does not sort its lists/);
	});

	test('tells what is wanted anew from now on', async () => {
		const project = await begun();

		project.rows['activities of i1'] = [
			{ id: 'a1', verb: 'updated', field: 'name', created_at: at('09:01') },
		];
		project.comment('i1', 'c1', '09:01');
		project.time = '09:02';
		expect((await project.poll(everything)).foundEvents).toEqual(['c1']);
		expect(project.mark?.changed?.since).toEqual({
			comments: -1,
			activities: moment('09:02'),
			creations: moment('09:02'),
		});
		// By the newest row where the server does not say when that is.
		const silent = await begun();

		Object.assign(silent, { time: undefined });
		await silent.poll(everything);
		expect(silent.mark?.changed?.since).toMatchObject({ activities: moment('08:59') });
	});
});
