import { afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { readDocumentedBody } from '../service/documented/deliveries';
import { readRecordedBody } from '../service/observed/webhooks';
import { first } from '../service/testing/client';
import { causes } from '../nodeTexts';
import { type WebhookResult, type Trigger, Triggers } from './triggers';
import { useWorld } from './useWorld';

const SECRET = 'plane_wh_0123456789abcdef0123456789abcdef';

const world = useWorld({ serverKind: 'community', workItems: 5 }, true);
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** How far n8n's clock has been put forward, in milliseconds. */
let clockOffset = 0;

beforeEach(() => {
	clockOffset = 0;
	const now = Date.now.bind(Date);

	jest.spyOn(Date, 'now').mockImplementation(() => now() + clockOffset);
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** A Plane Trigger with a Plane API credential. */
const start = async (parameters: INodeParameters = {}) =>
	await triggers.create(
		'planeTrigger',
		{ registration: 'manual', ...parameters },
		{ signingSecret: SECRET },
		world.credential,
	);

async function deliver(trigger: Trigger, delivery: JsonObject): Promise<WebhookResult> {
	const body = Buffer.from(JSON.stringify(delivery));
	const signature = createHmac('sha256', SECRET).update(body).digest('hex');

	return await trigger.receive(body, { 'x-plane-signature': signature });
}

const project = () => first(world.service.state.projects);
const workItem = () => first(world.service.state.workItems);

const findState = (name: string) => {
	const found = world.service.state.states.find(
		(row) => row.name === name && row.project === project().id,
	);
	if (found === undefined) throw new Error(`No state ${name}`);

	return found;
};

/** A user of the workspace other than the user of the credential. */
const otherUser = () => {
	const [, user] = world.service.state.users;
	if (user === undefined) throw new Error('No other user');

	return user;
};

/** The work item of the service in the form of version 2, with IDs instead of records (row 101). */
function workItemV2(): JsonObject {
	const { id, name, sequence_id, state, priority, updated_at } = workItem();

	return {
		...(readDocumentedBody('workitem.created').data as JsonObject),
		id,
		name,
		sequence_id,
		priority,
		updated_at,
		project_id: project().id,
		state_id: state,
		assignee_ids: [otherUser().id],
		label_ids: [],
		created_by_id: otherUser().id,
		updated_by_id: otherUser().id,
	};
}

/** A documented delivery of version 2 about the work item of the service, with some members replaced. */
const deliveryAbout = (name: string, data: JsonObject, members: JsonObject = {}): JsonObject => ({
	...readDocumentedBody(name),
	entity_id: workItem().id,
	data,
	...members,
});

const createdDelivery = () => deliveryAbout('workitem.created', workItemV2());
const stateChangedDelivery = (name: string) =>
	deliveryAbout(
		'workitem.updated',
		{ ...workItemV2(), state_id: findState(name).id },
		{
			event_id: name,
			previous_attributes: { state_id: 's0' },
		},
	);

/** Moves the work item to a state, and returns the delivery about it. */
function movedTo(name: string): JsonObject {
	workItem().state = findState(name).id;

	return stateChangedDelivery(name);
}

const labelOfProject = () =>
	first(world.service.state.labels.filter((label) => label.project === project().id));

const commentCreatedDelivery = () =>
	deliveryAbout('workitem.comment.created', {
		id: workItem().id,
		name: workItem().name,
		comment: {
			...((readDocumentedBody('workitem.comment.created').data as JsonObject)
				.comment as JsonObject),
			issue_id: workItem().id,
			actor_id: otherUser().id,
		},
	});

/** Counts the requests that the service receives while something is done. */
async function countRequests(work: () => Promise<unknown>): Promise<number> {
	const before = world.service.requests.length;

	await work();

	return world.service.requests.length - before;
}

const key = () => `${project().identifier}-${workItem().sequence_id}`;
const url = () => `${world.service.url}/${world.service.workspace}/browse/${key()}/`;

describe('With a Plane API credential, for a delivery of version 2,', () => {
	it('an item has the record as the Polling Trigger returns it, the user, the key and the URL', async () => {
		workItem().assignees = [otherUser().id];
		const { items } = await deliver(await start(), createdDelivery());

		expect(items).toMatchObject([
			{
				event: 'workItem',
				action: 'created',
				project: project().id,
				key: key(),
				url: url(),
				actor: {
					id: otherUser().id,
					email: otherUser().email,
					display_name: otherUser().display_name,
				},
				record: {
					id: workItem().id,
					project: project().id,
					state: { id: workItem().state, name: expect.any(String) },
					assignees: [{ id: otherUser().id, display_name: otherUser().display_name }],
					description_html: expect.any(String),
				},
			},
		]);
	});

	it('an item of a comment has the key, name and project of its work item', async () => {
		const { items } = await deliver(
			await start({ events: ['commentCreated'] }),
			commentCreatedDelivery(),
		);

		expect(items).toMatchObject([
			{
				event: 'workItemComment',
				project: project().id,
				key: key(),
				url: url(),
				workItem: { id: workItem().id, name: workItem().name },
				record: { comment_stripped: 'Hello', issue: workItem().id },
				actor: { email: otherUser().email },
			},
		]);
	});

	it('an item of a deletion has the record as it was sent, and its key', async () => {
		const deletion = deliveryAbout('workitem.deleted', {}, { previous_attributes: workItemV2() });
		const { items } = await deliver(await start({ events: ['workItemDeleted'] }), deletion);

		expect(items).toMatchObject([
			{ action: 'deleted', key: key(), record: { state: { id: workItem().state } } },
		]);
	});

	it('an item has the names of the old and the new values (states, labels, people and the parent)', async () => {
		const label = first(world.service.state.labels);
		const parent = first(world.service.state.workItems.slice(1));
		const before = {
			state_id: findState('Backlog').id,
			label_ids: [label.id],
			assignee_ids: [otherUser().id],
			parent_id: parent.id,
		};
		const now = {
			...workItemV2(),
			state_id: findState('Done').id,
			label_ids: [],
			assignee_ids: [],
			parent_id: null,
		};

		workItem().state = findState('Done').id;
		const trigger = await start({ events: ['workItemUpdated'] });
		const delivery = deliveryAbout('workitem.updated', now, { previous_attributes: before });

		const { items } = await deliver(trigger, delivery);

		expect(items).toMatchObject([
			{
				field: 'state',
				oldValue: before.state_id,
				newValue: now.state_id,
				oldName: 'Backlog',
				newName: 'Done',
				previousNames: {
					state: 'Backlog',
					labels: [label.name],
					assignees: [otherUser().display_name],
					parent: `${project().identifier}-${parent.sequence_id}`,
				},
			},
		]);
	});

	it('an item has null for the name of a state that was deleted, and the log says nothing', async () => {
		const trigger = await start({ events: ['workItemStateChanged'] });
		const state_id = 'd72dabd8-8cd3-49b6-8e02-aa9691c4fd0c';
		const delivery = deliveryAbout('workitem.updated', workItemV2(), {
			previous_attributes: { state_id },
		});
		let items: readonly IDataObject[] | undefined;

		const lines = await trigger.captureLog(async () => {
			({ items } = await deliver(trigger, delivery));
		});

		expect(items).toMatchObject([{ oldValue: state_id, oldName: null }]);
		expect(lines).toEqual([]);
	});

	it('an item takes three requests, one if the project and the user are cached, and none if it is repeated', async () => {
		const trigger = await start();
		const nextDelivery = { ...createdDelivery(), event_id: 'e2' };

		expect(await countRequests(async () => await deliver(trigger, createdDelivery()))).toBe(3);
		expect(await countRequests(async () => await deliver(trigger, nextDelivery))).toBe(1);
		expect(await countRequests(async () => await deliver(trigger, nextDelivery))).toBe(0);
	});

	it('a delivery of an event that is not chosen takes no request', async () => {
		const trigger = await start({ events: ['cycleCreated'] });

		expect(await countRequests(async () => await deliver(trigger, createdDelivery()))).toBe(0);
	});

	it('an item has the record as it was sent if lookups fail, and the log says so', async () => {
		const trigger = await start();

		await trigger.editCredential({ ...world.credential, apiKey: 'wrong' }, 'planeApi');
		let items: readonly IDataObject[] | undefined;
		const lines = await trigger.captureLog(async () => {
			({ items } = await deliver(trigger, createdDelivery()));
		});

		expect(items).toMatchObject([{ key: null, record: { state: { id: workItem().state } } }]);
		expect(lines[0]).toMatch(/^An item of the Plane Trigger is incomplete, .*API key/);
	});
});

test('An item of a webhook delivery of version 1 has its key and URL', async () => {
	const body = readRecordedBody('work item created');
	const data = {
		...(body.data as JsonObject),
		id: workItem().id,
		project: project().id,
		sequence_id: workItem().sequence_id,
	};

	const { items } = await deliver(await start(), { ...body, data });

	expect(items).toMatchObject([{ key: key(), url: url(), record: data }]);
});

describe('With names in the filters of the webhook trigger and a Plane API credential,', () => {
	const STATE_CHANGES = { events: ['workItemStateChanged'], toStates: 'in  PROGRESS' };

	test.each<[string, INodeParameters, () => JsonObject, number]>([
		['the new state', STATE_CHANGES, () => stateChangedDelivery('In progress'), 1],
		['another state', STATE_CHANGES, () => stateChangedDelivery('Done'), 0],
		[
			'the added assignee',
			{ events: ['workItemAssigned'], assignedTo: 'OTHER' },
			createdDelivery,
			1,
		],
		[
			'the user whose changes are ignored',
			{ options: { ignoreChangesBy: 'OTHER' } },
			createdDelivery,
			0,
		],
		['the project', { projects: 'NAME' }, createdDelivery, 1],
		['the project by its identifier', { projects: 'IDENTIFIER' }, createdDelivery, 1],
		[
			'the project of a comment, whose delivery lacks it',
			{ events: ['commentCreated'], projects: 'NAME' },
			commentCreatedDelivery,
			1,
		],
		[
			'the state in a filter',
			{ events: ['workItemStateChanged'], filters: { states: ['DONE'] } },
			() => movedTo('Done'),
			1,
		],
		[
			'the group of the state',
			{ events: ['workItemStateChanged'], filters: { stateGroup: ['Completed'] } },
			() => movedTo('Done'),
			1,
		],
		[
			'the label of a work item that is commented',
			{ events: ['commentCreated'], filters: { labels: ['LABEL'] } },
			() => {
				workItem().labels = [labelOfProject().id];

				return commentCreatedDelivery();
			},
			1,
		],
		[
			'a label that a work item lacks that is commented',
			{ events: ['commentCreated'], filters: { labels: ['LABEL'] } },
			() => {
				workItem().labels = [];

				return commentCreatedDelivery();
			},
			0,
		],
		[
			'the key of its parent',
			{ filters: { parent: 'LNCH-2' } },
			() => {
				workItem().parent = world.service.state.workItems[1]?.id ?? null;

				return createdDelivery();
			},
			1,
		],
		[
			'the user of the credential, whose changes are ignored',
			{ options: { ignoreMyOwnChanges: true } },
			() =>
				deliveryAbout('workitem.created', {
					...workItemV2(),
					created_by_id: world.service.state.users[0]?.id ?? '',
				}),
			0,
		],
	])(
		'a delivery starts the workflow, or not, by the name of %s',
		async (_, parameters, delivery, expected) => {
			const [key] = world.service.state.users;
			const [, second] = world.service.state.projects;
			const text = JSON.stringify(parameters)
				.replace('OTHER', otherUser().email)
				.replace('KEY', key?.email ?? '')
				.replace('NAME', project().name)
				.replace('IDENTIFIER', project().identifier)
				.replace('SECOND', second?.name ?? '')
				.replace('LABEL', labelOfProject().name);
			const trigger = await start(JSON.parse(text) as INodeParameters);

			expect(await trigger.callWebhookMethod('checkExists')).toBe(false);
			let items: readonly IDataObject[] = [];
			const lines = await trigger.captureLog(async () => {
				({ items = [] } = await deliver(trigger, delivery()));
			});

			expect(items).toHaveLength(expected);
			expect(lines).toEqual([]);
		},
	);

	it('a filter on the record costs no second request for the work item', async () => {
		const trigger = await start({
			filters: { priority: ['high', 'low', 'medium', 'urgent', 'none'] },
		});

		expect(await countRequests(async () => await deliver(trigger, createdDelivery()))).toBe(3);
	});

	it('a delivery does not start the workflow if the user of the credential cannot be looked up', async () => {
		const trigger = await start({ options: { ignoreMyOwnChanges: true } });

		await trigger.editCredential({ ...world.credential, apiKey: 'wrong' }, 'planeApi');
		const lines = await trigger.captureLog(async () => {
			expect((await deliver(trigger, createdDelivery())).items).toBeUndefined();
		});

		expect(lines.join('\n')).toMatch(/could not decide .* Ignore My Own Changes needs/);
	});

	test.each<[string, INodeParameters, string | RegExp]>([
		[
			'a state',
			{ events: ['workItemStateChanged'], toStates: 'Dnoe' },
			`To State Names or IDs: ${causes.unknownName('state "Dnoe"')}`,
		],
		[
			'a state of one project',
			{ events: ['workItemStateChanged'], toStates: 'Dnoe', projects: 'LNCH' },
			`To State Names or IDs: ${causes.unknownName('state "Dnoe"')}`,
		],
		[
			'a person',
			{ events: ['workItemAssigned'], assignedTo: 'nobody' },
			`Assigned To Names or IDs: ${causes.unknownName('member "nobody"')}`,
		],
		[
			'a user to ignore',
			{ options: { ignoreChangesBy: 'nobody' } },
			/^Ignore Changes By Names or IDs: .*nobody/,
		],
		['a project', { projects: 'Nowhere' }, /Nowhere/],
	])(
		'publishing the workflow fails if no record has the name of %s',
		async (_, parameters, words) => {
			await expect((await start(parameters)).callWebhookMethod('checkExists')).rejects.toThrow(
				words,
			);
		},
	);

	it('names are not looked up when n8n starts, because Plane may be unavailable then', async () => {
		const trigger = await start({ projects: 'Nowhere' });

		expect(
			await countRequests(async () => await trigger.callWebhookMethod('checkExists', 'init')),
		).toBe(0);
	});
});

test('Publishing a workflow with the webhook trigger fails if the API key or the workspace is wrong', async () => {
	const trigger = await start();

	await trigger.editCredential({ ...world.credential, apiKey: 'wrong' }, 'planeApi');
	await expect(trigger.callWebhookMethod('checkExists')).rejects.toThrow(/API key/);

	await trigger.editCredential({ ...world.credential, workspaceSlug: '' }, 'planeApi');
	await expect(trigger.callWebhookMethod('checkExists')).rejects.toThrow(/^Workspace Slug: /);
});

test('Former assignees in a webhook delivery are replaced by the current ones', async () => {
	const [key] = world.service.state.users;

	workItem().assignees = [otherUser().id];
	const body = readRecordedBody('work item created');
	const people = [key?.id ?? '', key?.id ?? '', otherUser().id].map((id) => ({ id }));
	const data = {
		...(body.data as JsonObject),
		id: workItem().id,
		project: project().id,
		updated_at: workItem().updated_at,
		assignees: people,
	};
	const assigned = { events: ['workItemAssigned'] };
	const former = await start({ ...assigned, assignedTo: key?.email ?? '' });
	const present = await start({ ...assigned, assignedTo: otherUser().email });

	expect((await deliver(former, { ...body, data })).items).toBeUndefined();
	expect((await deliver(present, { ...body, data })).items).toMatchObject([
		{ field: 'assignees', newValue: [otherUser().id] },
	]);
});

test('The static data of the webhook trigger contains neither the API key nor the signing secret', async () => {
	const trigger = await start();

	await deliver(trigger, createdDelivery());

	const saved = JSON.stringify(trigger.savedStaticData);

	expect(saved).not.toContain(world.credential.apiKey);
	expect(saved).not.toContain(SECRET);
});
