import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { readDocumentedBody } from '../../service/documented/deliveries';

// All deliveries here are documented ones (rows 100 to 105), some with other values.
const WORK_ITEM = '45abdf58-a0af-420f-8ede-9628ed042978';
const PROJECT = '9fd7aabe-5857-4fac-8703-3fcbe314a70d';
const USER = '893d290c-74ec-48df-8edc-7d50c000fee1';
const LABEL = 'cef5c767-98db-4779-8753-43520651eda7';
const TODO = 'd72dabd8-8cd3-49b6-8e02-aa9691c4fd0c';
const DONE = '056a2126-ab35-4ca3-8905-75a06291b5a1';

const readDocumented = (name: string) => readDelivery(readDocumentedBody(name));

/** Reads a documented update with other old values, and other values in its record. */
const readUpdate = (previous_attributes: JsonObject, data: JsonObject = {}) => {
	const body = readDocumentedBody('workitem.updated');
	const record = { ...(body.data as JsonObject), ...data };

	return readDelivery({ ...body, data: record, previous_attributes });
};

describe('records of version 2', () => {
	it('a record gets the field names of version 1, and records instead of IDs', () => {
		expect(readDocumented('workitem.created')?.event).toMatchObject({
			event: 'workItem',
			action: 'created',
			field: null,
			actor: { id: USER },
			project: PROJECT,
			workspaceId: 'aaa2b61f-f5b0-4a76-87f0-e14e71b4618f',
			workItem: null,
			record: {
				id: WORK_ITEM,
				project: PROJECT,
				workspace: 'aaa2b61f-f5b0-4a76-87f0-e14e71b4618f',
				state: { id: TODO },
				assignees: [{ id: USER }],
				labels: [{ id: LABEL }],
				parent: null,
				created_by: USER,
				sequence_id: 1,
				external_id: null,
			},
		});
	});

	it('a record keeps only those names ending in _id that version 1 has', () => {
		const { record = {} } = readDocumented('workitem.created')?.event ?? {};

		const names = Object.keys(record).filter((name) => /_ids?$/.test(name));

		expect(names.sort()).toEqual(['external_id', 'sequence_id']);
	});

	it('a record has null for the text None, but only in fields that can be empty (row 100)', () => {
		const { record } = readDocumented('workitem.updated-none-text')?.event ?? {};

		const renamed = readUpdate({ name: 'Old' }, { name: 'None' });

		expect(JSON.stringify(record)).not.toContain('None');
		expect(record).toMatchObject({ parent: null, target_date: null, estimate_point: null });
		expect(renamed?.event).toMatchObject({ newValue: 'None', record: { name: 'None' } });
	});
});

test.each([
	['workitem.link.created', 'workItemLink', 'created'],
	['workitem.relation.created', 'workItemRelation', 'created'],
	['cycle.created', 'cycle', 'created'],
	['milestone.created', 'milestone', 'created'],
	['page.created', 'page', 'created'],
	['module.updated', 'module', 'updated'],
	['workitem.archived', 'workItem', 'archived'],
])('%s is reported as %s %s with its project', (name, event, action) => {
	const projectId = name === 'workitem.relation.created' ? null : PROJECT;

	expect(readDocumented(name)?.event).toMatchObject({ event, action, project: projectId });
});

test('the project of an event about a project is that project', () => {
	const { project: projectId, record } = readDocumented('project.created')?.event ?? {};

	expect(projectId).toBe(record?.id);
});

test.each([
	['WORK_ITEM_UPDATED', 'workItem', 'updated'],
	['WORK_ITEM_COMMENT_CREATED', 'workItemComment', 'created'],
	['WORK_ITEM_PAGE_LINK_DELETED', 'workItemPageLink', 'deleted'],
	['PAGE_COMMENT_UPDATED', 'pageComment', 'updated'],
	['CYCLE_ARCHIVED', 'cycle', 'archived'],
])('the constant %s is reported as %s %s (row 103)', (constant, event, action) => {
	const body = {
		...readDocumentedBody('workitem.updated'),
		event: `WebhookScope.ScopeChoices.${constant}`,
	};

	expect(readDelivery(body)?.event).toMatchObject({ event, action });
});

test.each([
	['workitem.comment.created', 'workItemComment'],
	['workitem.page_link.created', 'workItemPageLink'],
	['page.comment.created', 'pageComment'],
	['workitem.attachment.created', 'workItemAttachment'],
])('%s is reported as %s', (event, expected) => {
	const body = { ...readDocumentedBody('workitem.created'), event };

	expect(readDelivery(body)?.event.event).toBe(expected);
});

describe('comments of version 2', () => {
	it('the record of the event is the comment, and its work item is separate', () => {
		expect(readDocumented('workitem.comment.created')?.event).toMatchObject({
			event: 'workItemComment',
			action: 'created',
			actor: { id: USER },
			project: null,
			workItem: { id: WORK_ITEM, name: 'Sample item 1' },
			record: {
				id: '509e3c94-0bfb-4424-8e16-b930aa26f65c',
				issue: WORK_ITEM,
				actor: USER,
				comment_stripped: 'Hello',
			},
		});
	});

	it('a comment has the project of its work item, if the delivery has it', () => {
		const body = readDocumentedBody('workitem.comment.created');
		const data = { ...(body.data as JsonObject), project_id: PROJECT };

		expect(readDelivery({ ...body, data })?.event).toMatchObject({
			project: PROJECT,
			record: { project: PROJECT },
		});
	});

	it('the record of a deleted comment is its last state', () => {
		expect(readDocumented('workitem.comment.deleted')?.event).toMatchObject({
			action: 'deleted',
			actor: null,
			workItem: { id: WORK_ITEM },
			record: { id: '509e3c94-0bfb-4424-8e16-b930aa26f65c' },
		});
	});

	// No page shows how a comment that was changed is sent.
	it('a comment that is not sent within its work item is read as well', () => {
		const body = readDocumentedBody('workitem.comment.created');
		const { comment } = body.data as { comment: JsonObject };

		expect(readDelivery({ ...body, data: comment })?.event).toMatchObject({
			workItem: { id: WORK_ITEM },
			record: { id: comment.id, issue: WORK_ITEM },
		});
	});
});

test('a link of version 2 has its work item', () => {
	expect(readDocumented('workitem.link.created')?.event).toMatchObject({
		workItem: { id: WORK_ITEM },
		record: { id: '1a2eab1b-fec7-4c8a-8b3e-daf4fd920b0f', url: 'https://acme.test/spec' },
	});
});

describe('deletions of version 2', () => {
	it('a deletion has the last state of the record, and no actor (row 104)', () => {
		expect(readDocumented('workitem.deleted')?.event).toMatchObject({
			action: 'deleted',
			field: null,
			previous: {},
			actor: null,
			project: PROJECT,
			record: { id: WORK_ITEM, name: 'Sample item 1', state: { id: TODO } },
		});
	});

	it('a deletion that only has the ID has a record with this ID', () => {
		const body = readDocumentedBody('workitem.deleted-bare');

		const documented = readDelivery(body);
		const withoutOldValues = readDelivery({ ...body, previous_attributes: {} });

		expect(documented?.event).toMatchObject({ project: null, record: { id: WORK_ITEM } });
		expect(withoutOldValues?.event.record).toEqual({ id: WORK_ITEM });
	});
});

describe('updates of version 2', () => {
	it('an update reports its field by the name of version 1', () => {
		expect(readDocumented('workitem.updated')).toMatchObject({
			hasNoVisibleChange: false,
			event: {
				field: 'state',
				oldValue: TODO,
				newValue: DONE,
				previous: { state: TODO },
				actor: null,
			},
		});
	});

	it('an update reports all fields that changed at once', () => {
		const delivery = readUpdate(
			{ name: 'Old', assignee_ids: ['u1'], priority: 'low' },
			{ assignee_ids: [USER] },
		);

		expect(delivery?.fields).toEqual({
			name: { old: 'Old', new: 'Sample item 1' },
			assignees: { old: ['u1'], new: [USER] },
			priority: { old: 'low', new: 'high' },
		});
	});

	test.each<[string, JsonObject, JsonObject?]>([
		['the time of the last activity', { last_activity_at: '2026-03-31 11:44:41+00' }],
		['who changed it last', { updated_by_id: 'u0', updated_at: 'x' }],
		['its position in the list', { sort_order: 65535 }],
		['the order of the assignees', { assignee_ids: ['u1', USER] }, { assignee_ids: [USER, 'u1'] }],
		['a field whose value is the same as before', { priority: 'high' }],
		[
			'archived_at, because archiving has an event of its own',
			{ archived_at: 'None' },
			{ archived_at: '2026-09-02' },
		],
	])('an update has no visible change if only %s changed', (_, previous, data = {}) => {
		const delivery = readUpdate(previous, data);

		expect(delivery?.hasNoVisibleChange).toBe(true);
		expect(delivery?.fields).toEqual({});
	});

	test.each<[string, JsonObject, JsonObject, string, JsonValue, JsonValue]>([
		[
			'a cleared date',
			{ target_date: '2026-01-01' },
			{ target_date: 'None' },
			'target_date',
			'2026-01-01',
			null,
		],
		['a new parent', { parent_id: 'None' }, { parent_id: 'p2' }, 'parent', null, 'p2'],
		[
			'a new state, not the time of completion',
			{ completed_at: 'None', state_id: TODO },
			{ state_id: DONE },
			'state',
			TODO,
			DONE,
		],
		[
			'a new description',
			{ description_json: { type: 'doc' } },
			{},
			'description',
			{ type: 'doc' },
			{},
		],
		['a new estimate', { point: 1 }, { point: 3 }, 'estimate_point', 1, 3],
		[
			'the reference of an estimate that is sent in two forms',
			{ point: 1, estimate_point_id: 'e1' },
			{ point: 3, estimate_point_id: 'e2' },
			'estimate_point',
			'e1',
			'e2',
		],
		[
			'archived_at of a restored work item',
			{ archived_at: '2026-09-02' },
			{ archived_at: null },
			'archived_at',
			'2026-09-02',
			null,
		],
		['a cleared list', { label_ids: ['l1'] }, { label_ids: [] }, 'labels', ['l1'], []],
		['a list that was empty before', { assignee_ids: null }, {}, 'assignees', [], [USER]],
	])('an update reports %s', (_, previous, data, field, oldValue, newValue) => {
		expect(readUpdate(previous, data)?.event).toMatchObject({ field, oldValue, newValue });
	});

	it('an update without old values reports no field, and counts as a visible change', () => {
		expect(readUpdate({})).toMatchObject({
			hasNoVisibleChange: false,
			fields: {},
			event: { field: null },
		});
	});

	test.each([
		['the user who changed it', { updated_by_id: 'u-bot' }, { id: 'u-bot' }],
		['nobody, if it has no user', { updated_by_id: 'None' }, null],
	])('the actor of an update is %s', (_, data, actor) => {
		expect(readUpdate({ priority: 'low' }, data)?.event.actor).toEqual(actor);
	});
});

test('the actor of a new work item is its creator', () => {
	for (const updated_by_id of [null, 'None']) {
		const body = readDocumentedBody('workitem.created');
		const data = { ...(body.data as JsonObject), created_by_id: 'u-bot', updated_by_id };

		expect(readDelivery({ ...body, data })?.event.actor).toEqual({ id: 'u-bot' });
	}
});

test('only a new work item reports its assignees as a change', () => {
	expect(readDocumented('workitem.created')?.fields).toEqual({
		assignees: { old: [], new: [USER] },
	});
	expect(readDocumented('cycle.created')?.fields).toEqual({});
});

test('a body with an event_id is of version 2, whatever its version says', () => {
	const body = { ...readDocumentedBody('workitem.created'), version: 'v3' };

	expect(readDelivery(body)?.version).toBe(2);
});
