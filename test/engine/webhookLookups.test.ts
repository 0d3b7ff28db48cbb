import { afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { documentedBody } from '../service/documented/deliveries';
import { deliveries } from '../service/observed/webhooks';
import { first } from '../service/testing/client';
import { type Answered, type Trigger, Triggers } from './triggers';
import { useWorld } from './useWorld';

const SECRET = 'plane_wh_0123456789abcdef0123456789abcdef';

const world = useWorld({ serverKind: 'community', workItems: 5 }, true);
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** By how much the clock of n8n has been put forward, in milliseconds. */
let ahead = 0;

beforeEach(() => {
	ahead = 0;
	const now = Date.now.bind(Date);

	jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** A Plane Trigger with a Plane API credential. */
const start = async (parameters: INodeParameters = {}) =>
	await triggers.use('planeTrigger', parameters, { signingSecret: SECRET }, world.credential);

async function deliver(trigger: Trigger, delivery: JsonObject): Promise<Answered> {
	const body = Buffer.from(JSON.stringify(delivery));
	const signature = createHmac('sha256', SECRET).update(body).digest('hex');

	return await trigger.receive(body, { 'x-plane-signature': signature });
}

const project = () => first(world.service.state.projects);
const workItem = () => first(world.service.state.workItems);

const stateOf = (name: string) => {
	const found = world.service.state.states.find(
		(row) => row.name === name && row.project === project().id,
	);
	if (found === undefined) throw new Error(`No state ${name}`);

	return found;
};

/** A user of the workspace who is not the one of the key. */
const other = () => {
	const [, user] = world.service.state.users;
	if (user === undefined) throw new Error('No other user');

	return user;
};

/** The work item of the service as version 2 sends one: by the IDs of all that it refers to (row 101). */
function sent(): JsonObject {
	const { id, name, sequence_id, state, priority } = workItem();

	return {
		...(documentedBody('workitem.created').data as JsonObject),
		id,
		name,
		sequence_id,
		priority,
		project_id: project().id,
		state_id: state,
		assignee_ids: [other().id],
		label_ids: [],
		created_by_id: other().id,
		updated_by_id: other().id,
	};
}

/** A documented delivery of version 2 about the work item of the service. */
const about = (name: string, data: JsonObject, more: JsonObject = {}): JsonObject => ({
	...documentedBody(name),
	entity_id: workItem().id,
	data,
	...more,
});

const created = () => about('workitem.created', sent());
const moved = (name: string) =>
	about(
		'workitem.updated',
		{ ...sent(), state_id: stateOf(name).id },
		{
			event_id: name,
			previous_attributes: { state_id: 's0' },
		},
	);
const comment = () =>
	about('workitem.comment.created', {
		id: workItem().id,
		name: workItem().name,
		comment: {
			...((documentedBody('workitem.comment.created').data as JsonObject).comment as JsonObject),
			issue_id: workItem().id,
			actor_id: other().id,
		},
	});

const requests = () => world.service.requests.length;

/** How many requests something takes. */
async function count(work: () => Promise<unknown>): Promise<number> {
	const before = requests();

	await work();

	return requests() - before;
}

const key = () => `${project().identifier}-${workItem().sequence_id}`;
const url = () => `${world.service.url}/${world.service.workspace}/browse/${key()}/`;

describe('with a Plane API credential, an item of version 2', () => {
	it('has the record as the Polling Trigger has it, who did it, key and address (cases P03 and P17)', async () => {
		workItem().assignees = [other().id];
		const { items } = await deliver(await start(), created());

		expect(items).toMatchObject([
			{
				event: 'workItem',
				action: 'created',
				projectId: project().id,
				key: key(),
				url: url(),
				actor: { id: other().id, email: other().email, display_name: other().display_name },
				record: {
					id: workItem().id,
					project: project().id,
					state: { id: workItem().state, name: expect.any(String) },
					assignees: [{ id: other().id, display_name: other().display_name }],
					description_html: expect.any(String),
				},
			},
		]);
	});

	it('of a comment has the key, name and project of its work item (cases P11 and P17)', async () => {
		const { items } = await deliver(await start({ events: ['comment_created'] }), comment());

		expect(items).toMatchObject([
			{
				event: 'workItemComment',
				projectId: project().id,
				key: key(),
				url: url(),
				workItem: { id: workItem().id, name: workItem().name },
				record: { comment_stripped: 'Hello', issue: workItem().id },
				actor: { email: other().email },
			},
		]);
	});

	it('of what was deleted is as it was sent, with its key', async () => {
		const deletion = about('workitem.deleted', {}, { previous_attributes: sent() });
		const { items } = await deliver(await start({ events: ['work_item_deleted'] }), deletion);

		expect(items).toMatchObject([
			{ action: 'deleted', key: key(), record: { state: { id: workItem().state } } },
		]);
	});

	it('costs two requests, and one where the project and the people are known', async () => {
		const trigger = await start();
		const again = { ...created(), event_id: 'e2' };

		expect(await count(async () => await deliver(trigger, created()))).toBe(3);
		expect(await count(async () => await deliver(trigger, again))).toBe(1);
		expect(await count(async () => await deliver(trigger, again))).toBe(0);
	});

	it('is asked nothing for where nobody waits for its event', async () => {
		const trigger = await start({ events: ['cycle_created'] });

		expect(await count(async () => await deliver(trigger, created()))).toBe(0);
	});

	it('is as it was sent where Plane cannot be asked, and the log says so', async () => {
		const trigger = await start();

		await trigger.editCredential({ ...world.credential, apiKey: 'wrong' }, 'planeApi');
		let items: readonly IDataObject[] | undefined;
		const lines = await trigger.logged(async () => {
			({ items } = await deliver(trigger, created()));
		});

		expect(items).toMatchObject([{ key: null, record: { state: { id: workItem().state } } }]);
		expect(lines[0]).toMatch(/^An item of the Plane Trigger is incomplete, .*API key/);
	});
});

test('an item of version 1 has its key and address (case P17)', async () => {
	const body = JSON.parse(
		deliveries.find(({ what }) => what === 'work item created')?.body ?? '{}',
	) as JsonObject;
	const data = {
		...(body.data as JsonObject),
		id: workItem().id,
		project: project().id,
		sequence_id: workItem().sequence_id,
	};

	const { items } = await deliver(await start(), { ...body, data });

	expect(items).toMatchObject([{ key: key(), url: url(), record: data }]);
});

describe('with a Plane API credential, filters by name', () => {
	const STATE = { events: ['work_item_state_changed'], toStates: 'in  PROGRESS' };

	test.each<[string, INodeParameters, () => JsonObject, number]>([
		['a state (case P03)', STATE, () => moved('In progress'), 1],
		['another state', STATE, () => moved('Done'), 0],
		[
			'a person who is assigned (case P03)',
			{ events: ['work_item_assigned'], assignedTo: 'OTHER' },
			created,
			1,
		],
		['a person who is not', { events: ['work_item_assigned'], assignedTo: 'KEY' }, created, 0],
		['whom to ignore (case P02)', { options: { ignoreChangesBy: 'OTHER' } }, created, 0],
		['whom to ignore, somebody else', { options: { ignoreChangesBy: 'KEY' } }, created, 1],
		['the project (case P01)', { options: { projects: 'NAME' } }, created, 1],
		['the project by its identifier', { options: { projects: 'IDENTIFIER' } }, created, 1],
		[
			'the project of a comment, which the delivery does not say (case P11)',
			{ events: ['comment_created'], options: { projects: 'NAME' } },
			comment,
			1,
		],
		[
			'another project than that of a comment',
			{ events: ['comment_created'], options: { projects: 'SECOND' } },
			comment,
			0,
		],
	])('decide by %s', async (_, panel, delivery, expected) => {
		const [key] = world.service.state.users;
		const [, second] = world.service.state.projects;
		const text = JSON.stringify(panel)
			.replace('OTHER', other().email)
			.replace('KEY', key?.email ?? '')
			.replace('NAME', project().name)
			.replace('IDENTIFIER', project().identifier)
			.replace('SECOND', second?.name ?? '');
		const trigger = await start(JSON.parse(text) as INodeParameters);

		expect(await trigger.setUp('checkExists')).toBe(false);
		let items: readonly IDataObject[] = [];
		const lines = await trigger.logged(async () => {
			({ items = [] } = await deliver(trigger, delivery()));
		});

		expect(items).toHaveLength(expected);
		expect(lines).toEqual([]);
	});

	it('know a state that got its name later within ten minutes', async () => {
		const trigger = await start({ events: ['work_item_state_changed'], toStates: 'Shipped' });

		expect((await deliver(trigger, moved('Done'))).items).toBeUndefined();

		stateOf('Done').name = 'Shipped';
		ahead += 600_000;

		expect((await deliver(trigger, moved('Shipped'))).items).toHaveLength(1);
	});

	test.each<[string, INodeParameters, RegExp]>([
		[
			'a state',
			{ events: ['work_item_state_changed'], toStates: 'Dnoe' },
			/^To States: Plane did not find Dnoe/,
		],
		[
			'a state of one project',
			{ events: ['work_item_state_changed'], toStates: 'Dnoe', options: { projects: 'LNCH' } },
			/^To States: Plane did not find Dnoe/,
		],
		[
			'a person',
			{ events: ['work_item_assigned'], assignedTo: 'nobody' },
			/^Assigned To: Plane did not find nobody/,
		],
		['whom to ignore', { options: { ignoreChangesBy: 'nobody' } }, /^Ignore Changes By: .*nobody/],
		['a project', { options: { projects: 'Nowhere' } }, /Nowhere/],
	])(
		'are refused when the workflow is published where nothing is called so: %s',
		async (_, panel, words) => {
			await expect((await start(panel)).setUp('checkExists')).rejects.toThrow(words);
		},
	);

	it('are not looked up when n8n starts, because Plane may be away then', async () => {
		const trigger = await start({ options: { projects: 'Nowhere' } });

		expect(await count(async () => await trigger.setUp('checkExists', 'init'))).toBe(0);
	});
});

test('a wrong key or workspace is an error when the workflow is published', async () => {
	const trigger = await start();

	await trigger.editCredential({ ...world.credential, apiKey: 'wrong' }, 'planeApi');
	await expect(trigger.setUp('checkExists')).rejects.toThrow(/API key/);

	await trigger.editCredential({ ...world.credential, workspaceSlug: '' }, 'planeApi');
	await expect(trigger.setUp('checkExists')).rejects.toThrow(/^Workspace Slug: /);
});

test('a name that cannot be looked up when a delivery comes is logged, and starts nothing', async () => {
	const trigger = await start({ events: ['work_item_state_changed'], toStates: 'Done' });

	await trigger.editCredential({ ...world.credential, apiKey: 'wrong' }, 'planeApi');
	const lines = await trigger.logged(async () => {
		expect((await deliver(trigger, moved('Done'))).items).toBeUndefined();
	});

	expect(lines.join('\n')).toMatch(/could not decide .* To States has names/);
});

test('people of former times are replaced by those of now (case P51)', async () => {
	const [key] = world.service.state.users;

	workItem().assignees = [other().id];
	const body = JSON.parse(
		deliveries.find(({ what }) => what === 'work item created')?.body ?? '{}',
	) as JsonObject;
	const people = [key?.id ?? '', key?.id ?? '', other().id].map((id) => ({ id }));
	const data = {
		...(body.data as JsonObject),
		id: workItem().id,
		project: project().id,
		assignees: people,
	};
	const assigned = { events: ['work_item_assigned'] };
	const former = await start({ ...assigned, assignedTo: key?.email ?? '' });
	const present = await start({ ...assigned, assignedTo: other().email });

	expect((await deliver(former, { ...body, data })).items).toBeUndefined();
	expect((await deliver(present, { ...body, data })).items).toMatchObject([
		{ field: 'assignees', newValue: [other().id] },
	]);
});

test('what is remembered holds neither the key nor the secret', async () => {
	const trigger = await start();

	await deliver(trigger, created());

	const saved = JSON.stringify(trigger.memory);

	expect(saved).not.toContain(world.credential.apiKey);
	expect(saved).not.toContain(SECRET);
});
