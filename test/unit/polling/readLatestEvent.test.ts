import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { EventSubscription } from '../../../nodes/PlanePollingTrigger/changes/EventSubscription';
import { readLatestEvent } from '../../../nodes/PlanePollingTrigger/changes/readLatestEvent';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import { isProblem } from '../../../nodes/shared/result/problem';
import { NEW_COMMENTS } from './editableProject';
import { fakeProjectApi, isoTime, pageOf } from './fakeProjectApi';

type Matcher = Parameters<typeof readLatestEvent>[2];
type FakeProject = ReturnType<typeof fakeProjectApi>;

const row = (id: string, time: string): JsonObject => ({
	id,
	created_at: isoTime(time),
	updated_at: isoTime(time),
});

/**
 * A project whose work items have one comment each.
 *
 * @param commentTimes when each comment was written, by work item ID; newest work item first
 * @param created when all work items were created
 */
const projectWithComments = (commentTimes: Readonly<Record<string, string>>) =>
	fakeProjectApi(({ workItemId }) => {
		const rows =
			workItemId === undefined
				? Object.entries(commentTimes).map(([id, time]) => ({
						...row(id, time),
						created_at: isoTime('06:00'),
					}))
				: [row(`comment of ${workItemId}`, commentTimes[workItemId] ?? '')];

		return pageOf(rows, { hasMore: true });
	});

/** The record ID of the latest event in these projects, or why there is none. */
async function readRecordId(
	projects: readonly FakeProject[],
	subscription: Partial<EventSubscription> = {},
	matches: Matcher = () => true,
) {
	const apis = projects.map(({ api }) => api);
	const latest = await readLatestEvent(apis, { ...NEW_COMMENTS, ...subscription }, matches);

	return isProblem(latest) ? latest.message : latest.event?.event.record.id;
}

describe('the latest event, which the editor shows as a test event,', () => {
	const twoProjects = () => [
		projectWithComments({ i1: '08:01' }),
		projectWithComments({ i2: '08:03', i3: '08:02' }),
	];

	test('is the latest of all projects', async () => {
		expect(await readRecordId(twoProjects())).toBe('comment of i2');
		expect(await readRecordId(twoProjects().reverse())).toBe('comment of i2');
	});

	test('is the latest one that passes the filters', async () => {
		const isNotOfI2: Matcher = ({ event }) => event.record.id !== 'comment of i2';

		const id = await readRecordId(twoProjects(), {}, isNotOfI2);

		expect(id).toBe('comment of i3');
	});

	test('does not exist if no event passes the filters, or if there are no projects', async () => {
		expect(await readRecordId(twoProjects(), {}, () => false)).toBeUndefined();
		expect(await readRecordId([])).toBeUndefined();
	});

	test('is found in the work item that was changed last, without reading the others', async () => {
		const project = projectWithComments({ i1: '08:03', i2: '08:02', i3: '08:01' });

		expect(await readRecordId([project])).toBe('comment of i1');
		expect(project.requestedLists).toEqual(['workItems', 'comments of i1']);
		expect(project.requests[0]).toMatchObject({
			size: 20,
			offset: 0,
			query: { order_by: '-updated_at', expand: 'state,assignees,labels,project' },
		});
	});

	test('is found in a work item that something else has happened to since', async () => {
		const project = fakeProjectApi(({ workItemId }) =>
			pageOf(
				workItemId === undefined
					? [row('i1', '08:09'), row('i2', '08:08'), row('i3', '08:01')]
					: [row(`comment of ${workItemId}`, workItemId === 'i2' ? '08:02' : '07:00')],
			),
		);

		// i3 cannot have a later event: it was changed last before that of i2.
		expect(await readRecordId([project])).toBe('comment of i2');
		expect(project.requestedLists).toEqual(['workItems', 'comments of i1', 'comments of i2']);
	});

	test('is searched for in the 20 work items of all projects that were changed last', async () => {
		const minute = (index: number) => `08:${String(59 - index).padStart(2, '0')}`;
		const ids = Array.from({ length: 15 }, (_, index) => `i${index}`);
		const times = Object.fromEntries(ids.map((id, index) => [id, minute(index)]));
		const projects = [projectWithComments(times), projectWithComments(times)];

		const latest = await readLatestEvent(
			projects.map(({ api }) => api),
			NEW_COMMENTS,
			() => false,
		);

		expect(latest).toEqual({ workItemsRead: 20, newRecordsRead: 0 });
		expect(projects.map(({ requests }) => requests.length).sort()).toEqual([11, 11]);
	});

	test('can be a new row of a feed that has no activities', async () => {
		const project = fakeProjectApi(() => pageOf([row('n1', '08:00')]));

		const id = await readRecordId([project], { feeds: ['newWorkItems', 'intakeItems'] });

		expect(id).toBe('n1');
		expect(project.requestedLists).toEqual(['workItems', 'intakeItems']);
		expect(project.requests.map(({ query }) => query)).toEqual([
			{ order_by: '-sequence_id', expand: 'state,assignees,labels,project' },
			{},
		]);
	});

	test.each(['workItems', 'comments'])('is a problem if %s cannot be read', async (list) => {
		const project = fakeProjectApi((request) =>
			request.list === list ? failed('Unavailable', '') : pageOf([row('i1', '08:00')]),
		);

		expect(await readRecordId([project])).toBe('Unavailable');
	});
});
