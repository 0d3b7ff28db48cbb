import { beforeAll, describe, expect, it, test } from '@jest/globals';
import type { INodeParameters, IWebhookFunctions, JsonObject, JsonValue } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { handleDelivery } from '../../../nodes/PlaneTrigger/handleDelivery';
import { EVENTS } from '../../../nodes/PlaneTrigger/description';
import { type Trigger, Triggers } from '../../engine/triggers';
import { documentedBody } from '../../service/documented/deliveries';
import { deliveries } from '../../service/observed/webhooks';
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

const PROJECT = '6f9f953c-458c-469a-a6cb-1a9094f61cea';
const OTHER = '2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11';
const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';

/** The body of a recorded delivery. */
function recorded(what: string): JsonObject {
	const delivery = deliveries.find((each) => each.what === what);
	if (delivery === undefined) throw new Error(`Nothing was recorded of ${what}`);

	return JSON.parse(delivery.body) as JsonObject;
}

const created = recorded('work item created');
const moved = recorded('state changed');

/** A recorded delivery with its action in the words of an old server (row 41). */
const named = (what: string, action: string): JsonObject => ({
	...recorded(what),
	action,
});

/** A documented update of version 2 with these values before it. */
const updated = (previous_attributes: JsonObject): JsonObject => ({
	...documentedBody('workitem.updated'),
	previous_attributes,
});

const ALL = Object.keys(EVENTS);

describe('A delivery of', () => {
	test.each<[string, string, delivery: JsonObject, events: string[]]>([
		['workItem', 'created', created, ['work_item_created', 'work_item_assigned']],
		[
			'workItem',
			'created',
			documentedBody('workitem.created'),
			['work_item_created', 'work_item_assigned'],
		],
		[
			'workItem',
			'updated',
			moved,
			['work_item_updated', 'work_item_state_changed', 'field_changed'],
		],
		[
			'workItem',
			'updated',
			documentedBody('workitem.updated'),
			['work_item_updated', 'work_item_state_changed', 'field_changed'],
		],
		[
			'workItem',
			'updated',
			updated({ assignee_ids: [] }),
			['work_item_updated', 'work_item_assigned', 'field_changed'],
		],
		['workItem', 'updated', updated({ priority: 'low' }), ['work_item_updated']],
		['workItem', 'archived', documentedBody('workitem.archived'), ['work_item_archived']],
		['workItem', 'deleted', documentedBody('workitem.deleted'), ['work_item_deleted']],
		['workItem', 'deleted', documentedBody('workitem.deleted-bare'), ['work_item_deleted']],
		['workItemComment', 'created', recorded('comment created'), ['comment_created']],
		['workItemComment', 'created', documentedBody('workitem.comment.created'), ['comment_created']],
		['workItemComment', 'updated', recorded('comment updated'), ['comment_updated']],
		['workItemComment', 'deleted', documentedBody('workitem.comment.deleted'), ['comment_deleted']],
		['workItemLink', 'created', documentedBody('workitem.link.created'), ['anything_else']],
		['cycle', 'created', recorded('cycle created'), ['cycle_created']],
		['cycle', 'created', documentedBody('cycle.created'), ['cycle_created']],
		['module', 'updated', recorded('module updated'), ['module_updated']],
		['module', 'updated', documentedBody('module.updated'), ['module_updated']],
		['module', 'updated', named('module updated', 'update'), ['module_updated']],
		['project', 'created', documentedBody('project.created'), ['project_created']],
		['project', 'deleted', recorded('project deleted'), ['project_deleted']],
		['page', 'created', documentedBody('page.created'), ['anything_else']],
		['milestone', 'created', documentedBody('milestone.created'), ['anything_else']],
	])('%s %s starts the workflow for its events alone', async (event, action, delivery, events) => {
		const fields = ['state', 'assignees'];

		for (const wanted of events) {
			const { items, ...answer } = await deliver(
				await start({ events: [wanted], fields }),
				delivery,
			);

			expect([items?.length, answer]).toEqual([1, TAKEN]);
			expect(items?.[0]).toMatchObject({ event, action });
		}

		const others = ALL.filter((each) => !events.includes(each));
		const other = await start({ events: others, fields: ['name'] });

		expect(await deliver(other, delivery)).toEqual(TAKEN);
	});

	it('an update of which people see nothing starts no workflow (case P12)', async () => {
		for (const delivery of [
			documentedBody('workitem.updated-none-text'),
			updated({ sort_order: 1, updated_by_id: 'u1' }),
		]) {
			expect(await deliver(await start({ events: ALL, fields: ['name'] }), delivery)).toEqual(
				TAKEN,
			);
		}
	});

	it('several changes starts the workflow by the one that is of interest, and reports that one', async () => {
		const delivery = updated({ name: 'Old', priority: 'low' });
		const trigger = await start({ events: ['field_changed'], fields: ['priority'] });

		expect((await deliver(trigger, delivery)).items).toMatchObject([
			{
				event: 'workItem',
				action: 'updated',
				field: 'priority',
				oldValue: 'low',
				newValue: 'high',
				previous: { name: 'Old', priority: 'low' },
				key: null,
				url: null,
				workItem: null,
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			},
		]);
	});

	it('a new work item names no field, but its assignees where it starts by them', async () => {
		const [whole] = (await deliver(await start(), created)).items ?? [];

		expect(whole).toMatchObject({ field: null, oldValue: null, newValue: null });

		const assigned = await start({ events: ['work_item_assigned'] });
		const [byField] = (await deliver(assigned, created)).items ?? [];

		expect(byField).toMatchObject({ field: 'assignees', oldValue: [], newValue: [ADA] });
	});
});

test('both forms give items with the same fields', async () => {
	const [first] = (await deliver(await start(), created)).items ?? [];
	const [second] = (await deliver(await start(), documentedBody('workitem.created'))).items ?? [];
	const namesOf = (record: unknown) => Object.keys(record ?? {});

	expect(namesOf(second)).toEqual(namesOf(first));
	const shared = namesOf(first?.record).filter((name) => !name.startsWith('description'));
	const others = ['last_activity_at', 'description_json'];

	expect(
		namesOf(second?.record)
			.filter((name) => !others.includes(name))
			.sort(),
	).toEqual(shared.sort());
});

describe('What the panel says of a delivery holds:', () => {
	const STATE = { events: ['work_item_state_changed'] };

	test.each<[starts: boolean, title: string, panel: INodeParameters, delivery: JsonObject]>([
		[true, 'its state', { ...STATE, toStates: 'Todo, in progress' }, moved],
		[false, 'another state', { ...STATE, toStates: 'Todo' }, moved],
		[true, 'its project', { options: { projects: `${OTHER}, ${PROJECT}` } }, created],
		[false, 'another project', { options: { projects: OTHER } }, created],
		[
			false,
			'another project than the project itself',
			{ events: ['project_updated'], options: { projects: OTHER } },
			recorded('project updated'),
		],
		[true, 'changes by others', { ...STATE, options: { ignoreChangesBy: 'bob' } }, moved],
		[false, 'who did it, by ID', { ...STATE, options: { ignoreChangesBy: `bob, ${ADA}` } }, moved],
		[
			false,
			'who did it, by address',
			{ ...STATE, options: { ignoreChangesBy: 'ADA@example.com' } },
			moved,
		],
		[true, 'fields for their own event alone', { ...STATE, fields: [] }, moved],
	])('%s for %s', async (starts, _, panel, delivery) => {
		const trigger = await start(panel);
		const lines = await trigger.logged(async () => {
			const { items = [], ...answer } = await deliver(trigger, delivery);

			expect([items.length, answer]).toEqual([starts ? 1 : 0, TAKEN]);
		});

		expect(lines).toEqual([]);
	});

	test.each<[string, INodeParameters, string]>([
		['To States', { events: ['work_item_state_changed'], toStates: 'Done' }, 'workitem.updated'],
		['Assigned To', { events: ['work_item_assigned'], assignedTo: 'ada' }, 'workitem.created'],
		['Ignore Changes By', { options: { ignoreChangesBy: 'bot' } }, 'workitem.created'],
		['Projects', { options: { projects: 'Launch' } }, 'workitem.created'],
	])(
		'%s with a name that version 2 does not send is logged with the remedy (case P03)',
		async (label, panel, name) => {
			const trigger = await start(panel);
			const lines = await trigger.logged(async () => {
				expect(await deliver(trigger, documentedBody(name))).toEqual(TAKEN);
			});

			expect(lines).toEqual([
				expect.stringMatching(
					new RegExp(`could not decide .* ${label} has names, .* Choose a Plane API credential`),
				),
			]);
		},
	);

	it('a project that the delivery does not say starts the workflow, and is logged (case P11)', async () => {
		const trigger = await start({ events: ['comment_created'], options: { projects: PROJECT } });
		const lines = await trigger.logged(async () => {
			const { items } = await deliver(trigger, documentedBody('workitem.comment.created'));

			expect(items).toMatchObject([{ event: 'workItemComment', projectId: null }]);
		});

		expect(lines).toEqual([expect.stringContaining('does not say which project')]);
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

describe('Without a Plane API credential, a name in a filter', () => {
	const filter = { events: ['work_item_state_changed'], toStates: 'Done' };

	it('is refused when the workflow is published, with the remedy (case P03)', async () => {
		const trigger = await start(filter);

		await expect(trigger.setUp('checkExists')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'To States: Done cannot be looked up, because no Plane API credential is chosen',
			description: expect.stringContaining('Choose a Plane API credential'),
		});
	});

	it('is taken once deliveries of version 1 have come, which have names in them, but for projects', async () => {
		const trigger = await start(filter);

		await deliver(trigger, moved);

		expect(await trigger.setUp('checkExists')).toBe(true);
		trigger.change({ options: { projects: 'Launch' } });
		await expect(trigger.setUp('checkExists')).rejects.toThrow(/^Projects: Launch cannot/);
	});

	it('is refused again once deliveries of version 2 have come', async () => {
		const trigger = await start(filter);

		await deliver(trigger, moved);
		await deliver(trigger, documentedBody('workitem.updated'));

		await expect(trigger.setUp('checkExists')).rejects.toThrow(/^To States: Done cannot/);
	});

	it('is of no interest where its event is not chosen, and IDs are taken', async () => {
		expect(await (await start({ toStates: 'Done' })).setUp('checkExists')).toBe(false);
		const options = { projects: PROJECT, ignoreChangesBy: ADA };

		expect(await (await start({ options })).setUp('checkExists')).toBe(false);
	});
});

describe('A delivery that came before', () => {
	const nth = (number: number): JsonObject => ({
		...created,
		data: { ...(created.data as JsonObject), id: `i${number}` },
	});

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

		expect((await handleDelivery(context)).workflowData).toMatchObject([
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

	expect(await handleDelivery(context)).toEqual({ noWebhookResponse: true });
	expect(answered).toEqual({
		status: 500,
		answer: { message: 'n8n could not read this delivery' },
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
