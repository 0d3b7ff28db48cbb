import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { EventSelection } from '../../../nodes/PlanePollingTrigger/changes/details';
import { newest } from '../../../nodes/PlanePollingTrigger/changes/newest';
import { isProblem } from '../../../nodes/shared/result/problem';
import { at, listsThat, type PageAsked, pageOf } from './lists';

const row = (id: string, time: string): JsonObject => ({ id, created_at: at(time) });

const selection: EventSelection = {
	feeds: ['changed'],
	details: ['comments'],
	creations: false,
	isByEdit: false,
	fieldOf: () => undefined,
};

/** A project whose work items, the newest first, have one comment each: `c` and the ID of the item. */
const projectOf = (times: Readonly<Record<string, string>>, created = '06:00') =>
	listsThat(({ list, workItem }: PageAsked) =>
		pageOf(
			list === 'comments'
				? [row(`c${workItem}`, times[workItem] ?? '')]
				: Object.keys(times).map((id) => row(id, created)),
			{ more: true },
		),
	);

/** The newest thing in these projects: the ID of its record. */
async function foundEvents(
	projects: readonly ReturnType<typeof listsThat>[],
	more: Partial<EventSelection> = {},
	isFit: Parameters<typeof newest>[2] = () => true,
) {
	const all = await newest(
		projects.map(({ lists }) => lists),
		{ ...selection, ...more },
		isFit,
	);

	return isProblem(all) ? all.message : all.map(({ event }) => event.record.id);
}

describe('the newest thing that has happened', () => {
	test('is one of all projects, however old it is', async () => {
		const projects = [projectOf({ i1: '08:01' }), projectOf({ i2: '08:03', i3: '08:02' })];

		expect(await foundEvents(projects)).toEqual(['ci2']);
		expect(await foundEvents(projects.toReversed())).toEqual(['ci2']);
		expect(await foundEvents(projects, {}, ({ event }) => event.record.id !== 'ci2')).toEqual([
			'ci3',
		]);
		expect(await foundEvents(projects, {}, () => false)).toEqual([]);
		expect(await foundEvents([])).toEqual([]);
	});

	test('is looked for in the five work items that changed last, and in a page of each', async () => {
		const ids = ['i1', 'i2', 'i3', 'i4', 'i5', 'i6'];
		const project = projectOf(Object.fromEntries(ids.map((id, index) => [id, `08:0${index}`])));

		expect(await foundEvents([project])).toEqual(['ci5']);
		expect(project.asked).toEqual([
			'workItems',
			...ids.slice(0, 5).map((id) => `comments of ${id}`),
		]);
		expect(project.requests[0]).toMatchObject({
			size: 5,
			offset: 0,
			query: { order_by: '-updated_at', expand: 'state,assignees,labels,project' },
		});
	});

	test('may be that a work item was created, where that is wanted', async () => {
		const project = projectOf({ i1: '08:00' }, '09:00');

		expect(await foundEvents([project], { creations: true })).toEqual(['i1']);
		expect(await foundEvents([project])).toEqual(['ci1']);
	});

	test('may be what came in, in lists that have no details', async () => {
		const project = listsThat(() => pageOf([row('n1', '08:00')]));

		expect(await foundEvents([project], { feeds: ['created', 'reported'] })).toEqual(['n1']);
		expect(project.asked).toEqual(['workItems', 'intakeItems']);
		expect(project.requests.map(({ query }) => query)).toEqual([
			{ order_by: '-sequence_id', expand: 'state,assignees,labels,project' },
			{},
		]);
	});

	test.each(['workItems', 'comments'])('is not told where %s cannot be read', async (list) => {
		const project = listsThat((request) =>
			request.list === list ? failed('Away', '') : pageOf([row('i1', '08:00')]),
		);

		expect(await foundEvents([project])).toBe('Away');
	});
});
