import { beforeAll, describe, expect, it, test } from '@jest/globals';
import type { INodeParameters, IWebhookFunctions, JsonObject, JsonValue } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { receive } from '../../../nodes/PlaneTrigger/receive';
import { EVENTS } from '../../../nodes/PlaneTrigger/webhookPanel';
import { type Trigger, Triggers } from '../../engine/triggers';
import { webhookAnswer } from '../../tools/webhookAnswer';

const SECRET = 'plane_wh_0123456789';
const TAKEN = { status: 200, answer: { received: true } };
const REFUSED = { status: 401, answer: { message: 'The signature does not match' } };

let triggers: Triggers;
beforeAll(async () => {
	triggers = await Triggers.start();
});

/** A trigger whose panel says this; what it does not say is as in a new node. */
const start = async (parameters: INodeParameters = {}, signingSecret = SECRET) =>
	await triggers.use('planeTrigger', parameters, { signingSecret });

const signed = (body: string, key = SECRET) => ({
	'x-plane-signature': createHmac('sha256', key).update(body).digest('hex'),
});

/** What comes of a delivery that is signed as it should be. */
async function deliver(trigger: Trigger, delivery: JsonValue) {
	const body = JSON.stringify(delivery);
	return await trigger.receive(Buffer.from(body), signed(body));
}

const [PROJECT, OTHER] = [
	'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8',
	'2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11',
];
const [ADA, BOB] = [
	{ id: 'u1', email: 'ada@example.com', display_name: 'ada' },
	{ id: 'u2', email: 'bob@example.com', display_name: 'bob' },
];
const data = {
	...{ id: 'i1', name: 'New', project: PROJECT, workspace: 'w1', updated_at: '2026-03-02' },
	...{ state: { id: 's2', name: 'Done' }, assignees: [ADA] },
};

/** A delivery of the first form. */
const of = (event: string, action: string, more: JsonObject = {}): JsonObject => ({
	...{ event, action, data, workspace_id: 'w1' },
	...more,
});
const moved = of('issue', 'updated', {
	activity: { field: 'state', old_identifier: 's1', new_identifier: 's2', actor: ADA },
});
const created = of('issue', 'created');

const ALL = Object.keys(EVENTS);

describe('A delivery of', () => {
	test.each<[string, string, delivery: JsonObject, events: string[]]>([
		['workItem', 'created', created, ['work_item_created', 'work_item_assigned']],
		['workItem', 'created', of('issue', 'create', { data: { id: 'i1' } }), ['work_item_created']],
		['workItem', 'updated', of('issue', 'updated'), ['work_item_updated']],
		[
			...(['workItem', 'updated', moved] as const),
			['work_item_updated', 'work_item_state_changed', 'field_changed'],
		],
		[
			...(['workItem', 'updated'] as const),
			of('issue', 'updated', { activity: { field: 'assignee_ids', new_value: ['u1'] } }),
			['work_item_updated', 'work_item_assigned', 'field_changed'],
		],
		['workItem', 'archived', of('issue', 'archive'), ['work_item_archived']],
		['workItem', 'deleted', of('issue', 'deleted'), ['work_item_deleted']],
		['workItem', 'moved', of('issue', 'moved'), ['anything_else']],
		['workItemComment', 'created', of('issue_comment', 'created'), ['comment_created']],
		['workItemComment', 'updated', of('issue_comment', 'updated'), ['comment_updated']],
		['workItemComment', 'deleted', of('issue_comment', 'deleted'), ['comment_deleted']],
		['workItemLink', 'created', of('workitem.link', 'created'), ['anything_else']],
		['cycle', 'created', of('cycle', 'created'), ['cycle_created']],
		['cycle', 'archived', of('cycle', 'archived'), ['anything_else']],
		['module', 'updated', of('module', 'update'), ['module_updated']],
		['project', 'deleted', of('project', 'delete'), ['project_deleted']],
		['page', 'created', of('page', 'created'), ['anything_else']],
	])('%s %s', async (event, action, delivery, events) => {
		for (const wanted of events) {
			const fields = ['state', 'assignees'];
			const { items, ...answer } = await deliver(
				await start({ events: [wanted], fields }),
				delivery,
			);
			expect([items?.length, answer]).toEqual([1, TAKEN]);
			expect(items?.[0]).toMatchObject({ event, action });
		}
		const others = ALL.filter((each) => !events.includes(each));
		expect(await deliver(await start({ events: others, fields: ['name'] }), delivery)).toEqual(
			TAKEN,
		);
	});

	it('several changes starts the workflow by the one that is wanted, and tells of that one', async () => {
		const delivery = {
			...{ version: 'v2', event: 'workitem.updated', event_id: 'e1', workspace_id: 'w1' },
			...{ data: { ...data, priority: 'high', updated_by: 'u1' } },
			previous_attributes: { name: 'Old', priority: 'low' },
		};
		const trigger = await start({ events: ['field_changed'], fields: ['priority'] });
		expect((await deliver(trigger, delivery)).items).toEqual([
			{
				...{ event: 'workItem', action: 'updated', actor: { id: 'u1' } },
				...{ field: 'priority', oldValue: 'low', newValue: 'high' },
				...{ projectId: PROJECT, workspaceId: 'w1', record: delivery.data },
				...{ previous: { name: 'Old', priority: 'low' } },
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			},
		]);
	});

	it('a new work item tells of no field, but of the assignees where it is wanted by them', async () => {
		const [whole] = (await deliver(await start(), created)).items ?? [];
		expect(whole).toMatchObject({ field: null, oldValue: null, newValue: null });
		const assigned = await start({ events: ['work_item_assigned'] });
		const [byField] = (await deliver(assigned, created)).items ?? [];
		expect(byField).toMatchObject({ field: 'assignees', oldValue: [], newValue: ['u1'] });
	});
});

describe('What the panel says of a delivery holds:', () => {
	const [STATE, ASSIGNED] = [['work_item_state_changed'], ['work_item_assigned']];
	const assigned = of('issue', 'updated', {
		activity: { field: 'assignees', new_value: ['u1'], actor: BOB },
	});
	test.each<[starts: boolean, title: string, panel: INodeParameters, delivery: JsonObject]>([
		[true, 'its state', { events: STATE, toStates: 'Todo, done' }, moved],
		[false, 'another state', { events: STATE, toStates: 'Todo' }, moved],
		[true, 'whom it is given to', { events: ASSIGNED, assignedTo: 'ada@example.com' }, assigned],
		[
			false,
			'whom it is not given to',
			{ events: ASSIGNED, assignedTo: 'bob@example.com' },
			assigned,
		],
		[true, 'its project', { options: { projects: `${OTHER}, ${PROJECT}` } }, created],
		[false, 'another project', { options: { projects: OTHER } }, created],
		[
			true,
			'the project itself',
			{ events: ['project_updated'], options: { projects: OTHER } },
			of('project', 'updated', { data: { id: OTHER } }),
		],
		[
			false,
			'a project that it does not tell',
			{ options: { projects: PROJECT } },
			of('issue', 'created', { data: { id: 'i1' } }),
		],
		[true, 'changes by others', { events: STATE, options: { ignoreChangesBy: 'bob' } }, moved],
		[false, 'who did it, by ID', { events: STATE, options: { ignoreChangesBy: 'bob, u1' } }, moved],
		[
			false,
			'who did it, by address',
			{ events: STATE, options: { ignoreChangesBy: 'ADA@example.com' } },
			moved,
		],
		[true, 'fields for their own event alone', { events: STATE, fields: [] }, moved],
	])('%s for %s', async (starts, _, panel, delivery) => {
		const trigger = await start(panel);
		const lines = await trigger.logged(async () => {
			const { items = [], ...answer } = await deliver(trigger, delivery);
			expect([items.length, answer]).toEqual([starts ? 1 : 0, TAKEN]);
		});
		expect(lines).toEqual([]);
	});

	test.each([
		[undefined, {}],
		[undefined, { includeBody: false }],
		[created, { includeBody: true }],
	])('the body that goes out is %j', async (body, options) => {
		const [item] = (await deliver(await start({ options }), created)).items ?? [];
		expect(item).toMatchObject({ event: 'workItem' });
		expect(item?.body).toEqual(body);
	});

	it('where it is wrong, it is logged, and the delivery is as good as not received', async () => {
		const trigger = await start({ events: [] });
		const lines = await trigger.logged(async () => {
			expect(await deliver(trigger, created)).toEqual(TAKEN);
		});
		expect(lines).toEqual([expect.stringMatching(/^Events: .*\. Fill in Events\.$/)]);
		expect(await trigger.setUp('checkExists').catch((error: unknown) => error)).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^Events: /),
		});
		trigger.change({ events: ['work_item_created'] });
		expect((await deliver(trigger, created)).items).toHaveLength(1);
	});
});

describe('A delivery that came before', () => {
	const nth = (number: number) => of('issue', 'created', { data: { ...data, id: `i${number}` } });

	it('starts nothing, also after a restart of n8n', async () => {
		const trigger = await start();
		expect((await deliver(trigger, created)).items).toHaveLength(1);
		expect(await deliver(trigger, created)).toEqual(TAKEN);
		trigger.restart(trigger.memory);
		expect(await deliver(trigger, created)).toEqual(TAKEN);
	});

	it('starts nothing after the panel was changed, either, although nobody wanted it then', async () => {
		const trigger = await start({ events: ['cycle_created'] });
		expect(await deliver(trigger, created)).toEqual(TAKEN);
		trigger.change({ events: ['work_item_created'] });
		expect(await deliver(trigger, created)).toEqual(TAKEN);
	});

	it('is known by the last 200', async () => {
		const trigger = await start({ authentication: 'none' });
		const take = async (number: number) =>
			(await trigger.receive(Buffer.from(JSON.stringify(nth(number))))).items?.length ?? 0;
		for (let number = 0; number <= 200; number++) expect(await take(number)).toBe(1);
		expect([await take(1), await take(200), await take(0)]).toEqual([0, 0, 1]);
	});
});

describe('What is not signed', () => {
	const body = JSON.stringify(created);
	const bytes = Buffer.from(body);

	it('is refused: with no signature, with that of another secret, or without the body as it came', async () => {
		const trigger = await start();
		expect(await trigger.receive(bytes)).toEqual(REFUSED);
		expect(await trigger.receive(bytes, signed(body, 'other'))).toEqual(REFUSED);
		expect(await trigger.receive(undefined, signed(''))).toEqual(REFUSED);
		expect((await trigger.receive(bytes, signed(body))).items).toHaveLength(1);
	});

	it('is refused where the credential has no secret, or is gone', async () => {
		expect(await (await start({}, ' ')).receive(bytes, signed(body, ' '))).toEqual(REFUSED);
		const trigger = await start();
		trigger.loseCredential();
		expect(await trigger.receive(bytes, signed(body, ''))).toEqual(REFUSED);
	});

	it('is taken where all may call, also as n8n has parsed it', async () => {
		const trigger = await start({ authentication: 'none' });
		expect((await trigger.receive(bytes)).items).toHaveLength(1);
		const { context, answered } = contextWith({
			getBodyData: () => created,
			getNodeParameter: (name: string, fallback: unknown) =>
				({ authentication: 'none', events: ['work_item_created'] })[name] ?? fallback,
		});
		expect((await receive(context)).workflowData).toMatchObject([
			[{ json: { event: 'workItem' } }],
		]);
		expect(answered.answer).toBeUndefined();
	});
});

it.each([{}, [], 'text', { event: 'issue' }])(
	'%j is answered, and starts nothing',
	async (body) => {
		expect(await deliver(await start({ events: ALL, fields: ['name'] }), body)).toEqual(TAKEN);
	},
);

it('Where n8n fails, the answer is 500, and no execution fails', async () => {
	const { context, answered } = contextWith({
		getRequestObject: () => {
			throw new Error('Oh');
		},
	});
	expect(await receive(context)).toEqual({ noWebhookResponse: true });
	expect(answered).toEqual({
		...{ status: 500, answer: { message: 'n8n could not read this delivery' } },
	});
});

/** An n8n that gives no more than this. */
function contextWith(given: object) {
	const { answered, response } = webhookAnswer();
	const context = {
		getRequestObject: () => ({}),
		getResponseObject: () => response,
		getWorkflowStaticData: () => ({}),
		getNode: () => ({ type: 'planeTrigger' }),
		getTimezone: () => 'Europe/Berlin',
		...given,
	} as unknown as IWebhookFunctions;
	return { context, answered };
}
