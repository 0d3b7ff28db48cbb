import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { documentedBody } from '../../service/documented/deliveries';

// Everything here is a documented delivery (rows 100 to 105), or one with some members replaced.
const WORK_ITEM = '45abdf58-a0af-420f-8ede-9628ed042978';
const PROJECT = '9fd7aabe-5857-4fac-8703-3fcbe314a70d';
const USER = '893d290c-74ec-48df-8edc-7d50c000fee1';
const LABEL = 'cef5c767-98db-4779-8753-43520651eda7';
const [TODO, DONE] = [
	'd72dabd8-8cd3-49b6-8e02-aa9691c4fd0c',
	'056a2126-ab35-4ca3-8905-75a06291b5a1',
];

const read = (name: string) => readDelivery(documentedBody(name));

/** A documented update with other values before it, and after it. */
const readUpdate = (previous_attributes: JsonObject, data: JsonObject = {}) => {
	const body = documentedBody('workitem.updated');
	const record = { ...(body.data as JsonObject), ...data };

	return readDelivery({ ...body, data: record, previous_attributes });
};

describe('a record of version 2', () => {
	it('has the names of version 1, with references as records', () => {
		expect(read('workitem.created')?.event).toMatchObject({
			event: 'workItem',
			action: 'created',
			field: null,
			actor: { id: USER },
			projectId: PROJECT,
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

	it('has no name that ends in _id, but for those of version 1', () => {
		const names = Object.keys(read('workitem.created')?.event.record ?? {});

		expect(names.filter((name) => /_ids?$/.test(name)).sort()).toEqual([
			'external_id',
			'sequence_id',
		]);
	});

	it('has null for the text None where a value can be empty, and nowhere else (row 100)', () => {
		const { record } = read('workitem.updated-none-text')?.event ?? {};
		const named = readUpdate({ name: 'Old' }, { name: 'None' });

		expect(JSON.stringify(record)).not.toContain('None');
		expect(record).toMatchObject({ parent: null, target_date: null, estimate_point: null });
		expect(named?.event).toMatchObject({ newValue: 'None', record: { name: 'None' } });
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
])('%s is reported as %s %s, of its project', (name, event, action) => {
	const projectId = name === 'workitem.relation.created' ? null : PROJECT;

	expect(read(name)?.event).toMatchObject({ event, action, projectId });
});

test('a project is its own project', () => {
	const { projectId, record } = read('project.created')?.event ?? {};

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
		...documentedBody('workitem.updated'),
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
	const body = { ...documentedBody('workitem.created'), event };

	expect(readDelivery(body)?.event.event).toBe(expected);
});

describe('a comment of version 2', () => {
	it('is the record, with its work item beside it (case P11)', () => {
		expect(read('workitem.comment.created')?.event).toMatchObject({
			event: 'workItemComment',
			action: 'created',
			actor: { id: USER },
			projectId: null,
			workItem: { id: WORK_ITEM, name: 'Sample item 1' },
			record: {
				id: '509e3c94-0bfb-4424-8e16-b930aa26f65c',
				issue: WORK_ITEM,
				actor: USER,
				comment_stripped: 'Hello',
			},
		});
	});

	it('is of the project that its work item is of, if the delivery says so (case P11)', () => {
		const body = documentedBody('workitem.comment.created');
		const data = { ...(body.data as JsonObject), project_id: PROJECT };

		expect(readDelivery({ ...body, data })?.event).toMatchObject({
			projectId: PROJECT,
			record: { project: PROJECT },
		});
	});

	it('that is deleted is what it was', () => {
		expect(read('workitem.comment.deleted')?.event).toMatchObject({
			action: 'deleted',
			actor: null,
			workItem: { id: WORK_ITEM },
			record: { id: '509e3c94-0bfb-4424-8e16-b930aa26f65c' },
		});
	});

	// No page shows how a comment that was changed is sent.
	it('that does not stand within its work item is read as it stands', () => {
		const body = documentedBody('workitem.comment.created');
		const { comment } = body.data as { comment: JsonObject };

		expect(readDelivery({ ...body, data: comment })?.event).toMatchObject({
			workItem: { id: WORK_ITEM },
			record: { id: comment.id, issue: WORK_ITEM },
		});
	});
});

test('a link of version 2 names its work item', () => {
	expect(read('workitem.link.created')?.event).toMatchObject({
		workItem: { id: WORK_ITEM },
		record: { id: '1a2eab1b-fec7-4c8a-8b3e-daf4fd920b0f', url: 'https://acme.test/spec' },
	});
});

describe('a deletion of version 2', () => {
	it('has the record that was there, and does not say who deleted it (row 104)', () => {
		expect(read('workitem.deleted')?.event).toMatchObject({
			action: 'deleted',
			field: null,
			previous: {},
			actor: null,
			projectId: PROJECT,
			record: { id: WORK_ITEM, name: 'Sample item 1', state: { id: TODO } },
		});
	});

	it('is known by its ID where there is nothing else', () => {
		expect(read('workitem.deleted-bare')?.event).toMatchObject({
			projectId: null,
			record: { id: WORK_ITEM },
		});
		const bare = { ...documentedBody('workitem.deleted-bare'), previous_attributes: {} };

		expect(readDelivery(bare)?.event.record).toEqual({ id: WORK_ITEM });
	});
});

describe('an update of version 2', () => {
	it('reports the field by the name of version 1', () => {
		expect(read('workitem.updated')).toMatchObject({
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

	it('reports all that changed at once', () => {
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
		['the time of the last activity (case P12)', { last_activity_at: '2026-03-31 11:44:41+00' }],
		['who changed it last (case P12)', { updated_by_id: 'u0', updated_at: 'x' }],
		['its place in the list (case P12)', { sort_order: 65535 }],
		[
			'the same people in another order (case P50)',
			{ assignee_ids: ['u1', USER] },
			{ assignee_ids: [USER, 'u1'] },
		],
		['a value that is still the same', { priority: 'high' }],
		[
			'that it was archived, which has an event of its own',
			{ archived_at: 'None' },
			{ archived_at: '2026-09-02' },
		],
	])('reports that nothing changed where that is %s', (...[, previous, data]) => {
		const delivery = readUpdate(previous, data);

		expect(delivery?.hasNoVisibleChange).toBe(true);
		expect(delivery?.fields).toEqual({});
	});

	test.each<[string, JsonObject, JsonObject, string, JsonValue, JsonValue]>([
		[
			'a date that was cleared (case P12)',
			{ target_date: '2026-01-01' },
			{ target_date: 'None' },
			'target_date',
			'2026-01-01',
			null,
		],
		['a parent that was set', { parent_id: 'None' }, { parent_id: 'p2' }, 'parent', null, 'p2'],
		[
			'a state that completes it (case P12)',
			{ completed_at: 'None', state_id: TODO },
			{ state_id: DONE },
			'state',
			TODO,
			DONE,
		],
		[
			'a description (case P12)',
			{ description_json: { type: 'doc' } },
			{},
			'description',
			{ type: 'doc' },
			{},
		],
		['an estimate (case P12)', { point: 1 }, { point: 3 }, 'estimate_point', 1, 3],
		[
			'an estimate in both forms',
			{ point: 1, estimate_point_id: 'e1' },
			{ point: 3, estimate_point_id: 'e2' },
			'estimate_point',
			'e1',
			'e2',
		],
		[
			'that it was restored',
			{ archived_at: '2026-09-02' },
			{ archived_at: null },
			'archived_at',
			'2026-09-02',
			null,
		],
		['a list that is gone', { label_ids: ['l1'] }, { label_ids: [] }, 'labels', ['l1'], []],
		['a list where there was none', { assignee_ids: null }, {}, 'assignees', [], [USER]],
	])('reports %s', (_, previous, data, field, oldValue, newValue) => {
		expect(readUpdate(previous, data)?.event).toMatchObject({ field, oldValue, newValue });
	});

	it('that does not say what changed reports no field, and may have changed anything', () => {
		expect(readUpdate({})).toMatchObject({
			hasNoVisibleChange: false,
			fields: {},
			event: { field: null },
		});
	});

	test.each([
		['who changed it', { updated_by_id: 'u-bot' }, { id: 'u-bot' }],
		['nobody, where nobody is named', { updated_by_id: 'None' }, null],
	])('is by %s (case P02)', (_, data, actor) => {
		expect(readUpdate({ priority: 'low' }, data)?.event.actor).toEqual(actor);
	});
});

test('a new work item is by who created it, although nobody has updated it (case P02)', () => {
	for (const updated_by_id of [null, 'None']) {
		const body = documentedBody('workitem.created');
		const data = { ...(body.data as JsonObject), created_by_id: 'u-bot', updated_by_id };

		expect(readDelivery({ ...body, data })?.event.actor).toEqual({ id: 'u-bot' });
	}
});

test('what is created belongs to somebody only if it is a work item', () => {
	expect(read('workitem.created')?.fields).toEqual({ assignees: { old: [], new: [USER] } });
	expect(read('cycle.created')?.fields).toEqual({});
});

test('a body with the ID of an event is of version 2, whatever it calls itself', () => {
	const body = { ...documentedBody('workitem.created'), version: 'v3' };

	expect(readDelivery(body)?.version).toBe(2);
});
