import { describe, expect, test } from '@jest/globals';

import { at, moment } from './lists';
import { comments, created, denied, Polled, unsorted } from './polled';

describe('the first poll of a project', () => {
	test('marks what is there by now, and reports nothing', async () => {
		const project = new Polled();

		project.time = '08:00';
		project.item('far', '07:00');
		project.item('near', '07:48');
		project.comment('i1', 'old', '07:40');
		project.comment('i1', 'c1', '07:59');
		expect(await project.poll(comments)).toEqual({
			foundEvents: [],
			mark: project.mark,
			hasMoved: true,
		});
		const base = moment('07:53');
		const newest = {
			order: moment('07:59'),
			at: moment('08:00'),
			lookedAt: moment('08:00'),
		};

		expect(project.mark).toEqual({
			changed: {
				base,
				newest,
				since: { comments: -1 },
				rows: { i1: [at('07:59'), base, '+', '-c1'] },
			},
		});
		expect(project.asked).toEqual(['anyway workItems', 'comments of i1']);
		expect(project.fields).toStrictEqual(['id,updated_at', undefined]);
		expect((await project.poll(comments)).foundEvents).toEqual([]);
	});

	test('looks a minute farther back than it reports later', async () => {
		const project = new Polled();

		project.item('before', '07:52:59');
		project.item('just', '07:53');
		project.item('i1', '08:00');
		await project.poll(comments);
		expect(Object.keys(project.known)).toEqual(['i1', 'just']);
		expect(project.asked.slice(1)).toEqual(['comments of i1', 'comments of just']);
	});

	test('begins behind the first page where that is full of what has just changed', async () => {
		const baseOf = async (more: boolean, old: string) => {
			const project = new Polled();

			Object.assign(project, { time: '08:01', said: { more } });
			project.item('i2', old);
			project.item('i1', '08:00');
			await project.poll(comments);

			return project.mark?.changed?.base;
		};

		expect(await baseOf(false, '07:58')).toBe(moment('07:54'));
		expect(await baseOf(true, '07:00')).toBe(moment('07:54'));
		expect(await baseOf(true, '07:58')).toBe(moment('07:59'));
	});

	test.each([
		['six minutes before it changed', '10:00', [], '09:54', []],
		['six minutes before its last comment', '08:00', ['08:02'], '07:56', ['08:02']],
		['without what is older', '10:00', ['08:00', '09:54'], '09:54', ['09:54']],
	])('knows of a work item what may turn up again: %s', async (_, updated, times, from, known) => {
		const project = new Polled();

		project.time = '08:00';
		for (const time of times) project.comment('i1', `c${time.replace(':', '')}`, time);
		project.item('i1', updated);
		await project.poll(comments);
		const ids = known.map((time) => `-c${time.replace(':', '')}`);

		expect(project.known.i1).toEqual([at(updated), moment(from), '+', ...ids]);
	});

	test('leaves for later what it cannot read', async () => {
		const project = new Polled();

		project.comment('i3', 'c3', '07:58');
		project.comment('i2', 'c2', '07:59');
		project.comment('i1', 'c1', '08:00');
		project.failing['comments of i2'] = denied(500);
		expect(await project.poll(comments)).not.toHaveProperty('problem');
		expect(project.asked).toEqual(['anyway workItems', 'comments of i1', 'comments of i2']);
		expect(project.known).toMatchObject({
			i2: [at('07:59'), moment('08:00'), '*', '+'],
			i3: [at('07:58'), moment('07:59'), '*', '+'],
		});
		expect(project.known.i1).toContain('-c1');
		// What was written until then is not reported.
		delete project.failing['comments of i2'];
		project.comment('i2', 'c4', '08:01');
		expect((await project.poll(comments)).foundEvents).toEqual(['c4']);
	});

	test('of what is created goes by numbers, and reads no details', async () => {
		const project = new Polled();

		project.time = '09:00';
		for (const number of [79, 80, 100])
			project.item(`i${number}`, '08:00', { sequence_id: number });
		await project.poll({ ...created, details: ['comments'] });
		expect(project.asked).toEqual(['anyway workItems']);
		expect(project.mark?.created).toMatchObject({
			base: 80,
			rows: { i100: ['', 100], i80: ['', 80] },
			passed: [{ at: moment('09:00'), number: 100 }],
		});
	});

	test.each(['workItems', 'intakeItems'])(
		'has no mark of a list that cannot be read: %s',
		async (list) => {
			const project = new Polled();

			project.item('i1', '08:00');
			project.failing[list] = denied(404);
			const feeds = ['changed', 'reported'] as const;
			const { mark, problem: why } = await project.poll({ ...comments, feeds });

			expect(why?.message).toBe('Status 404');
			expect(Object.keys(mark)).toEqual([list === 'workItems' ? 'reported' : 'changed']);
		},
	);

	test.each([comments, created])('is no mark where lists are not sorted', async (selection) => {
		const project = new Polled();

		project.items = unsorted;
		const { mark, problem: why } = await project.poll(selection);

		expect([mark, why?.message]).toEqual([
			{},
			'This server does not sort its lists by last update',
		]);
	});

	test('of nothing at all is a mark, too', async () => {
		const project = new Polled();

		await project.poll(comments);
		expect(project.mark?.changed).toMatchObject({ newest: { order: 0 } });
		expect(project.mark?.changed?.rows).toEqual({});
	});
});
