import { afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { pollingEvents } from '../../nodes/PlanePollingTrigger/pollingEvents';
import { ANYTHING_ELSE, listEventValues } from '../../nodes/PlaneTrigger/webhookEvents';
import { asText } from '../../nodes/shared/values/asText';
import { getApiKey } from '../service/key';
import { at, first, projectPath, send } from '../service/testing/client';
import { type Trigger, type TriggerResult, Triggers } from './triggers';
import { useWorld } from './useWorld';

const world = useWorld({ serverKind: 'community', workItems: 120 }, true);
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** Milliseconds within which the server's workers have finished what they have to do. */
const WORKERS_MS = 400;

/** Milliseconds by which n8n's clock has been put forward. */
let clockAhead = 0;

beforeEach(() => {
	clockAhead = 0;
	const now = Date.now.bind(Date);

	jest.spyOn(Date, 'now').mockImplementation(() => now() + clockAhead);
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** Polls a minute later. */
async function pollLater(trigger: Trigger): Promise<TriggerResult> {
	clockAhead += 60_000;

	return await trigger.poll();
}

const projectId = () => first(world.service.state.projects).id;

const newTrigger = async (parameters: INodeParameters, credential = world.credential) =>
	await triggers.create(
		'planePollingTrigger',
		{ projects: [projectId()], ...parameters },
		credential,
	);

/** Creates a trigger and polls once, so that it reports events from then on. */
async function startedTrigger(parameters: INodeParameters): Promise<Trigger> {
	const trigger = await newTrigger(parameters);

	expect(await trigger.poll()).toEqual({});

	return trigger;
}

/**
 * Sends a request about the project, and returns the ID in the response.
 *
 * @param user index of the user who sends it; 0 is the one whose API key the trigger has
 */
async function sendToProject(
	method: string,
	path: string,
	body: object,
	user = 0,
): Promise<string> {
	const { service } = world;
	const response = await send(service, method, projectPath(service) + path, body, getApiKey(user));

	const { status = 0 } = response;
	if (![200, 201].includes(status)) {
		throw new Error(`${method} ${path}: ${status} ${JSON.stringify(response.body)}`);
	}

	return String(at(response.body, 'id'));
}

const createWorkItem = async (name: string, fields: object = {}) =>
	await sendToProject('POST', 'work-items/', { name, ...fields });

const updateWorkItem = async (id: string, fields: object, user = 0) =>
	await sendToProject('PATCH', `work-items/${id}/`, fields, user);

const addComment = async (workItemId: string, html: string) =>
	await sendToProject('POST', `work-items/${workItemId}/comments/`, { comment_html: html });

const addLink = async (workItemId: string, url: string) =>
	await sendToProject('POST', `work-items/${workItemId}/links/`, { url });

const createIntakeItem = async (name: string) =>
	await sendToProject('POST', 'intake-issues/', { issue: { name } });

const workItemAt = (index: number) => world.service.state.workItems[index]?.id ?? '';
const stateNamed = (name: string) => idOf(world.service.state.states, name);

const idOf = (rows: readonly { readonly id: string; readonly name: string }[], name: string) =>
	rows.find((row) => row.name === name)?.id ?? '';

/** Polls, and counts the requests. */
async function pollAndCount(trigger: Trigger) {
	const { length } = world.service.requests;
	const result = await trigger.poll();

	return { result, requests: world.service.requests.length - length };
}

/** Describes the reported events, such as `workItem updated name Changed`. */
function describeEvents({ items = [], error }: TriggerResult): string[] {
	expect(error).toBeUndefined();

	return items.map(({ event, action, field, newValue, record }) => {
		const { name, comment_html: comment } = record as IDataObject;
		const value = field === null ? (name ?? comment) : newValue;

		return [event, action, field, value]
			.flat()
			.filter((word) => typeof word === 'string')
			.join(' ');
	});
}

const ALL_EVENTS = ['workItemCreated', 'workItemUpdated', 'commentCreated', 'intakeItemCreated'];

describe('The polling trigger', () => {
	it('reports nothing at first, then each event once; an idle poll takes one request', async () => {
		const trigger = await startedTrigger({ events: ['workItemCreated', 'workItemUpdated'] });

		await createWorkItem('New');
		await updateWorkItem(workItemAt(0), { name: 'Changed', priority: 'urgent' });
		const { items } = await trigger.poll();

		expect(items).toMatchObject([
			{ event: 'workItem', action: 'created', field: null, record: { name: 'New' } },
			{
				action: 'updated',
				field: 'name',
				newValue: 'Changed',
				project: projectId(),
				workspaceId: world.service.state.workspace.id,
				actor: { display_name: 'ada' },
				record: { name: 'Changed' },
			},
			{
				action: 'updated',
				field: 'priority',
				newValue: 'urgent',
				previous: { priority: 'none' },
			},
		]);

		// Changed work items are read again, because workers write activities and touch them later.
		await wait(WORKERS_MS);
		for (let polls = 0; polls < 3; polls++) expect(await pollLater(trigger)).toEqual({});

		expect(await pollAndCount(trigger)).toEqual({ result: {}, requests: 1 });
	});

	test.each([
		['new work items', ['workItemCreated'], 1, 3],
		['changes', ['workItemUpdated'], 1, 3],
		['new work items and comments', ['workItemCreated', 'commentCreated'], 1, 4],
		['all events', ALL_EVENTS, 2, 5],
	])('takes as many requests as documented for %s', async (_, events, idle, busy) => {
		const trigger = await startedTrigger({ events });
		const idlePoll = await pollAndCount(trigger);

		await createWorkItem('New');
		const busyPoll = await pollAndCount(trigger);

		expect(idlePoll).toEqual({ result: {}, requests: idle });
		expect(busyPoll.requests).toBe(busy);
	});

	async function causeEachEvent(): Promise<void> {
		const workItemId = workItemAt(3);
		const assignee = first(world.service.state.users).id;

		await createWorkItem('New');
		await updateWorkItem(workItemId, { priority: 'urgent', assignees: [assignee] });
		await updateWorkItem(workItemId, { state: stateNamed('In progress') });
		await addComment(workItemId, '<p>Good</p>');
		await addLink(workItemId, 'https://example.com/plan');
		await createIntakeItem('A wish');
	}

	it.each(pollingEvents)('starts the workflow for the event %s', async (event) => {
		const trigger = await startedTrigger({ events: [event], fields: ['priority'] });

		await causeEachEvent();
		const { items = [] } = await trigger.poll();

		expect(items.length).toBeGreaterThan(0);
	});

	it('has the name of the Plane Trigger for each event that both report', async () => {
		const trigger = await startedTrigger({ events: [...pollingEvents], fields: ['priority'] });

		await causeEachEvent();
		const { items = [] } = await trigger.poll();
		const namesOfPlaneTrigger = items
			.flatMap(({ event, action }) =>
				listEventValues({ event: asText(event) ?? '', action: asText(action) ?? '' }),
			)
			.filter((name) => name !== ANYTHING_ELSE);

		expect(namesOfPlaneTrigger).toContain('commentCreated');
		expect(pollingEvents).toEqual(expect.arrayContaining(namesOfPlaneTrigger));
	});

	it('reports old and new values by name, and who made the change with name and email address', async () => {
		const trigger = await startedTrigger({ events: ['workItemUpdated'] });
		const [parent, child] = [workItemAt(0), workItemAt(3)];
		const { state } = world.service;
		const [ada, bob] = state.users;
		const label = first(state.labels.filter(({ project }) => project === projectId()));
		const parentNumber = state.workItems.find(({ id }) => id === parent)?.sequence_id;

		await updateWorkItem(child, { state: stateNamed('In progress') });
		await updateWorkItem(child, { state: stateNamed('Done') });
		await updateWorkItem(child, { assignees: [ada?.id, bob?.id], labels: [label.id], parent });
		const { items = [] } = await trigger.poll();
		const changes = items.map(({ field, oldName, newName }) => ({ field, oldName, newName }));

		expect(changes).toEqual(
			expect.arrayContaining([
				{ field: 'state', oldName: 'In progress', newName: 'Done' },
				{ field: 'assignees', oldName: [], newName: [ada?.display_name, bob?.display_name] },
				{ field: 'labels', oldName: ['urgent'], newName: [label.name] },
				{ field: 'parent', oldName: null, newName: `LNCH-${parentNumber}` },
			]),
		);
		expect(items.at(-1)).toMatchObject({ actor: { id: ada?.id, email: ada?.email } });
	});

	it('reports who created something with name and email address, and with the ID alone if the members cannot be read', async () => {
		const trigger = await startedTrigger({
			events: ['workItemCreated', 'intakeItemCreated'],
		});
		const [ada] = world.service.state.users;

		await createWorkItem('New');
		await createIntakeItem('A wish');
		const { items } = await trigger.poll();
		const actor = { id: ada?.id, display_name: ada?.display_name, email: ada?.email };

		expect(items).toMatchObject([{ actor }, { actor }]);

		await createWorkItem('Newer');
		world.service.faults.plan(
			{ kind: 'status', status: 500 },
			{ when: ({ url = '' }) => url.includes('/members/') },
		);
		const lines = await trigger.captureLog(async () => {
			expect((await trigger.poll()).items).toMatchObject([{ actor: { id: ada?.id } }]);
		});

		expect(lines).toEqual([expect.stringMatching(/^The users of these events have only IDs/)]);
	});
});

describe('The polling trigger reports only', () => {
	/** Returns descriptions of the events that are reported for some changes. */
	async function eventsOf(parameters: INodeParameters, change: () => Promise<unknown>) {
		const trigger = await startedTrigger(parameters);

		await change();

		return describeEvents(await trigger.poll());
	}

	test.each([
		['any state', [], ['Done', 'To do']],
		['a state by its name', ['done'], ['Done']],
	])('moves to %s', async (_, toStates, reportedStates) => {
		const done = stateNamed('Done');
		const events = await eventsOf({ events: ['workItemStateChanged'], toStates }, async () => {
			await updateWorkItem(workItemAt(4), { name: 'Moved', state: done });
			await updateWorkItem(workItemAt(6), { state: stateNamed('To do'), priority: 'high' });
			await createWorkItem('In it from the start', { state: done });
		});

		expect(events).toEqual(
			reportedStates.map((name) => `workItem updated state ${stateNamed(name)}`),
		);
	});
});

describe('The polling trigger fails', () => {
	test.each<[string, object, RegExp]>([
		['the API key is invalid', { apiKey: 'plane_api_of_nobody' }, /API key/],
		['the workspace does not exist', { workspaceSlug: 'nobody' }, /nobody|did not find|may not/],
	])('if %s', async (_, changes, message) => {
		const credential = { ...world.credential, ...changes };

		for (const events of [['workItemCreated'], ['intakeItemCreated']]) {
			const trigger = await newTrigger({ events }, credential);
			const { error, items } = await trigger.poll();

			expect(items).toBeUndefined();
			expect(error?.message).toMatch(message);
		}
	});
});
