import { afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import type { Fault } from '../service/faults';
import { apiKeyOf } from '../service/key';
import { startService } from '../service/service';
import { at, first, projectPath, send } from '../service/testing/client';
import { type TriggerResult, type Trigger, Triggers } from './triggers';
import { useWorld } from './useWorld';
import { credentialFor } from './world';

const world = useWorld({ serverKind: 'community', workItems: 120 }, true);
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** Milliseconds in which the workers of the server have done what they have to do. */
const WORKERS = 400;

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

/** Polls again, a minute later. */
async function later(trigger: Trigger): Promise<TriggerResult> {
	ahead += 60_000;

	return await trigger.poll();
}

const project = () => first(world.service.state.projects).id;
const other = () => world.service.state.projects[1]?.id ?? '';

const start = async (parameters: INodeParameters, credential = world.credential) =>
	await triggers.create(
		'planePollingTrigger',
		{ projects: [project()], ...parameters },
		credential,
	);

/** A trigger that has set its mark. */
async function started(parameters: INodeParameters): Promise<Trigger> {
	const trigger = await start(parameters);

	expect(await trigger.poll()).toEqual({});

	return trigger;
}

/** Does something in the project; the one who does it is the user of the key, or another. */
async function call(method: string, path: string, body?: object, user = 0): Promise<string> {
	const { service } = world;
	const answer = await send(service, method, projectPath(service) + path, body, apiKeyOf(user));

	expect([200, 201, 204]).toContain(answer.status);

	return String(at(answer.body, 'id'));
}

const create = async (name: string, fields: object = {}) =>
	await call('POST', 'work-items/', { name, ...fields });
const update = async (index: number, fields: object, user = 0) =>
	await call('PATCH', `work-items/${item(index)}/`, fields, user);
const item = (index: number) => world.service.state.workItems[index]?.id ?? '';
const named = (rows: readonly { readonly id: string; readonly name: string }[], name: string) =>
	rows.find((row) => row.name === name)?.id ?? '';

const requests = () => world.service.requests.length;

/** How many requests something takes. */
async function counted<Outcome>(work: () => Promise<Outcome>): Promise<[Outcome, number]> {
	const before = requests();

	return [await work(), requests() - before];
}

/** What is reported, in short. */
const shortly = ({ items = [], error }: TriggerResult): string[] => {
	expect(error).toBeUndefined();

	return items.map(({ event, action, field, newValue, record }) => {
		const { name, comment_html: comment } = record as IDataObject;
		const words = [event, action, field, field === null ? (name ?? comment) : newValue].flat();

		return words.filter((word) => typeof word === 'string').join(' ');
	});
};

const ALL = ['work_item_created', 'work_item_updated', 'comment_created', 'intake_item_created'];

describe('a poll', () => {
	it('gives nothing at first, then what has happened, each once, for a request when nothing has', async () => {
		const trigger = await started({ events: ['work_item_created', 'work_item_updated'] });

		await create('New');
		await update(0, { name: 'Changed', priority: 'urgent' });
		const { items = [] } = await trigger.poll();

		expect(items).toMatchObject([
			{ event: 'workItem', action: 'created', field: null, record: { name: 'New' } },
			{
				action: 'updated',
				field: 'name',
				newValue: 'Changed',
				projectId: project(),
				workspaceId: world.service.state.workspace.id,
				actor: { display_name: 'ada' },
				record: { name: 'Changed' },
			},
			{ action: 'updated', field: 'priority', newValue: 'urgent', previous: { priority: 'none' } },
		]);
		// What has changed is looked at once more, because activities are written later, and once more
		// where a worker has touched it since.
		await wait(WORKERS);
		for (let polls = 0; polls < 3; polls++) expect(await later(trigger)).toEqual({});
		expect(await counted(async () => await trigger.poll())).toEqual([{}, 1]);
	});

	test.each([
		['work items that are created', ['work_item_created'], 1, 2],
		['changes', ['work_item_updated'], 1, 3],
		['work items that are created, and comments', ['work_item_created', 'comment_created'], 1, 3],
		['all', ALL, 2, 5],
	])('%s: takes as many requests as promised', async (_, events, idle, busy) => {
		const trigger = await started({ events });

		expect(await counted(async () => await trigger.poll())).toEqual([{}, idle]);
		await create('New');
		expect((await counted(async () => await trigger.poll()))[1]).toBe(busy);
	});

	it('reports comments, and what comes into intake', async () => {
		const trigger = await started({ events: ['comment_created', 'intake_item_created'] });

		await call('POST', `work-items/${item(3)}/comments/`, { comment_html: '<p>Good</p>' });
		await call('POST', 'intake-issues/', { issue: { name: 'A wish' } });
		expect((await trigger.poll()).items).toMatchObject([
			{
				event: 'workItemComment',
				action: 'created',
				projectId: project(),
				record: { comment_html: '<p>Good</p>', issue: item(3) },
			},
			{
				event: 'intakeItem',
				action: 'created',
				projectId: project(),
				record: { issue_detail: { name: 'A wish' } },
			},
		]);
		await trigger.poll();
		expect(await trigger.poll()).toEqual({});
	});

	it('reports work items that are created, and comments, each once', async () => {
		const trigger = await started({ events: ['work_item_created', 'comment_created'] });
		const id = await create('New');

		await call('POST', `work-items/${id}/comments/`, { comment_html: '<p>Good</p>' });
		expect(shortly(await trigger.poll())).toEqual([
			'workItem created New',
			'workItemComment created <p>Good</p>',
		]);
		await call('POST', `work-items/${id}/comments/`, { comment_html: '<p>Better</p>' });
		expect(shortly(await trigger.poll())).toEqual(['workItemComment created <p>Better</p>']);
		await trigger.poll();
		expect(await trigger.poll()).toEqual({});
	});

	it('gives the key, the address and the work item of what has happened (P17)', async () => {
		const trigger = await started({ events: ALL });
		const id = await create('New');

		await call('POST', `work-items/${id}/comments/`, { comment_html: '<p>Good</p>' });
		const { sequence_id: number } = first(world.service.state.workItems.slice(-1));
		const key = `LNCH-${number}`;
		const url = `${world.service.url}/${world.service.state.workspace.slug}/browse/${key}/`;

		expect((await trigger.poll()).items).toMatchObject([
			{ event: 'workItem', key, url, workItem: null, record: { project: project() } },
			{ event: 'workItemComment', key, url, workItem: { id, name: 'New' } },
		]);
	});

	it('reports a description once nobody edits it any more, and again when its activity is moved (P10)', async () => {
		const trigger = await started({ events: ['field_changed'], fields: ['description'] });
		const describe = async (text: string) => await update(0, { description_html: text });

		await describe('<p>First</p>');
		expect(await trigger.poll()).toEqual({});
		await describe('<p>Second</p>');
		expect(await later(trigger)).toEqual({});
		expect(await later(trigger)).toMatchObject({
			items: [{ field: 'description', newValue: '<p>Second</p>' }],
		});
		const { length } = world.service.state.activities;

		await describe('<p>Third</p>');
		expect(world.service.state.activities).toHaveLength(length);
		expect(await later(trigger)).toEqual({});
		// What the text was before this edit, Plane does not keep.
		expect(await later(trigger)).toMatchObject({
			items: [{ field: 'description', oldValue: null, newValue: '<p>Third</p>' }],
		});
		expect(await later(trigger)).toEqual({});
	});

	it('gives an item for each edit, if the user asks for that', async () => {
		const trigger = await started({
			events: ['work_item_updated'],
			output: 'one_item_for_each_edit',
		});

		await update(0, { name: 'Changed', priority: 'low' });
		expect((await trigger.poll()).items).toMatchObject([
			{ action: 'updated', field: 'name', previous: { priority: 'none' } },
		]);
	});

	it('reports nothing for a write of what is there already', async () => {
		const trigger = await started({ events: ['work_item_updated'] });

		await update(0, { priority: 'none' });
		expect(await trigger.poll()).toEqual({});
		expect(await trigger.poll()).toEqual({});
	});

	it('moves on with all of several projects', async () => {
		const trigger = await started({
			events: ['work_item_created'],
			projects: [project(), other()],
		});

		await create('Here');
		await send(
			world.service,
			'POST',
			projectPath(world.service).replace(project(), other()) + 'work-items/',
			{ name: 'There' },
		);
		expect(shortly(await trigger.poll())).toEqual([
			'workItem created Here',
			'workItem created There',
		]);
		expect(await counted(async () => await trigger.poll())).toEqual([{}, 2]);
	});

	it('takes a project by its identifier', async () => {
		const trigger = await started({ events: ['work_item_created'], projects: ['LNCH'] });

		await create('New');
		expect(shortly(await trigger.poll())).toEqual(['workItem created New']);
		await later(trigger);
		expect(await counted(async () => await trigger.poll())).toEqual([{}, 1]);
	});

	it('reports each of several changes of a field within a second', async () => {
		const trigger = await started({ events: ['work_item_updated'] });
		const { states } = world.service.state;
		const [done, todo] = ['Done', 'To do'].map((name) => named(states, name));

		for (const state of [done, todo]) await update(4, { state });
		for (const name of ['A', 'B']) await update(5, { name });
		expect(shortly(await trigger.poll())).toEqual([
			...[done, todo].map((id) => `workItem updated state ${id}`),
			'workItem updated name A',
			'workItem updated name B',
		]);
	});
});

describe('only the chosen events start the workflow:', () => {
	const foundEvents = async (parameters: INodeParameters, work: () => Promise<unknown>) => {
		const trigger = await started(parameters);

		await work();

		return shortly(await trigger.poll());
	};

	test.each([
		['any state', []],
		['one by its name', ['done']],
	])('moved, to %s', async (_, toStates) => {
		const { states } = world.service.state;
		const [done, todo] = ['Done', 'To do'].map((name) => named(states, name));
		const all = await foundEvents({ events: ['work_item_state_changed'], toStates }, async () => {
			await update(4, { name: 'Moved', state: done });
			await update(6, { state: todo, priority: 'high' });
			await create('In it from the start', { state: done });
		});
		const moved = [done, todo].map((id) => `workItem updated state ${id}`);

		expect(all).toEqual(toStates.length === 0 ? moved : moved.slice(0, 1));
	});

	test.each([[['Grace@example.com']], [['grace']], [['Grace Hopper']], [[]]])(
		'assigned to %j',
		async (assignedTo) => {
			const { users } = world.service.state;
			const [ada, , grace] = users.map(({ id }) => id);
			const all = await foundEvents({ events: ['work_item_assigned'], assignedTo }, async () => {
				await update(0, { assignees: [grace] });
				await update(3, { assignees: [ada] });
				await update(0, { assignees: [] });
			});
			const given = [`workItem updated assignees ${grace}`, `workItem updated assignees ${ada}`];

			expect(all).toEqual(assignedTo.length === 0 ? given : given.slice(0, 1));
		},
	);

	test('assigned from the start, once there is no more to come', async () => {
		const [ada] = world.service.state.users;
		const trigger = await started({ events: ['work_item_assigned'] });

		await create('New', { assignees: [ada?.id] });
		await create('Nobody has it');
		await wait(WORKERS);
		expect(await trigger.poll()).toEqual({});
		expect((await trigger.poll()).items).toMatchObject([
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

	test('assigned from the start, when another one is added before it is read', async () => {
		const [ada, , grace] = world.service.state.users.map(({ id }) => id);
		const trigger = await started({ events: ['work_item_assigned'] });
		const id = await create('New', { assignees: [ada] });

		await call('PATCH', `work-items/${id}/`, { assignees: [ada, grace] });
		const all = [await trigger.poll(), await later(trigger), await later(trigger)].flatMap(shortly);

		expect(all).toEqual([
			`workItem updated assignees ${grace}`,
			`workItem created assignees ${ada}`,
		]);
	});

	test('moved to a state that gets its name later', async () => {
		const { states } = world.service.state;
		const parameters = { events: ['work_item_state_changed'], toStates: ['done'] };
		const trigger = await started({ ...parameters, projects: [project(), other()] });
		const review = states.find((row) => row.project === project() && row.name === 'In progress');
		const before = states.find((row) => row.project === project() && row.name === 'Done');

		Object.assign(before ?? {}, { name: 'Over' });
		Object.assign(review ?? {}, { name: 'Done' });
		await update(4, { state: review?.id });
		expect(shortly(await trigger.poll())).toEqual([`workItem updated state ${review?.id}`]);
	});

	test('a field that changed', async () => {
		const all = await foundEvents(
			{ events: ['field_changed'], fields: ['target_date'] },
			async () => {
				await update(0, { name: 'Changed', target_date: '2026-12-24', start_date: '2026-12-01' });
			},
		);

		expect(all).toEqual(['workItem updated target_date 2026-12-24']);
	});

	test.each([
		['priority', { priority: ['urgent'] }, ['Urgent']],
		['label', { labels: ['BUG'] }, ['Bug']],
		['state group', { stateGroup: ['completed'] }, ['Bug']],
		['assignee', { assignees: ['ada@example.com'] }, ['Urgent']],
		['target date', { targetFrom: '2026-12-01', targetTo: '2026-12-24' }, ['Bug']],
		['user without any', { assignees: ['bob'] }, []],
	])('those of a %s', async (_, filters, names) => {
		const { states, labels, users } = world.service.state;
		const parameters = { events: ['work_item_created'], filters };
		const all = await foundEvents(parameters, async () => {
			await create('Urgent', { priority: 'urgent', assignees: [users[0]?.id] });
			const fields = { labels: [named(labels, 'bug')], state: named(states, 'Done') };

			await create('Bug', { ...fields, target_date: '2026-12-24' });
		});

		expect(all).toEqual(names.map((name) => `workItem created ${name}`));
	});

	test('what others do', async () => {
		const parameters = { events: ALL, options: { ignoreMyOwnChanges: true } };
		const all = await foundEvents(parameters, async () => {
			await create('Mine');
			await update(1, { name: 'Mine' });
			await update(2, { name: 'Theirs' }, 3);
		});

		expect(all).toEqual(['workItem updated name Theirs']);
	});
});

describe("n8n's log says", () => {
	const AWAY = 'Plane is unavailable or rate-limited the poll; the next poll resumes here';

	test('that Plane is away, and nothing where all is well or on the way to an error', async () => {
		const trigger = await started({ events: ALL });

		expect(await trigger.captureLog(async () => await trigger.poll())).toEqual([]);
		world.service.faults.plan({ kind: 'status', status: 503 }, { times: Infinity });
		expect(await trigger.captureLog(async () => await trigger.poll())).toEqual([AWAY]);
		const another = await start({ events: ALL });
		const lines = await another.captureLog(async () => {
			expect((await another.poll()).error?.message).toMatch(/503|unavailable|has no room/i);
		});

		expect(lines).toEqual([]);
	});

	test('why a poll ended that has reported something', async () => {
		const trigger = await started({ events: ALL, projects: [project(), other()] });

		await create('New');
		world.service.faults.plan(
			{ kind: 'status', status: 403, body: '{"detail": "No."}' },
			{ when: ({ url = '' }) => url.includes(other()), times: Infinity },
		);
		const foundEvents: string[] = [];
		const lines = await trigger.captureLog(async () => {
			foundEvents.push(...shortly(await trigger.poll()));
		});

		expect(foundEvents).toEqual(['workItem created New']);
		expect(lines).toEqual([expect.stringMatching(/\. [A-Z].*\.$/)]);
		expect((await trigger.poll()).error?.message).toBeDefined();
	});
});

describe('an error says what to mend', () => {
	test.each<[string, object, RegExp]>([
		['a credential without an address', { baseUrl: 'x' }, /^Base URL: /],
		['a credential with a wrong key', { apiKey: 'plane_api_of_nobody' }, /API key/],
		['no workspace at all', { workspaceSlug: '' }, /^Workspace Slug: there is no value here or in/],
		['a workspace that is not there', { workspaceSlug: 'nobody' }, /nobody|did not find|may not/],
	])('%s', async (_, wrong, words) => {
		const credential = { ...world.credential, ...wrong };

		for (const events of [['work_item_created'], ['intake_item_created']]) {
			const trigger = await start({ events }, credential);
			const { error, items } = await trigger.poll();

			expect(items).toBeUndefined();
			expect(error?.message).toMatch(words);
		}
	});

	test('no credential', async () => {
		const trigger = await start({ events: ALL });

		trigger.removeCredentials();
		expect((await trigger.poll()).error?.message).toMatch(/credential/i);
	});

	test('a name that no chosen project has, whichever it is', async () => {
		for (const wrong of [
			{ projects: ['NOWHERE'] },
			{ toStates: ['Nowhere'] },
			{ filters: { labels: ['Nowhere'] } },
		]) {
			const trigger = await start({ events: ['work_item_state_changed'], ...wrong });

			expect((await trigger.poll()).error?.message).toMatch(/Plane did not find .*nowhere$/i);
		}
	});
});

describe('what is looked up', () => {
	test('is kept with the mark, and looked up anew when the panel or the credential changes', async () => {
		const parameters = {
			events: ['work_item_state_changed'],
			toStates: ['Done'],
			projects: ['LNCH'],
			options: { ignoreMyOwnChanges: true },
		};
		const trigger = await started(parameters);
		const [quiet, one] = await counted(async () => await trigger.poll());

		expect([quiet, one]).toEqual([{}, 1]);
		const { states, workItems } = world.service.state;
		const done = named(states, 'Done');
		const [mine, theirs] = [...workItems.keys()].filter((at) => workItems[at]?.state !== done);

		await update(mine ?? 0, { state: done });
		await update(theirs ?? 0, { state: done }, 3);
		expect(shortly(await trigger.poll())).toEqual([`workItem updated state ${done}`]);

		// Another panel with the memory of this one.
		const changed = await start({ ...parameters, toStates: ['To do'] });

		changed.restart(trigger.savedStaticData);
		const before = requests();

		expect(await changed.poll()).toEqual({});
		const asked = world.service.requests.slice(before).map(({ url }) => url);

		expect(asked.some((url) => url.includes('/states/'))).toBe(true);
	});

	test('is not taken for that of another key in the same credential', async () => {
		const options = { ignoreMyOwnChanges: true };
		const trigger = await started({ events: ['work_item_updated'], options });

		await trigger.editCredential({ ...world.credential, apiKey: apiKeyOf(3) });
		await update(1, { name: 'By the first' });
		await update(2, { name: 'By the other' }, 3);
		expect(shortly(await trigger.poll())).toEqual(['workItem updated name By the first']);
		expect(JSON.stringify(trigger.savedStaticData)).not.toContain(apiKeyOf(3));
	});

	const PARAMETERS = {
		events: ['work_item_state_changed'],
		toStates: ['Done'],
		projects: ['LNCH'],
	};

	/** The ways of all projects, of a project and of its work items. */
	const ways = () => {
		const projects = projectPath(world.service).replace(`${project()}/`, '');

		return { projects, workItems: (id: string) => `${projects}${id}/work-items/` };
	};

	test('is looked up anew on another server, also in the same credential', async () => {
		const trigger = await started(PARAMETERS);
		const another = await startService({ serverKind: 'community', workItems: 5 });

		try {
			const { projects, states, workItems } = another.state;
			const before = first(projects).id;
			const id = 'aaaaaaaa-0000-4000-8000-000000000001';

			for (const row of [...states, ...workItems]) if (row.project === before) row.project = id;
			Object.assign(first(projects), { id });
			await trigger.editCredential(credentialFor(another));
			expect(await trigger.poll()).toEqual({});
			const done = named(states, 'Done');
			const moved = workItems.find((row) => row.state !== done)?.id ?? '';

			await send(another, 'PATCH', `${ways().workItems(id)}${moved}/`, { state: done });
			expect(shortly(await trigger.poll())).toEqual([`workItem updated state ${done}`]);
		} finally {
			await another.close();
		}
	});

	/** A trigger whose project is deleted after it has started; what happens in another one is reported. */
	async function afterDeletion(): Promise<Trigger> {
		const projects = ['LNCH', other()];
		const trigger = await started({ events: ['work_item_created'], projects });

		await send(world.service, 'POST', ways().workItems(other()), { name: 'There' });
		await send(world.service, 'DELETE', `${ways().projects}${project()}/`);
		// For a while, its lists are empty (row 74).
		await wait(WORKERS);

		return trigger;
	}

	test('is looked up once more when a project is deleted and made anew', async () => {
		const { projects, workItems } = ways();
		const trigger = await afterDeletion();
		const body = { name: 'Launch', identifier: 'LNCH' };
		const id = String(at((await send(world.service, 'POST', projects, body)).body, 'id'));

		expect(shortly(await trigger.poll())).toEqual(['workItem created There']);
		await send(world.service, 'POST', workItems(id), { name: 'Here' });
		expect(shortly(await trigger.poll())).toEqual(['workItem created Here']);
		expect(await counted(async () => await trigger.poll())).toEqual([{}, 2]);
	});

	test('and is reported as the panel has it when a project stays away', async () => {
		const trigger = await afterDeletion();

		expect(shortly(await trigger.poll())).toEqual(['workItem created There']);
		expect((await trigger.poll()).error?.message).toBe('Plane did not find Project LNCH');
	});

	test('and is reported as the panel has it when a project may not be read any more', async () => {
		const trigger = await started(PARAMETERS);

		world.service.faults.plan(
			{ kind: 'status', status: 403, body: '{"detail": "No."}' },
			{ when: ({ url = '' }) => url.includes('/work-items/'), times: Infinity },
		);
		expect((await trigger.poll()).error?.description).toContain(`Project LNCH (${project()}) may`);
		world.service.faults.clear();
		expect(await trigger.poll()).toEqual({});
	});
});

describe('nothing is lost or reported twice', () => {
	const faults: readonly [string, Fault][] = [
		['a limit', { kind: 'status', status: 429, retryAfter: '30' }],
		['a server that is away', { kind: 'status', status: 503 }],
		['an error of the server', { kind: 'status', status: 500 }],
		['a connection that drops', { kind: 'dropDone' }],
		['an answer that is cut', { kind: 'cut' }],
		['a web page for an answer', { kind: 'html' }],
	];

	test.each(
		faults.flatMap(([name, fault]) => [0, 1, 2, 3].map((skip) => [name, skip, fault] as const)),
	)('over %s, after %i requests', async (_, skip, fault) => {
		const trigger = await started({ events: ALL });

		await create('New');
		await update(0, { name: 'Changed' });
		await call('POST', 'intake-issues/', { issue: { name: 'A wish' } });
		world.service.faults.plan(fault, { skip });
		const foundEvents: string[] = [];

		for (let polls = 0; polls < 3; polls++) foundEvents.push(...shortly(await trigger.poll()));
		expect(world.service.faults.occurred).toHaveLength(1);
		expect(foundEvents.toSorted()).toEqual([
			'intakeItem created',
			'workItem created New',
			'workItem updated name Changed',
		]);
		expect(await trigger.poll()).toEqual({});
	});

	const CHANGES = ['work_item_created', 'work_item_updated'];

	test.each([
		[['work_item_created', 'comment_created'], CHANGES, ['created New', 'updated name Second']],
		[['work_item_created'], CHANGES, ['created New', 'updated name Second']],
		[['work_item_updated'], ['comment_created'], ['updated priority high', 'updated name Third']],
	])('where Events are changed from %j to %j and back', async (one, two, all) => {
		const trigger = await started({ events: one });
		const id = await create('New');

		await call('PATCH', `work-items/${id}/`, { priority: 'high' });
		const foundEvents = shortly(await trigger.poll());

		for (const [events, name] of [
			[two, 'Second'],
			[one, 'Third'],
		] as const) {
			// The server dates its answers to the second.
			await wait(1_200);
			trigger.changeParameters({ events });
			foundEvents.push(...shortly(await later(trigger)));
			await call('PATCH', `work-items/${id}/`, { name });
			foundEvents.push(...shortly(await later(trigger)), ...shortly(await later(trigger)));
		}

		expect(foundEvents).toEqual(all.map((words) => `workItem ${words}`));
	});

	test('where polls overlap', async () => {
		const trigger = await started({ events: ALL });

		await create('New');
		const both = await Promise.all([trigger.poll(), trigger.poll()]);

		expect(both.flatMap(shortly)).toEqual(['workItem created New']);
		await trigger.poll();
		expect(await trigger.poll()).toEqual({});
	});

	test('where n8n starts again with what it has saved', async () => {
		const trigger = await started({ events: ALL });
		const saved = trigger.savedStaticData;

		await create('New');
		expect(shortly(await trigger.poll())).toEqual(['workItem created New']);
		const later = trigger.savedStaticData;

		// It died before the execution was there, and before the mark was saved.
		trigger.restart(saved);
		expect(shortly(await trigger.poll())).toEqual(['workItem created New']);
		// It was stopped when both were.
		await trigger.poll();
		trigger.restart(later);
		expect(await trigger.poll()).toEqual({});
		await update(0, { name: 'Changed' });
		expect(shortly(await trigger.poll())).toEqual(['workItem updated name Changed']);
	});

	test('of a work item that is deleted while it is read', async () => {
		const trigger = await started({ events: ALL });

		await create('New');
		await create('Gone');
		const gone = first(world.service.state.workItems.slice(-1)).id;

		world.service.faults.plan(
			{ kind: 'status', status: 404, body: '{"detail": "Not found."}' },
			{ when: ({ url = '' }) => url.includes(gone), times: 2 },
		);
		expect(shortly(await trigger.poll())).toEqual(['workItem created New']);
	});

	test.each([
		['what happens to others is not wanted', { events: ['work_item_state_changed'] }],
		[
			'what others do alone is',
			{ events: ['work_item_state_changed'], options: { ignoreMyOwnChanges: true } },
		],
	])('where each poll is limited, and %s', async (_, parameters) => {
		const trigger = await started(parameters);

		for (let index = 0; index < 40; index++) await update(index, { name: `Name ${index}` }, 3);
		const { states } = world.service.state;

		await update(40, { state: named(states, 'Done') }, 3);
		const { faults } = world.service;
		const foundEvents: string[] = [];

		for (let polls = 0; polls < 12 && foundEvents.length === 0; polls++) {
			faults.clear();
			faults.plan({ kind: 'status', status: 429, retryAfter: '30' }, { skip: 20, times: Infinity });
			foundEvents.push(...shortly(await later(trigger)));
		}

		expect(foundEvents).toEqual([`workItem updated state ${named(states, 'Done')}`]);
	});

	test('from the first activation on, in each project, however much has changed before', async () => {
		for (let index = 0; index < 60; index++) await update(index, { name: `Name ${index}` });
		const trigger = await started({
			events: ['work_item_updated'],
			projects: [project(), other()],
		});
		const path = projectPath(world.service).replace(project(), other());

		await send(world.service, 'POST', `${path}work-items/`, { name: 'There' });
		const there = world.service.state.workItems.find(({ name }) => name === 'There');

		await send(world.service, 'PATCH', `${path}work-items/${there?.id}/`, { name: 'Changed' });
		const foundEvents: string[] = [];

		for (let polls = 0; polls < 4; polls++) foundEvents.push(...shortly(await later(trigger)));
		expect(foundEvents).toEqual(['workItem updated name Changed']);
	});

	/** A trigger on five projects, at whose first poll the server answers so after some requests. */
	async function interrupted(fault: Fault, skip: number): Promise<[Trigger, string[]]> {
		const { projects } = world.service.state;
		const copies = ['P1', 'P2', 'P3'].map((identifier, index) => {
			const id = `aaaaaaaa-0000-4000-8000-00000000000${index}`;

			projects.push({ ...first(projects), id, identifier, name: identifier });

			return id;
		});
		const all = [...copies, project(), other()];
		const events = ['work_item_created', 'intake_item_created'];

		world.service.faults.plan(fault, { skip, times: Infinity });

		return [await start({ events, projects: all }), all];
	}

	const LIMIT: Fault = { kind: 'status', status: 429, retryAfter: '30' };

	test('from then on where a limit holds up the first mark of some projects', async () => {
		const [trigger, projects] = await interrupted(LIMIT, 5);
		const lines = await trigger.captureLog(async () => {
			expect(await trigger.poll()).toEqual({});
		});

		expect(lines).toEqual([expect.stringMatching(/rate-limited the poll; the next poll resumes/)]);
		world.service.faults.clear();
		world.service.faults.plan(LIMIT, { skip: 3 });
		const before = requests();

		expect(await trigger.poll()).toEqual({});
		// The third one has the mark of its work items, and is read from there.
		const asked = world.service.requests.slice(before).map(({ url }) => url);
		const orderOf = (id = '') => asked.findIndex((url) => url.includes(id));

		expect(projects.map(orderOf)).toEqual([-1, -1, 0, 2, -1]);
		await trigger.poll();
		await create('Here');
		const path = projectPath(world.service).replace(project(), other());

		await send(world.service, 'POST', `${path}work-items/`, { name: 'There' });
		expect(shortly(await trigger.poll())).toEqual([
			'workItem created Here',
			'workItem created There',
		]);
		expect(await counted(async () => await trigger.poll())).toEqual([{}, 10]);
	});

	test.each<[string, Fault, number]>([
		['a limit comes before any mark', LIMIT, 0],
		['the server is away after some', { kind: 'status', status: 503 }, 5],
		['access is denied after some', { kind: 'status', status: 403, body: '{}' }, 5],
	])('because the first poll is an error where %s', async (_, fault, skip) => {
		const [trigger] = await interrupted(fault, skip);

		expect((await trigger.poll()).error).toBeDefined();
		expect(Object.values(trigger.savedStaticData)).toEqual([{}]);
	});

	test('of a work item that cannot be read for a moment', async () => {
		const trigger = await started({ events: ['work_item_updated'] });

		await update(1, { name: 'Once' });
		expect(shortly(await trigger.poll())).toEqual(['workItem updated name Once']);
		world.service.faults.plan(
			{ kind: 'status', status: 404, body: '{"detail": "Not found."}' },
			{ when: ({ url = '' }) => url.includes(item(1)) },
		);
		expect(await later(trigger)).toEqual({});
		await update(1, { priority: 'high' });
		expect(shortly(await later(trigger))).toEqual(['workItem updated priority high']);
	});

	test('of others, where one work item cannot be read at all', async () => {
		const trigger = await started({ events: ['work_item_updated'] });

		for (const index of [1, 2, 3]) await update(index, { name: `Name ${index}` });
		world.service.faults.plan(
			{ kind: 'status', status: 500 },
			{ when: ({ url = '' }) => url.includes(item(1)), times: Infinity },
		);
		const foundEvents: string[] = [];

		for (let polls = 0; polls < 5; polls++) foundEvents.push(...shortly(await later(trigger)));
		expect(foundEvents).toEqual(['workItem updated name Name 2', 'workItem updated name Name 3']);
		world.service.faults.clear();
		await update(1, { name: 'Readable' });
		expect(shortly(await later(trigger))).toEqual([
			'workItem updated name Name 1',
			'workItem updated name Readable',
		]);
	});

	test('where a row is dated in the future', async () => {
		const trigger = await started({ events: ['work_item_updated'] });

		await update(1, { name: 'Ahead' });
		const [, row] = world.service.state.workItems;
		if (row) row.updated_at = new Date(Date.now() + 7_200_000).toISOString();

		await trigger.poll();
		await later(trigger);
		await update(2, { name: 'Later' });
		expect(shortly(await later(trigger))).toEqual(['workItem updated name Later']);
	});

	test('in a backlog that takes several polls, the oldest first', async () => {
		const trigger = await started({ events: ['work_item_updated'] });
		const many = 110;

		for (let index = 0; index < many; index++) await update(index, { name: `Name ${index}` });
		const foundEvents: string[] = [];
		let polls = 0;

		for (; foundEvents.length < many && polls < 20; polls++) {
			const [outcome, sent] = await counted(async () => await later(trigger));

			expect(sent).toBeLessThanOrEqual(40);
			foundEvents.push(...shortly(outcome));
		}

		// Those that changed within the last minutes are looked at twice.
		expect(polls).toBeLessThanOrEqual(Math.ceil((2 * many) / 35));
		expect(foundEvents).toEqual(
			Array.from({ length: many }, (_, index) => `workItem updated name Name ${index}`),
		);
	});
});

describe('what a person has to mend is an error:', () => {
	test('a key that is wrong', async () => {
		const trigger = await started({ events: ALL });
		const credential = { ...world.credential, apiKey: 'plane_api_wrong' };
		const wrong = await start({ events: ALL }, credential);

		wrong.restart(trigger.savedStaticData);
		expect((await wrong.poll()).error?.message).toMatch(/key/i);
	});

	test('a project that is gone', async () => {
		const trigger = await started({ events: ALL });

		world.service.state.projects.splice(0, 1);
		const { error } = await trigger.poll();

		expect(error?.message).toMatch(/project/i);
	});

	test('a project that there never was', async () => {
		const trigger = await start({ events: ALL, projects: ['NOPE'] });

		expect((await trigger.poll()).error?.message).toMatch(/NOPE/);
	});

	test.each([
		['state', { toStates: ['Dnoe'] }, /To State Names or IDs: Plane did not find Dnoe/],
		['user', { assignedTo: ['nobody@example.com'] }, /did not find nobody@example.com/],
		['label', { filters: { labels: ['bgu'] } }, /did not find bgu/],
	])('a %s that no project has', async (_, parameters, message) => {
		const events = ['work_item_state_changed', 'work_item_assigned'];
		const trigger = await start({ events, projects: [project(), other()], ...parameters });
		const { error } = await trigger.poll();

		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/There are these/);
	});

	test('a state that one of two projects has is not', async () => {
		const { states } = world.service.state;
		const mine = states.find((row) => row.project === project() && row.name === 'Done');

		Object.assign(mine ?? {}, { name: 'Shipped' });
		const parameters = { events: ['work_item_state_changed'], toStates: ['shipped'] };
		const trigger = await start({ ...parameters, projects: [project(), other()] });

		expect(await trigger.poll()).toEqual({});
		// Looked up once.
		expect(await counted(async () => await trigger.poll())).toEqual([{}, 2]);
		await update(4, { state: mine?.id });
		expect(shortly(await trigger.poll())).toEqual([`workItem updated state ${mine?.id}`]);
	});

	test.each([
		['an empty filter', { filters: { states: [] } }, /State Names or IDs: the value is empty/],
		['one without a value', { filters: { targetFrom: '' } }, /the value is empty/],
		['no field', { events: ['field_changed'], fields: [] }, /Fields: the value is empty/],
	])('%s', async (_, parameters, message) => {
		const trigger = await start({ events: ['work_item_created'], ...parameters });

		expect((await trigger.poll()).error?.message).toMatch(message);
		expect(requests()).toBe(0);
	});

	test('no project, no event', async () => {
		const trigger = await start({ events: [], projects: [] });
		const { error } = await trigger.poll();

		expect(error?.message).toMatch(/Events/);
		expect(requests()).toBe(0);
	});

	test('a server that does not sort its lists, when the trigger is activated', async () => {
		const { service } = world;
		const rows = service.state.workItems.map((row) => ({ ...row }));
		const body = JSON.stringify({ results: rows, total_count: rows.length });

		service.faults.plan({ kind: 'status', status: 200, body }, { times: Infinity });

		for (const events of [['work_item_created'], ['work_item_updated']]) {
			const trigger = await start({ events });

			expect((await trigger.poll()).error?.message).toMatch(/does not sort its lists/);
		}
	});

	test('a server that is away when the trigger is activated for the first time', async () => {
		const trigger = await start({ events: ALL });

		world.service.faults.plan({ kind: 'status', status: 503 }, { times: Infinity });
		expect((await trigger.poll()).error).toBeDefined();
	});
});

describe('a test event', () => {
	it('is the newest one, and neither reads nor writes the mark', async () => {
		const trigger = await start({ events: ['work_item_updated'] });

		await update(0, { name: 'Before' });
		await update(1, { name: 'Newest' });
		expect(shortly(await trigger.poll('manual', true))).toEqual(['workItem updated name Newest']);
		expect(Object.values(trigger.savedStaticData)).toEqual([{}]);
		await trigger.poll();
		const { savedStaticData: memory } = trigger;

		expect(shortly(await trigger.poll('manual', true))).toEqual(['workItem updated name Newest']);
		expect(trigger.savedStaticData).toEqual(memory);
	});

	it('is found behind what changed nothing, in many projects', async () => {
		const { states } = world.service.state;

		await update(4, { state: named(states, 'Done') });
		for (let index = 0; index < 5; index++) await update(4, { priority: 'urgent' });
		const projects = [other(), other(), project()];
		const trigger = await start({ events: ['work_item_state_changed'], projects });

		expect(shortly(await trigger.poll('manual', true))).toEqual([
			`workItem updated state ${named(states, 'Done')}`,
		]);
	});

	it('says so where there is none', async () => {
		const trigger = await start({ events: ['comment_created'] });

		expect((await trigger.poll('manual', true)).error).toMatchObject({
			message: 'Nothing of this kind has happened yet',
		});
	});
});
