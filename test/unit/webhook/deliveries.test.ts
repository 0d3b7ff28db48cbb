import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { deliveryIn } from '../../../nodes/shared/webhook/delivery';
import { isSigned, secretIn } from '../../../nodes/shared/webhook/signature';
import { deliveries, secret } from '../../service/observed/webhooks';

const parsed = (body: string) => JSON.parse(body) as JsonObject;

describe.each(deliveries)('the delivery of "$what"', ({ body, signature }) => {
	const bytes = Buffer.from(body);

	it('is signed with the secret, to the last byte', () => {
		expect(isSigned(bytes, signature, secret)).toBe(true);
		for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
			const other = Buffer.from(bytes);
			other[at] = (other[at] ?? 0) ^ 1;
			expect(isSigned(other, signature, secret)).toBe(false);
		}
		expect(isSigned(Buffer.from(JSON.stringify(parsed(body))), signature, secret)).toBe(false);
	});

	it('tells what happened, whatever the spelling of the server', () => {
		const delivery = deliveryIn(parsed(body));
		const { event, action } = parsed(body);
		expect(delivery?.event.record).toEqual(parsed(body).data);
		expect(delivery?.event.workspaceId).toBe(parsed(body).workspace_id);
		const older = { ...parsed(body), action: (action as string).replace(/d$/, '') };
		expect(deliveryIn(older)?.event).toEqual(delivery?.event);
		expect(event).toBeDefined();
	});
});

test.each([
	['no signature', undefined],
	['an empty one', ''],
	['one of another length', 'ab'],
	['no digits', 'x'.repeat(64)],
	['several', ['a', 'b']],
])('nothing is signed with %s', (_, signature) => {
	expect(isSigned(Buffer.from('{}'), signature, secret)).toBe(false);
});

test.each([
	['another secret', `${secret}0`],
	['none', ''],
])('nothing is signed with %s', (_, other) => {
	const [{ body, signature } = { body: '', signature: '' }] = deliveries;
	expect(isSigned(Buffer.from(body), signature, other)).toBe(false);
});

test('a secret is text, without what is pasted along with it', () => {
	expect([' a\n', 'a', undefined, 5, ['a']].map(secretIn)).toEqual(['a', 'a', '', '', '']);
});

/** The values of what is told of a step. */
const told = (what: string, index = 0) => {
	const { body = '' } = deliveries.filter((each) => each.what === what)[index] ?? {};
	const { event, action, field, oldValue, newValue, previous } =
		deliveryIn(parsed(body))?.event ?? {};
	return { event, action, field, oldValue, newValue, previous };
};

const [ADA, BUG] = ['7d04ea1f-68d1-4521-8814-f5dd4e8c2e91', 'a515253b-d81d-4936-aed7-8d9342f72b46'];
const [TODO, DOING] = [
	'c505f829-31c7-49e8-aab9-c5d8192af6f6',
	'afc28be6-b53c-41a3-bdee-7187d4d71cbf',
];
const SAME = 'name and priority changed in one request';
const CLEARED = 'assignees and labels cleared';

test.each<[string, number, string, string, string | null, JsonValue, JsonValue]>([
	['work item created', 0, 'workItem', 'created', null, null, null],
	['state changed', 0, 'workItem', 'updated', 'state', TODO, DOING],
	[SAME, 0, 'workItem', 'updated', 'name', 'First', 'First, changed'],
	[SAME, 1, 'workItem', 'updated', 'priority', 'low', 'high'],
	[CLEARED, 0, 'workItem', 'updated', 'assignees', [ADA], []],
	[CLEARED, 1, 'workItem', 'updated', 'labels', [BUG], []],
	['days set', 1, 'workItem', 'updated', 'target_date', null, '2026-12-24'],
	['comment created', 0, 'workItemComment', 'created', null, null, null],
	['comment updated', 0, 'workItemComment', 'updated', 'comment', '<p>Good</p>', '<p>Better</p>'],
	['project deleted', 0, 'project', 'deleted', null, null, null],
])('"%s" (%i) is told as %s %s', (what, index, event, action, field, oldValue, newValue) => {
	const previous = field === null ? {} : { [field]: oldValue };
	expect(told(what, index)).toEqual({ event, action, field, oldValue, newValue, previous });
});

describe('the second form', () => {
	const base = {
		...{ version: 'v2', delivery_id: 'd1', event_id: 'e1', workspace_id: 'w1' },
		...{ event: 'workitem.updated', entity_type: 'workitem', entity_id: 'i1' },
	};
	const data = {
		...{ id: 'i1', name: 'New', project: 'p1', updated_by: 'u1' },
		...{ state_id: 's2', assignee_ids: ['u2', 'u3'] },
	};

	it('tells all that changed at once, by the names of the first form', () => {
		const previous_attributes = { name: 'Old', assignee_ids: ['u1', 'u2'], updated_at: 'x' };
		const delivery = deliveryIn({ ...base, data, previous_attributes });
		expect(delivery).toMatchObject({
			event: {
				...{ event: 'workItem', action: 'updated', field: 'name' },
				...{ oldValue: 'Old', newValue: 'New', actor: { id: 'u1' }, projectId: 'p1' },
				...{ workspaceId: 'w1', record: data, previous: { name: 'Old', assignees: ['u1'] } },
			},
			fields: { name: { old: 'Old', new: 'New' }, assignees: { old: ['u1'], new: ['u3'] } },
		});
	});

	it('has the record of a deletion in what it was before', () => {
		const delivery = deliveryIn({
			...{ ...base, event: 'workitem.deleted', data: { id: 'i1' } },
			previous_attributes: { ...data, id: 'i1' },
		});
		expect(delivery).toMatchObject({
			event: { action: 'deleted', field: null, record: data, previous: {}, projectId: 'p1' },
		});
	});

	test.each<[title: string, body: JsonObject, event: object]>([
		[
			'a deletion that says nothing of the record now',
			{ event: 'workitem.deleted', previous_attributes: data },
			{ action: 'deleted', field: null, previous: {}, record: data, actor: { id: 'u1' } },
		],
		[
			'a deletion that tells of all of it',
			{ event: 'workitem.deleted', data, previous_attributes: { name: 'Old' } },
			{ action: 'deleted', field: null, previous: {}, record: data },
		],
		[
			'a change of which it does not say what it was',
			{ data },
			{ action: 'updated', field: null, oldValue: null, newValue: null, previous: {} },
		],
		[
			'a record in the place of its ID',
			{ data, previous_attributes: { state_id: { id: 's1', name: 'Todo' } } },
			{ field: 'state', oldValue: 's1', newValue: 's2' },
		],
		[
			'a value that was cleared',
			{ data: { ...data, target_date: '' }, previous_attributes: { target_date: '2026-12-24' } },
			{ field: 'target_date', oldValue: '2026-12-24', newValue: null },
		],
		[
			'a value that is gone',
			{ data, previous_attributes: { target_date: '2026-12-24' } },
			{ field: 'target_date', oldValue: '2026-12-24', newValue: null },
		],
		[
			'a list where there was none',
			{ data, previous_attributes: { assignee_ids: null } },
			{ field: 'assignees', oldValue: [], newValue: ['u2', 'u3'] },
		],
		[
			'a list that is gone',
			{ data, previous_attributes: { label_ids: ['l1'] } },
			{ field: 'labels', oldValue: ['l1'], newValue: [] },
		],
		[
			'who made it, where nobody has changed it',
			{ event: 'workitem.created', data: { id: 'i1', created_by: { id: 'u4', email: 'a@b' } } },
			{ action: 'created', actor: { id: 'u4', email: 'a@b' }, projectId: null },
		],
		['nobody', { data: { id: 'i1' } }, { actor: null, projectId: null }],
		[
			'the workspace of the record',
			{ workspace_id: null, data: { id: 'i1', workspace: 'w2' } },
			{ workspaceId: 'w2' },
		],
		[
			'a project as its own',
			{ event: 'project.updated', data: { id: 'p1' } },
			{ event: 'project', projectId: 'p1' },
		],
		[
			'what it does not know by its own name',
			{ event: 'page.section.moved', data: { id: 'x1' } },
			{ event: 'page.section', action: 'moved' },
		],
	])('tells %s', (_, body, event) => {
		expect(deliveryIn({ ...base, ...body })?.event).toMatchObject(event);
	});

	it('is told by the ID of its event, too', () => {
		expect(deliveryIn({ ...base, version: 'v3', data })?.event).toMatchObject({
			event: 'workItem',
		});
	});

	it('tells of no change what every change brings along', () => {
		const previous_attributes = { updated_at: 'x', name: 'Old', updated_by: 'u0' };
		expect(deliveryIn({ ...base, data, previous_attributes })).toMatchObject({
			event: { field: 'name' },
			fields: { name: { old: 'Old', new: 'New' } },
		});
		const fields = deliveryIn({ ...base, data, previous_attributes })?.fields ?? {};
		expect(Object.keys(fields)).toEqual(['name']);
	});

	test.each([
		['of what is left, where that is all', 'workitem.deleted', data],
		['as it is now, however little that is', 'workitem.updated', { id: 'i1' }],
	])('tells the record %s', (_, event, now) => {
		const previous_attributes = { id: 'i0', name: 'Old', archived_at: 'x' };
		const delivery = deliveryIn({ ...base, event, data: now, previous_attributes });
		expect(delivery?.event.record).toEqual(now);
	});

	it('tells of nobody assigned to what is no work item', () => {
		expect(deliveryIn({ ...base, event: 'cycle.created', data })?.fields).toEqual({});
	});

	it('tells who is assigned from the start', () => {
		const created = { ...base, event: 'workitem.created', data };
		expect(deliveryIn(created)?.fields).toEqual({ assignees: { old: [], new: ['u2', 'u3'] } });
		expect(deliveryIn(created)?.event).toMatchObject({ field: null });
		expect(deliveryIn(created)?.event.previous).toEqual({});
	});

	it('is known by the delivery where the event has no ID', () => {
		const rest = { ...base, event_id: '', data };
		expect(deliveryIn(rest)?.mark).toBe(deliveryIn({ ...rest, data: { id: 'i2' } })?.mark);
		const other = { ...rest, delivery_id: 'd2' };
		expect(deliveryIn(other)?.mark).not.toBe(deliveryIn(rest)?.mark);
	});

	test.each([
		...[
			{ event: 'workitem', data },
			{ event: 'workitem.updated!', data },
		],
		...[{ data: 'text' }, { event: 'workitem.updated' }],
	])('%j is none', (body) => {
		expect(deliveryIn({ ...base, ...body })).toBeUndefined();
	});

	it('is known by what it tells where it has no ID', () => {
		const nameless = { version: 'v2', event: 'workitem.updated' };
		const marks = [1, 2].map(
			(id) => deliveryIn({ ...nameless, data: { ...data, id: `i${id}` } })?.mark,
		);
		expect(new Set(marks).size).toBe(2);
	});

	it('is known again by its event, whatever the delivery', () => {
		const again = { ...base, data, delivery_id: 'd2' };
		expect(deliveryIn(again)?.mark).toBe(deliveryIn({ ...base, data })?.mark);
		expect(deliveryIn({ ...again, event_id: 'e2' })?.mark).not.toBe(deliveryIn(again)?.mark);
	});
});

describe('the first form', () => {
	const base = { event: 'issue', action: 'updated', workspace_id: 'w1' };
	const data = { id: 'i1', project: 'p1', updated_by: 'u1', updated_at: '2026-03-02' };
	const row = { field: 'state', old_value: 'Todo', new_value: 'Done' };

	test.each<[title: string, body: JsonObject, event: object]>([
		['a change without its activity', { data }, { field: null, actor: { id: 'u1' } }],
		[
			'names where it has no IDs',
			{ data, activity: row },
			{ field: 'state', oldValue: 'Todo', newValue: 'Done' },
		],
		[
			'an ID on one side alone',
			{ data, activity: { ...row, old_identifier: '', new_identifier: 's2' } },
			{ oldValue: 'Todo', newValue: 's2' },
		],
		[
			'nothing where a value is not said',
			{ data, activity: { field: 'priority' } },
			{ field: 'priority', oldValue: null, newValue: null, previous: { priority: null } },
		],
		[
			'who did it, before who changed the record last',
			{ data, activity: { ...row, actor: { id: 'u9', display_name: 'Ada' } } },
			{ actor: { id: 'u9', display_name: 'Ada' } },
		],
		['an empty activity', { data, activity: { field: null } }, { field: null, previous: {} }],
	])('tells %s', (_, body, event) => {
		expect(deliveryIn({ ...base, ...body })?.event).toMatchObject(event);
	});

	it('is told from others by what happened, to what, and when', () => {
		const delivery = { ...base, data, activity: row };
		const others: JsonObject[] = [
			...[{ event: 'cycle' }, { action: 'created' }],
			...[{ data: { ...data, id: 'i2' } }, { data: { ...data, updated_at: '2026-03-03' } }],
			...[{ activity: { ...row, field: 'name' } }, { activity: { ...row, old_value: 'Draft' } }],
			...[{ activity: { ...row, new_value: 'Draft' } }],
		];
		const all = [delivery, ...others.map((other) => ({ ...delivery, ...other }))];
		expect(new Set(all.map((each) => deliveryIn(each)?.mark)).size).toBe(8);
	});
});

test('the first form is known again by what it tells', () => {
	const marks = deliveries.map(({ body }) => deliveryIn(parsed(body))?.mark);
	expect(new Set(marks).size).toBe(deliveries.length);
	expect(deliveries.map(({ body }) => deliveryIn(parsed(body))?.mark)).toEqual(marks);
});

test.each(['constructor', '__proto__'])('a field or an event called %s is a text', (name) => {
	const activity = { field: name, old_value: 'a', new_value: 'b' };
	const delivery = deliveryIn({ event: name, action: name, data: { id: 'i1' }, activity });
	expect(delivery?.event).toMatchObject({ event: name, action: name, field: name });
});

test.each([
	...[null, [], 'text', {}, { event: 'issue' }, { event: 'issue', action: 'x', data: 'y' }],
	...[
		{ event: 'issue', data: {} },
		{ action: 'created', data: {} },
	],
])('%j is no delivery', (body) => {
	expect(deliveryIn(body)).toBeUndefined();
});
