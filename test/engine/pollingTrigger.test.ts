import { afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { pollingEvents } from '../../nodes/PlanePollingTrigger/pollingEvents';
import { ANYTHING_ELSE, listEventValues } from '../../nodes/PlaneTrigger/webhookEvents';
import { asText } from '../../nodes/shared/values/asText';
import type { Fault } from '../service/faults';
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

/** Polls each minute until something is reported, or no change of the last minutes can be on its way. */
async function pollUntilReported(trigger: Trigger): Promise<TriggerResult> {
	let result = await pollLater(trigger);

	for (let polls = 1; polls < 7 && result.items === undefined; polls++) {
		result = await pollLater(trigger);
	}

	return result;
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

	it('reports comments, links and intake items', async () => {
		const trigger = await startedTrigger({
			events: ['commentCreated', 'workItemLinkCreated', 'intakeItemCreated'],
		});
		const workItemId = workItemAt(3);

		await addComment(workItemId, '<p>Good</p>');
		await addLink(workItemId, 'https://example.com/plan');
		await createIntakeItem('A wish');
		const { items } = await trigger.poll();

		expect(items).toMatchObject([
			{
				event: 'workItemComment',
				action: 'created',
				project: projectId(),
				record: { comment_html: '<p>Good</p>', issue: workItemId },
			},
			{
				event: 'workItemLink',
				action: 'created',
				project: projectId(),
				// A worker visits the page of a link, and the server forgets who added it.
				actor: null,
				workItem: { id: workItemId },
				record: { url: 'https://example.com/plan', issue: workItemId },
			},
			{
				event: 'intakeItem',
				action: 'created',
				project: projectId(),
				record: { issue_detail: { name: 'A wish' } },
			},
		]);

		await trigger.poll();

		expect(await trigger.poll()).toEqual({});
	});

	it('returns the key, URL and work item that an event is about', async () => {
		const trigger = await startedTrigger({ events: ALL_EVENTS });
		const id = await createWorkItem('New');

		await addComment(id, '<p>Good</p>');
		const { items } = await trigger.poll();
		const { state, url: serverUrl } = world.service;
		const key = `LNCH-${first(state.workItems.slice(-1)).sequence_id}`;
		const url = `${serverUrl}/${state.workspace.slug}/browse/${key}/`;

		expect(items).toMatchObject([
			{ event: 'workItem', key, url, workItem: null, record: { project: projectId() } },
			{ event: 'workItemComment', key, url, workItem: { id, name: 'New' } },
		]);
	});

	it('reports a description once nobody edits it any more, and again after a later edit', async () => {
		const trigger = await startedTrigger({ events: ['fieldChanged'], fields: ['description'] });
		const describeItem = async (html: string) =>
			await updateWorkItem(workItemAt(0), { description_html: html });

		await describeItem('<p>First</p>');
		const whileEdited = [await trigger.poll()];

		await describeItem('<p>Second</p>');
		whileEdited.push(await pollLater(trigger));
		const settled = await pollUntilReported(trigger);

		expect(whileEdited).toEqual([{}, {}]);
		expect(settled).toMatchObject({
			items: [{ field: 'description', newValue: '<p>Second</p>' }],
		});

		const { length: activityCount } = world.service.state.activities;

		await describeItem('<p>Third</p>');
		const editedAgain = await pollLater(trigger);
		const settledAgain = await pollUntilReported(trigger);

		// Plane has moved the activity, and does not keep the text from before this edit.
		expect(world.service.state.activities).toHaveLength(activityCount);
		expect(editedAgain).toEqual({});
		expect(settledAgain).toMatchObject({
			items: [{ field: 'description', oldValue: null, newValue: '<p>Third</p>' }],
		});
		expect(await pollLater(trigger)).toEqual({});
	});

	it('ignores writes that do not change anything', async () => {
		const trigger = await startedTrigger({ events: ['workItemUpdated'] });

		await updateWorkItem(workItemAt(0), { priority: 'none' });

		expect(await trigger.poll()).toEqual({});
		expect(await trigger.poll()).toEqual({});
	});

	it('reports every change of a field, even within the same second', async () => {
		const trigger = await startedTrigger({ events: ['workItemUpdated'] });
		const done = stateNamed('Done');
		const todo = stateNamed('To do');

		for (const state of [done, todo]) await updateWorkItem(workItemAt(4), { state });
		for (const name of ['A', 'B']) await updateWorkItem(workItemAt(5), { name });

		expect(describeEvents(await trigger.poll())).toEqual([
			`workItem updated state ${done}`,
			`workItem updated state ${todo}`,
			'workItem updated name A',
			'workItem updated name B',
		]);
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

	test.each([
		[['Grace@example.com'], ['grace']],
		[['grace'], ['grace']],
		[['Grace Hopper'], ['grace']],
		[[], ['grace', 'ada']],
	])('assignments to %j', async (assignedTo, reportedUsers) => {
		const { users } = world.service.state;
		const userNamed = (name: string) => users.find((user) => user.display_name === name)?.id ?? '';
		const events = await eventsOf({ events: ['workItemAssigned'], assignedTo }, async () => {
			await updateWorkItem(workItemAt(0), { assignees: [userNamed('grace')] });
			await updateWorkItem(workItemAt(3), { assignees: [userNamed('ada')] });
			// Nobody is assigned by that. The seed has somebody there.
			await updateWorkItem(workItemAt(4), { assignees: [] });
		});

		expect(events).toEqual(
			reportedUsers.map((name) => `workItem updated assignees ${userNamed(name)}`),
		);
	});

	test('assignments from the start, once the server has recorded all of them', async () => {
		const [ada] = world.service.state.users;
		const trigger = await startedTrigger({ events: ['workItemAssigned'] });

		await createWorkItem('New', { assignees: [ada?.id] });
		await createWorkItem('Unassigned');
		await wait(WORKERS_MS);
		const firstPoll = await trigger.poll();
		const secondPoll = await trigger.poll();

		expect(firstPoll).toEqual({});
		expect(secondPoll.items).toMatchObject([
			{
				action: 'created',
				field: 'assignees',
				oldValue: [],
				newValue: [ada?.id],
				record: { name: 'New' },
			},
		]);
		expect(await trigger.poll()).toEqual({});
	});

	test('the initial assignees as those, if another one is added before they are read', async () => {
		const [ada, , grace] = world.service.state.users.map(({ id }) => id);
		const trigger = await startedTrigger({ events: ['workItemAssigned'] });
		const id = await createWorkItem('New', { assignees: [ada] });

		await updateWorkItem(id, { assignees: [ada, grace] });
		const results = [await trigger.poll(), await pollLater(trigger), await pollLater(trigger)];

		expect(results.flatMap(describeEvents)).toEqual([
			`workItem updated assignees ${grace}`,
			`workItem created assignees ${ada}`,
		]);
	});

	test('changes of a selected field', async () => {
		const parameters = { events: ['fieldChanged'], fields: ['target_date'] };
		const events = await eventsOf(parameters, async () => {
			await updateWorkItem(workItemAt(0), {
				name: 'Changed',
				target_date: '2026-12-24',
				start_date: '2026-12-01',
			});
		});

		expect(events).toEqual(['workItem updated target_date 2026-12-24']);
	});

	test.each([
		['a priority', { priority: ['urgent'] }, ['Urgent']],
		['a label', { labels: ['BUG'] }, ['Bug']],
		['a state group', { stateGroup: ['completed'] }, ['Bug']],
		['an assignee', { assignees: ['ada@example.com'] }, ['Urgent']],
		['a target date', { targetFrom: '2026-12-01', targetTo: '2026-12-24' }, ['Bug']],
		['an assignee without work items', { assignees: ['bob'] }, []],
	])('work items with %s', async (_, filters, reportedNames) => {
		const { labels, users } = world.service.state;
		const events = await eventsOf({ events: ['workItemCreated'], filters }, async () => {
			await createWorkItem('Urgent', { priority: 'urgent', assignees: [users[0]?.id] });
			await createWorkItem('Bug', {
				labels: [idOf(labels, 'bug')],
				state: stateNamed('Done'),
				target_date: '2026-12-24',
			});
		});

		expect(events).toEqual(reportedNames.map((name) => `workItem created ${name}`));
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

	test('if the API key becomes invalid', async () => {
		const trigger = await startedTrigger({ events: ALL_EVENTS });

		await trigger.editCredential({ ...world.credential, apiKey: 'plane_api_wrong' });

		expect((await trigger.poll()).error?.message).toMatch(/key/i);
	});

	test('if a project was deleted', async () => {
		const trigger = await startedTrigger({ events: ALL_EVENTS });

		world.service.state.projects.splice(0, 1);

		expect((await trigger.poll()).error?.message).toMatch(/project/i);
	});
});

describe('The polling trigger reports every event exactly once', () => {
	const faults: readonly [string, Fault][] = [
		['a rate limit', { kind: 'status', status: 429, retryAfter: '30' }],
		['an unavailable server', { kind: 'status', status: 503 }],
		['an error of the server', { kind: 'status', status: 500 }],
		['a dropped connection', { kind: 'dropBeforeAnswering' }],
		['a truncated response', { kind: 'cut' }],
		['a web page as the response', { kind: 'html' }],
	];
	const faultsAfterRequests = faults.flatMap(([name, fault]) =>
		[0, 1, 2, 3].map((skip) => [name, skip, fault] as const),
	);

	test.each(faultsAfterRequests)('in spite of %s after %i requests', async (_, skip, fault) => {
		const trigger = await startedTrigger({ events: ALL_EVENTS });
		const events: string[] = [];

		await createWorkItem('New');
		await updateWorkItem(workItemAt(0), { name: 'Changed' });
		await createIntakeItem('A wish');
		world.service.faults.plan(fault, { skip });
		for (let polls = 0; polls < 3; polls++) events.push(...describeEvents(await trigger.poll()));

		expect(world.service.faults.occurred).toHaveLength(1);
		expect(events.sort()).toEqual([
			'intakeItem created',
			'workItem created New',
			'workItem updated name Changed',
		]);
		expect(await trigger.poll()).toEqual({});
	});

	test('after n8n crashed before it saved the static data', async () => {
		const trigger = await startedTrigger({ events: ALL_EVENTS });
		const saved = trigger.savedStaticData;

		await createWorkItem('New');
		await trigger.poll();
		trigger.restart(saved);

		expect(describeEvents(await trigger.poll())).toEqual(['workItem created New']);
	});

	test('after n8n was restarted with what it had saved', async () => {
		const trigger = await startedTrigger({ events: ALL_EVENTS });

		await createWorkItem('New');
		await trigger.poll();
		const saved = trigger.savedStaticData;

		await trigger.poll();
		trigger.restart(saved);

		expect(await trigger.poll()).toEqual({});

		await updateWorkItem(workItemAt(0), { name: 'Changed' });

		expect(describeEvents(await trigger.poll())).toEqual(['workItem updated name Changed']);
	});

	test('if the rate limit interrupts every poll, and most changes are not selected', async () => {
		const trigger = await startedTrigger({ events: ['workItemStateChanged'] });
		const { faults: plannedFaults } = world.service;
		const done = stateNamed('Done');
		const events: string[] = [];

		for (let index = 0; index < 40; index++) {
			await updateWorkItem(workItemAt(index), { name: `Name ${index}` });
		}

		await updateWorkItem(workItemAt(40), { state: done });

		for (let polls = 0; polls < 12 && events.length === 0; polls++) {
			plannedFaults.clear();
			plannedFaults.plan(
				{ kind: 'status', status: 429, retryAfter: '30' },
				{ skip: 20, times: Infinity },
			);
			events.push(...describeEvents(await pollLater(trigger)));
		}

		expect(events).toEqual([`workItem updated state ${done}`]);
	});
});

test('A test event of the polling trigger is the latest event, and neither reads nor writes its state', async () => {
	const trigger = await newTrigger({ events: ['workItemUpdated'] });

	await updateWorkItem(workItemAt(0), { name: 'Before' });
	await updateWorkItem(workItemAt(1), { name: 'Newest' });
	const beforeStart = await trigger.poll('manual', true);

	expect(describeEvents(beforeStart)).toEqual(['workItem updated name Newest']);
	expect(Object.values(trigger.savedStaticData)).toEqual([{}]);

	await trigger.poll();
	const { savedStaticData } = trigger;
	const afterStart = await trigger.poll('manual', true);

	expect(describeEvents(afterStart)).toEqual(['workItem updated name Newest']);
	expect(trigger.savedStaticData).toEqual(savedStaticData);
});
