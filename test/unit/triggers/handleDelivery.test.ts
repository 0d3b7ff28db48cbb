import { beforeAll, describe, expect, it, test } from '@jest/globals';
import type { INodeParameters, IWebhookFunctions, JsonObject, JsonValue } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { eventValues } from '../../../nodes/PlaneTrigger/webhookEvents';
import { type Trigger, Triggers } from '../../engine/triggers';
import { readDocumentedBody } from '../../service/documented/deliveries';
import { readRecordedBody } from '../../service/observed/webhooks';
import { createWebhookResponse } from '../../tools/createWebhookResponse';
import { EVENT_COLUMNS } from './eventColumns';

const SECRET = 'plane_wh_0123456789';
const ACKNOWLEDGED = { status: 200, answer: { received: true } };
const REFUSED = { status: 401, answer: { message: 'The signature does not match' } };

let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** Creates a trigger whose webhook was created by hand, with the defaults for all other parameters. */
const start = async (parameters: INodeParameters = {}, signingSecret = SECRET) =>
	await triggers.create(
		'planeTrigger',
		{ registration: 'manual', ...parameters },
		{ signingSecret },
	);

const sign = (body: string, key = SECRET) => ({
	'x-plane-signature': createHmac('sha256', key).update(body).digest('hex'),
});

/** Sends a delivery with a valid signature. */
async function deliver(trigger: Trigger, delivery: JsonValue) {
	const body = JSON.stringify(delivery);

	return await trigger.receive(Buffer.from(body), sign(body));
}

const PROJECT = '6f9f953c-458c-469a-a6cb-1a9094f61cea';
const OTHER_PROJECT = '2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11';
const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';
const DOING = 'afc28be6-b53c-41a3-bdee-7187d4d71cbf';

const creation = readRecordedBody('work item created');
const stateChange = readRecordedBody('state changed');

/** A recorded delivery with the name that old servers use for its action (row 41). */
const withAction = (what: string, action: string): JsonObject => ({
	...readRecordedBody(what),
	action,
});

/** A documented update of version 2 with these old values. */
const updatedFrom = (previous_attributes: JsonObject): JsonObject => ({
	...readDocumentedBody('workitem.updated'),
	previous_attributes,
});

const ALL_EVENTS = [...eventValues];

describe('the events of a delivery', () => {
	test.each<[string, string, delivery: JsonObject, events: string[]]>([
		['workItem', 'created', creation, ['workItemCreated', 'workItemAssigned']],
		[
			'workItem',
			'created',
			readDocumentedBody('workitem.created'),
			['workItemCreated', 'workItemAssigned'],
		],
		[
			'workItem',
			'updated',
			stateChange,
			['workItemUpdated', 'workItemStateChanged', 'fieldChanged'],
		],
		[
			'workItem',
			'updated',
			readDocumentedBody('workitem.updated'),
			['workItemUpdated', 'workItemStateChanged', 'fieldChanged'],
		],
		[
			'workItem',
			'updated',
			updatedFrom({ assignee_ids: [] }),
			['workItemUpdated', 'workItemAssigned', 'fieldChanged'],
		],
		['workItem', 'updated', updatedFrom({ priority: 'low' }), ['workItemUpdated']],
		['workItem', 'archived', readDocumentedBody('workitem.archived'), ['workItemArchived']],
		['workItem', 'deleted', readDocumentedBody('workitem.deleted'), ['workItemDeleted']],
		['workItem', 'deleted', readDocumentedBody('workitem.deleted-bare'), ['workItemDeleted']],
		['workItemComment', 'created', readRecordedBody('comment created'), ['commentCreated']],
		[
			'workItemComment',
			'created',
			readDocumentedBody('workitem.comment.created'),
			['commentCreated'],
		],
		['workItemComment', 'updated', readRecordedBody('comment updated'), ['commentUpdated']],
		[
			'workItemComment',
			'deleted',
			readDocumentedBody('workitem.comment.deleted'),
			['commentDeleted'],
		],
		[
			'workItemLink',
			'created',
			readDocumentedBody('workitem.link.created'),
			['workItemLinkCreated', 'anythingElse'],
		],
		['cycle', 'created', readRecordedBody('cycle created'), ['cycleCreated']],
		['cycle', 'created', readDocumentedBody('cycle.created'), ['cycleCreated']],
		['module', 'updated', readRecordedBody('module updated'), ['moduleUpdated']],
		['module', 'updated', readDocumentedBody('module.updated'), ['moduleUpdated']],
		['module', 'updated', withAction('module updated', 'update'), ['moduleUpdated']],
		['project', 'created', readDocumentedBody('project.created'), ['projectCreated']],
		['project', 'deleted', readRecordedBody('project deleted'), ['projectDeleted']],
		['page', 'created', readDocumentedBody('page.created'), ['pageCreated', 'anythingElse']],
		[
			'milestone',
			'created',
			readDocumentedBody('milestone.created'),
			['milestoneCreated', 'anythingElse'],
		],
	])(
		'a delivery of %s %s starts the workflow only for its events',
		async (event, action, delivery, events) => {
			const fields = ['state', 'assignees'];

			for (const eventName of events) {
				const trigger = await start({ events: [eventName], fields });
				const { items, ...answer } = await deliver(trigger, delivery);

				expect([items?.length, answer]).toEqual([1, ACKNOWLEDGED]);
				expect(items?.[0]).toMatchObject({ event, action });
			}

			const otherEvents = ALL_EVENTS.filter((name) => !events.includes(name));
			const otherTrigger = await start({ events: otherEvents, fields: ['name'] });

			expect(await deliver(otherTrigger, delivery)).toEqual(ACKNOWLEDGED);
		},
	);

	it('of several changes, the item reports the one that matched', async () => {
		const delivery = updatedFrom({ name: 'Old', priority: 'low' });
		const trigger = await start({ events: ['fieldChanged'], fields: ['priority'] });

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

	test.each<[string, JsonObject, JsonObject]>([
		[
			'the names in the record of version 1, and none for a state of which it only has the ID',
			stateChange,
			{ oldName: null, newName: 'In Progress', previousNames: { state: null } },
		],
		[
			'the values themselves if they are no references',
			readRecordedBody('name and priority changed in one request'),
			{ oldName: 'First', newName: 'First, changed', previousNames: { name: 'First' } },
		],
		[
			'the text of a description',
			readRecordedBody('description changed'),
			{ oldName: 'Grüße & mehr', newName: 'Other' },
		],
		[
			'a list of names for a list, with those that the delivery has',
			readRecordedBody('assignees and labels cleared'),
			{ field: 'assignees', oldName: ['ada'], newName: [] },
		],
		[
			'the names that old servers send beside the IDs (row 107)',
			{
				...stateChange,
				activity: {
					...(stateChange.activity as JsonObject),
					old_value: 'Backlog',
					old_identifier: 'c505f829-31c7-49e8-aab9-c5d8192af6f6',
				},
			},
			{ oldName: 'Backlog', newName: 'In Progress' },
		],
		[
			'nothing for version 2, which sends only IDs',
			readDocumentedBody('workitem.updated'),
			{ oldName: null, newName: null, previousNames: { state: null } },
		],
	])('without a Plane API credential, the item has as names %s', async (_, delivery, names) => {
		const trigger = await start({ events: ['workItemUpdated'] });

		const { items } = await deliver(trigger, delivery);

		expect(items).toMatchObject([names]);
	});

	it('a new work item reports no field, unless its assignees matched', async () => {
		const createdTrigger = await start();
		const assignedTrigger = await start({ events: ['workItemAssigned'] });

		const { items: createdItems } = await deliver(createdTrigger, creation);
		const { items: assignedItems } = await deliver(assignedTrigger, creation);

		expect(createdItems?.[0]).toMatchObject({
			field: null,
			oldValue: null,
			newValue: null,
			newName: null,
		});
		expect(assignedItems?.[0]).toMatchObject({
			field: 'assignees',
			oldValue: [],
			newValue: [ADA],
			newName: ['ada'],
			previous: {},
			previousNames: {},
		});
	});
});

test('deliveries of both versions give items with the same fields', async () => {
	const namesOnlyInV2 = ['last_activity_at', 'description_json'];
	const namesOf = (record: unknown) => Object.keys(record ?? {});

	const { items: [itemV1] = [] } = await deliver(await start(), creation);
	const { items: [itemV2] = [] } = await deliver(
		await start(),
		readDocumentedBody('workitem.created'),
	);

	const recordNamesV1 = namesOf(itemV1?.record).filter((name) => !name.startsWith('description'));
	const recordNamesV2 = namesOf(itemV2?.record).filter((name) => !namesOnlyInV2.includes(name));

	expect(namesOf(itemV2)).toEqual(namesOf(itemV1));
	expect(recordNamesV2.sort()).toEqual(recordNamesV1.sort());
});

describe('the parameters', () => {
	const STATE_CHANGES = { events: ['workItemStateChanged'] };

	test.each<[title: string, starts: boolean, parameters: INodeParameters, delivery: JsonObject]>([
		[
			'To States with its new state',
			true,
			{ ...STATE_CHANGES, toStates: 'Todo, in progress' },
			stateChange,
		],
		['Projects with its project', true, { projects: `${OTHER_PROJECT}, ${PROJECT}` }, creation],
		['Projects with another project', false, { projects: OTHER_PROJECT }, creation],
		[
			'Projects with another project than the one that was updated',
			false,
			{ events: ['projectUpdated'], projects: OTHER_PROJECT },
			readRecordedBody('project updated'),
		],
		[
			'Ignore Changes By with the ID of its user',
			false,
			{ ...STATE_CHANGES, options: { ignoreChangesBy: `bob, ${ADA}` } },
			stateChange,
		],
		[
			'Ignore Changes By with the email address of its user',
			false,
			{ ...STATE_CHANGES, options: { ignoreChangesBy: 'ADA@example.com' } },
			stateChange,
		],
		[
			'a filter by the name of its state',
			true,
			{ ...STATE_CHANGES, filters: { states: ['in progress'], stateGroup: ['started'] } },
			stateChange,
		],
		[
			'a filter by the label that it had before',
			false,
			{ events: ['workItemUpdated'], filters: { labels: ['bug'] } },
			readRecordedBody('assignees and labels cleared'),
		],
		[
			'a filter on work items, and the event is about a cycle',
			true,
			{ events: ['cycleCreated'], filters: { priority: ['urgent'] } },
			readRecordedBody('cycle created'),
		],
		[
			'a filter by the priority that version 2 sends',
			true,
			{ filters: { priority: ['high'] } },
			readDocumentedBody('workitem.created'),
		],
		[
			'no Fields, because the event Field Changed is not chosen',
			true,
			{ ...STATE_CHANGES, fields: [] },
			stateChange,
		],
	])(
		'if a trigger has %s, it is %s that the delivery starts the workflow',
		async (_, starts, parameters, delivery) => {
			const trigger = await start(parameters);

			const lines = await trigger.captureLog(async () => {
				const { items = [], ...answer } = await deliver(trigger, delivery);

				expect([items.length, answer]).toEqual([starts ? 1 : 0, ACKNOWLEDGED]);
			});

			expect(lines).toEqual([]);
		},
	);

	test.each<[string, INodeParameters, string]>([
		['To State', { events: ['workItemStateChanged'], toStates: 'Done' }, 'workitem.updated'],
		['State', { filters: { states: 'Done' } }, 'workitem.created'],
		['Assigned To', { events: ['workItemAssigned'], assignedTo: 'ada' }, 'workitem.created'],
		['Ignore Changes By', { options: { ignoreChangesBy: 'bot' } }, 'workitem.created'],
		['Project', { projects: 'Launch' }, 'workitem.created'],
	])(
		'logs the remedy if %s Names or IDs has a name and version 2 sends only IDs',
		async (label, parameters, name) => {
			const trigger = await start(parameters);

			const lines = await trigger.captureLog(async () => {
				expect(await deliver(trigger, readDocumentedBody(name))).toEqual(ACKNOWLEDGED);
			});

			expect(lines).toEqual([
				expect.stringMatching(
					new RegExp(
						`could not decide .*${label} Names or IDs(:| needs).* Choose a Plane API credential`,
					),
				),
			]);
		},
	);

	it('a delivery without its project starts the workflow in spite of Projects, and is logged', async () => {
		const trigger = await start({ events: ['commentCreated'], projects: PROJECT });

		const lines = await trigger.captureLog(async () => {
			const { items } = await deliver(trigger, readDocumentedBody('workitem.comment.created'));

			expect(items).toMatchObject([{ event: 'workItemComment', project: null }]);
		});

		expect(lines).toEqual([expect.stringContaining('does not say which project')]);
	});

	test.each([
		['workItemCreated', creation],
		['workItemStateChanged', stateChange],
		['commentCreated', readDocumentedBody('workitem.comment.created')],
	])('the item of %s has its columns in the order of both triggers', async (event, delivery) => {
		const { items: [item] = [] } = await deliver(await start({ events: [event] }), delivery);

		expect(Object.keys({ ...item })).toEqual(EVENT_COLUMNS);
	});

	test.each([
		['no body', {}, undefined],
		['no body', { includeBody: false }, undefined],
		['the whole body', { includeBody: true }, creation],
	])('the item has %s with the options %j', async (_, options, body) => {
		const trigger = await start({ options });

		const { items: [item] = [] } = await deliver(trigger, creation);

		expect(item).toMatchObject({ event: 'workItem' });
		expect(item?.body).toEqual(body);
	});

	it('invalid parameters are logged, and the delivery can start the workflow later', async () => {
		const trigger = await start({ events: [] });

		const lines = await trigger.captureLog(async () => {
			expect(await deliver(trigger, creation)).toEqual(ACKNOWLEDGED);
		});

		expect(lines).toEqual([expect.stringMatching(/^Events: .*\. Fill in Events\.$/)]);
		await expect(trigger.callWebhookMethod('checkExists')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^Events: /),
		});

		// The user fixes the parameters, and Plane sends the delivery again.
		trigger.changeParameters({ events: ['workItemCreated'] });

		const { items } = await deliver(trigger, creation);

		expect(items).toHaveLength(1);
	});
});

describe('names in filters without a Plane API credential', () => {
	const filter = { events: ['workItemStateChanged'], toStates: 'Done' };

	it('a name is refused with the remedy when the workflow is published', async () => {
		const trigger = await start(filter);

		await expect(trigger.callWebhookMethod('checkExists')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message:
				'To State Names or IDs: Done cannot be looked up, because no Plane API credential is chosen',
			description: expect.stringContaining('Choose a Plane API credential'),
		});
	});

	it('a name is accepted after deliveries of version 1, which contain names, except those of projects', async () => {
		const trigger = await start(filter);

		await deliver(trigger, stateChange);

		expect(await trigger.callWebhookMethod('checkExists')).toBe(true);

		trigger.changeParameters({ projects: 'Launch' });

		await expect(trigger.callWebhookMethod('checkExists')).rejects.toThrow(
			/^Project Names or IDs: Launch cannot/,
		);
	});

	it('a name is refused again after deliveries of version 2', async () => {
		const trigger = await start(filter);

		await deliver(trigger, stateChange);
		await deliver(trigger, readDocumentedBody('workitem.updated'));

		await expect(trigger.callWebhookMethod('checkExists')).rejects.toThrow(
			/^To State Names or IDs: Done cannot/,
		);
	});

	test.each<[string, INodeParameters, RegExp]>([
		['your own changes', { options: { ignoreMyOwnChanges: true } }, /^Ignore My Own Changes: /],
		['the group of a state', { filters: { stateGroup: ['completed'] } }, /^State Group: /],
		[
			'comments by their work item',
			{ events: ['commentCreated'], filters: { priority: ['high'] } },
			/^Filters: comments, links and the like cannot be filtered/,
		],
		['the key of a parent', { filters: { parent: 'LNCH-12' } }, /^Parent: LNCH-12 cannot/],
	])('a filter by %s is refused when the workflow is published', async (_, parameters, message) => {
		const trigger = await start(parameters);

		await expect(trigger.callWebhookMethod('checkExists')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
			description: expect.stringContaining('Choose a Plane API credential'),
		});
	});

	it('a name is accepted if its event is not chosen, and so are IDs', async () => {
		const triggerWithName = await start({ toStates: 'Done' });
		const triggerWithIds = await start({
			projects: PROJECT,
			filters: { states: [DOING], priority: ['high'] },
			options: { ignoreChangesBy: ADA },
		});

		expect(await triggerWithName.callWebhookMethod('checkExists')).toBe(false);
		expect(await triggerWithIds.callWebhookMethod('checkExists')).toBe(false);
	});
});

describe('repeated deliveries', () => {
	it('a repeated delivery does not start the workflow again, even after a restart of n8n', async () => {
		const trigger = await start();

		const first = await deliver(trigger, creation);
		const second = await deliver(trigger, creation);

		trigger.restart(trigger.savedStaticData);

		const third = await deliver(trigger, creation);

		expect(first.items).toHaveLength(1);
		expect(second).toEqual(ACKNOWLEDGED);
		expect(third).toEqual(ACKNOWLEDGED);
	});

	it('a repeated delivery does not start the workflow after its event has been chosen', async () => {
		const trigger = await start({ events: ['cycleCreated'] });

		const first = await deliver(trigger, creation);

		trigger.changeParameters({ events: ['workItemCreated'] });

		const second = await deliver(trigger, creation);

		expect(first).toEqual(ACKNOWLEDGED);
		expect(second).toEqual(ACKNOWLEDGED);
	});
});

describe('signatures', () => {
	const body = JSON.stringify(creation);
	const bytes = Buffer.from(body);

	it('refuses a request without a valid signature, or whose bytes n8n has not kept', async () => {
		const trigger = await start();

		expect(await trigger.receive(bytes)).toEqual(REFUSED);
		expect(await trigger.receive(bytes, sign(body, 'other'))).toEqual(REFUSED);
		expect(await trigger.receive(undefined, sign(''))).toEqual(REFUSED);
		expect((await trigger.receive(bytes, sign(body))).items).toHaveLength(1);
	});

	it('refuses every request if the credential has no secret or was removed', async () => {
		const triggerWithBlankSecret = await start({}, ' ');
		const triggerWithoutCredential = await start();

		triggerWithoutCredential.removeCredentials();

		expect(await triggerWithBlankSecret.receive(bytes, sign(body, ' '))).toEqual(REFUSED);
		expect(await triggerWithoutCredential.receive(bytes, sign(body, ''))).toEqual(REFUSED);
	});

	it('says once in the log that signatures do not match, until one does, and nothing of unsigned requests', async () => {
		const trigger = await start();

		const refuse = async (headers = {}) => {
			expect(await trigger.receive(bytes, headers)).toEqual(REFUSED);
		};

		const warning = expect.stringContaining('is not made with the Signing Secret');

		const lines = await trigger.captureLog(async () => {
			await refuse();
			await refuse(sign(body, 'other'));
			await refuse(sign(body, 'other'));
			trigger.restart(trigger.savedStaticData);
			await refuse(sign(body, 'other'));
		});
		const linesAfterMatch = await trigger.captureLog(async () => {
			await trigger.receive(bytes, sign(body));
			await refuse(sign(body, 'other'));
		});

		expect(lines).toEqual([warning]);
		expect(linesAfterMatch).toEqual([warning]);
	});

	test.each([
		['responds with 503 to a signed request', sign(body), 503, 1],
		['refuses an unsigned request', {}, 401, 0],
	])('%s if the credential cannot be read', async (_, headers, status, lines) => {
		const { context, sent, log } = contextWith({
			getNodeParameter: () => 'manual',
			getHeaderData: () => headers,
			getNode: () => ({ parameters: {}, credentials: { planeWebhookApi: { id: '1' } } }),
			getCredentials: async () => await Promise.reject(new Error('The database is locked')),
		});

		await new PlaneTrigger().webhook.call(context);

		expect(sent.status).toBe(status);
		expect(log).toHaveLength(lines);
		expect(log.join(' ')).toMatch(lines === 0 ? /^$/ : /cannot be read: The database is locked\. /);
	});

	it('accepts unsigned requests if Request Verification is None, even without their bytes', async () => {
		const trigger = await start({ requestVerification: 'none' });
		const { context: contextWithoutBytes, sent } = contextWith({
			getBodyData: () => creation,
			getNodeParameter: (name: string, fallback: unknown) =>
				({ registration: 'manual', requestVerification: 'none', events: ['workItemCreated'] })[
					name
				] ?? fallback,
		});

		const { items } = await trigger.receive(bytes);
		const { workflowData } = await new PlaneTrigger().webhook.call(contextWithoutBytes);

		expect(items).toHaveLength(1);
		expect(workflowData).toMatchObject([[{ json: { event: 'workItem' } }]]);
		expect(sent.answer).toEqual({ received: true });
	});
});

it('responds with 500, does not throw, and says why in the log, if n8n fails', async () => {
	const { context, sent, log } = contextWith({
		getNodeParameter: () => 'manual',
		getRequestObject: () => {
			throw new Error('n8n fails');
		},
	});

	expect(await new PlaneTrigger().webhook.call(context)).toEqual({ noWebhookResponse: true });
	expect(sent).toEqual({
		status: 500,
		answer: { message: 'n8n could not read this delivery' },
	});
	expect(log).toEqual([expect.stringMatching(/could not handle a delivery: Error: n8n fails/)]);
});

/** The context of a webhook with these functions of n8n. */
function contextWith(functions: object) {
	const { sent, response } = createWebhookResponse();
	const log: string[] = [];
	const context = {
		logger: { error: (message: string) => void log.push(message) },
		getHeaderData: () => ({ 'x-plane-signature': 'a' }),
		getRequestObject: () => ({}),
		getResponseObject: () => response,
		getWorkflowStaticData: () => ({}),
		getNode: () => ({ type: 'planeTrigger', parameters: {} }),
		getMode: () => 'manual',
		getTimezone: () => 'Europe/Berlin',
		...functions,
	} as unknown as IWebhookFunctions;

	return { context, sent, log };
}
