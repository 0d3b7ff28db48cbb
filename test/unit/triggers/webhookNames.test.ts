import { afterEach, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDocumentedBody } from '../../service/documented/deliveries';
import { readRecordedBody } from '../../service/observed/webhooks';
import { causes } from '../../nodeTexts';
import { NamesServer } from './namesServer';
import { PublishedTrigger } from './publishedTrigger';

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

/** The project and the new state in the documented delivery. */
const PROJECT = '9fd7aabe-5857-4fac-8703-3fcbe314a70d';
const DONE = '056a2126-ab35-4ca3-8905-75a06291b5a1';
const OTHER_PROJECT = uuid(2);
const STATES = `projects/${PROJECT}/states/`;

const MINUTE_MS = 60_000;

let now = Date.UTC(2026, 10, 27, 12);
/** The monotonic clock, in milliseconds. */
let uptime = 0;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(performance, 'now').mockImplementation(() => uptime);
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** A trigger that waits for a state by its name, in all projects. */
function createWorld(parameters: Readonly<Record<string, unknown>> = {}) {
	const server = new NamesServer({
		'projects/': [
			{ id: PROJECT, identifier: 'LNCH', name: 'Launch' },
			{ id: OTHER_PROJECT, identifier: 'OPS', name: 'Operations' },
		],
		[STATES]: [
			{ id: DONE, name: 'Done' },
			{ id: uuid(12), name: 'Review' },
		],
		[`projects/${OTHER_PROJECT}/states/`]: [{ id: uuid(21), name: 'Done' }],
	});
	const trigger = new PublishedTrigger(server, {
		parameters: {
			registration: 'manual',
			requestVerification: 'none',
			events: ['workItemStateChanged'],
			toStates: 'Done',
			...parameters,
		},
	});

	return { server, trigger };
}

let deliveries = 0;

/** A delivery about a work item that becomes Done. A redelivery has the same event ID (row 46). */
const createDelivery = (): JsonObject => ({
	...readDocumentedBody('workitem.updated'),
	event_id: `e${deliveries++}`,
});

/** @returns the status of the response */
const deliver = async (trigger: PublishedTrigger, delivery = createDelivery()) =>
	await trigger.receiveRaw(Buffer.from(JSON.stringify(delivery)), {});

const listWith = (...names: string[]) =>
	names.map((name, index) => ({ id: index === 0 ? DONE : uuid(30 + index), name }));

describe('a delivery of version 2, with a name in a filter,', () => {
	it('is answered with 503 while Plane does not say what the name stands for, and then starts the workflow', async () => {
		const { server, trigger } = createWorld();
		const delivery = createDelivery();

		server.failingPaths.add(STATES);
		expect(await deliver(trigger, delivery)).toBe(503);
		expect(trigger.items).toEqual([]);
		expect(trigger.log.at(-1)).toMatch(/could not yet decide .* sends the delivery again/);

		server.failingPaths.clear();
		now += 10 * MINUTE_MS;
		expect(await deliver(trigger, delivery)).toBe(200);
		expect(await deliver(trigger, delivery)).toBe(200);
		expect(trigger.items).toHaveLength(1);
		expect(trigger.saved.state?.postponedDeliveries).toEqual([]);
	});

	it('is answered with 503 if Plane was too slow, and the name is not taken for missing then', async () => {
		const { server, trigger } = createWorld({ projects: 'Launch' });
		const delivery = createDelivery();

		server.onRead = () => {
			uptime += 13_000;
		};

		expect(await deliver(trigger, delivery)).toBe(503);
		expect(trigger.log.join(' ')).toContain('Plane answered too slowly');

		server.onRead = () => undefined;
		expect(await deliver(trigger, delivery)).toBe(200);
		expect(trigger.items).toHaveLength(1);
	});

	it('is answered with 200 at last, before Plane would turn the webhook off, and the log says that nothing was started', async () => {
		const { server, trigger } = createWorld();
		const delivery = createDelivery();
		const statuses: number[] = [];

		server.failingPaths.add(STATES);

		for (let attempt = 1; attempt <= 4; attempt++) {
			statuses.push(await deliver(trigger, delivery));
			now += 10 * MINUTE_MS;
		}

		// Plane gives up, and turns the webhook off, after five (row 521).
		expect(statuses).toEqual([503, 503, 503, 200]);
		expect(trigger.log.at(-1)).toMatch(/could not decide .* so it did not start it/);
	});

	it('does not start the workflow if several states have the name, and the log lists them', async () => {
		const { server, trigger } = createWorld({ toStates: 'DONE' });

		server.lists[STATES] = listWith('Done', 'done');
		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toEqual([]);
		expect(trigger.log.join('\n')).toMatch(
			new RegExp(`${causes.sameName('2 states', '"DONE"')}.*${DONE}.*\n.*did not start it`),
		);

		server.lists[STATES] = listWith('Done');
		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toHaveLength(1);
	});

	it('starts the workflow by another name of a filter in which one name is ambiguous', async () => {
		const { server, trigger } = createWorld({ toStates: 'REVIEW, Done' });

		server.lists[STATES] = listWith('Done', 'Review', 'review');

		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toHaveLength(1);
	});

	it('does not start the workflow in a project whose states the user may not see, and the log says so', async () => {
		const { server, trigger } = createWorld();

		server.hiddenPaths.add(STATES);

		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toEqual([]);
		expect(trigger.log.at(-1)).toContain('did not start it');
	});

	it('finds a name within a minute after a state has got it', async () => {
		const { server, trigger } = createWorld();

		server.lists[STATES] = listWith('Review');
		expect(await deliver(trigger)).toBe(200);
		server.lists[STATES] = listWith('Done');
		now += MINUTE_MS;
		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toHaveLength(1);
		expect(trigger.log).toEqual([]);
	});

	it('does not use that a name was missing once it cannot be looked up again', async () => {
		const { server, trigger } = createWorld();

		server.lists[STATES] = listWith('Review');
		expect(await deliver(trigger)).toBe(200);
		server.failingPaths.add(STATES);
		now += MINUTE_MS;
		expect(await deliver(trigger)).toBe(503);
	});

	it('has the log say once that the state of a name was renamed or deleted', async () => {
		const { server, trigger } = createWorld();

		await deliver(trigger);
		server.lists[STATES] = listWith('Finished');
		now += 10 * MINUTE_MS;
		await deliver(trigger);
		now += 10 * MINUTE_MS;
		await deliver(trigger);

		expect(trigger.items).toHaveLength(1);
		expect(trigger.log).toEqual([expect.stringMatching(/no longer has.*"Done".*Finished/)]);
	});

	it('is decided by names known from before while Plane does not answer', async () => {
		const { server, trigger } = createWorld();

		await deliver(trigger);
		server.failingPaths.add(STATES);
		now += 10 * MINUTE_MS;

		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toHaveLength(2);
	});

	it('does not lose another one that arrives while its own lookup is slow', async () => {
		const { server, trigger } = createWorld();
		const [slow, quick] = [createDelivery(), createDelivery()];

		server.failingPaths.add(STATES);
		const statuses = await Promise.all([deliver(trigger, slow), deliver(trigger, quick)]);

		expect(statuses).toEqual([503, 503]);
		server.failingPaths.clear();
		await deliver(trigger, slow);
		await deliver(trigger, quick);
		expect(trigger.items).toHaveLength(2);
	});
});

describe('a delivery of version 2, whose work item is read from a replica (row 166),', () => {
	const WORK_ITEM = `projects/${PROJECT}/work-items/45abdf58-a0af-420f-8ede-9628ed042978/`;
	const BEFORE = '2026-09-01T08:15:30.119Z';
	/** As in the documented delivery, in the form of the API. */
	const SINCE = '2026-09-01T13:45:30.120000+05:30';

	/** A trigger that needs the current state of the work item. */
	function createWorldWithFilter() {
		const world = createWorld({
			toStates: [],
			filters: { stateGroup: ['completed'] },
			'filters.stateGroup': ['completed'],
		});
		const { server } = world;

		const serveWorkItem = (group: string, updated_at: JsonValue) => {
			server.records[WORK_ITEM] = { state: { id: DONE, name: group, group }, updated_at };
		};

		return { ...world, serveWorkItem };
	}

	const countReads = ({ reads }: NamesServer) => reads.filter((path) => path === WORK_ITEM).length;

	it('reads it again if it is older than the delivery', async () => {
		const { server, trigger, serveWorkItem } = createWorldWithFilter();

		serveWorkItem('started', BEFORE);

		server.onRead = () => {
			if (countReads(server) === 2) serveWorkItem('completed', SINCE);
		};

		expect(await deliver(trigger)).toBe(200);
		expect(trigger.items).toMatchObject([{ record: { state: { name: 'completed' } } }]);
		expect(countReads(server)).toBe(2);
		expect(trigger.log).toEqual([]);
	});

	it('is answered with 503 if it stays older for as long as Plane waits', async () => {
		const { server, trigger, serveWorkItem } = createWorldWithFilter();

		serveWorkItem('completed', BEFORE);

		server.onRead = () => {
			uptime += 6_000;
		};

		expect(await deliver(trigger)).toBe(503);
		expect(countReads(server)).toBe(2);
		expect(trigger.items).toEqual([]);
		expect(trigger.log[0]).toContain('as it was before the delivery');
	});

	test.each<[string, JsonValue]>([
		['the time of the delivery', SINCE],
		['a later time', '2026-09-01T08:15:31Z'],
		['the second of the delivery, without a fraction', '2026-09-01T08:15:30Z'],
		['no time', null],
		['a time without a time zone', '2026-09-01T08:00:00'],
	])('reads it once if it has %s', async (_, updatedAt) => {
		const { server, trigger, serveWorkItem } = createWorldWithFilter();

		serveWorkItem('completed', updatedAt);

		expect(await deliver(trigger)).toBe(200);
		expect(countReads(server)).toBe(1);
		expect(trigger.items).toHaveLength(1);
	});
});

it('a delivery after an error of n8n is answered with 503, and starts the workflow when it comes again', async () => {
	const { server, trigger } = createWorld();
	const delivery = createDelivery();

	server.failingPaths.add(STATES);
	jest.spyOn(trigger.log, 'push').mockImplementationOnce(() => {
		throw new Error('n8n fails');
	});
	expect(await deliver(trigger, delivery)).toBe(503);
	expect(trigger.log.join('\n')).toMatch(/^The .* could not handle a delivery: Error: n8n fails/);

	server.failingPaths.clear();
	expect(await deliver(trigger, delivery)).toBe(200);
	expect(trigger.items).toHaveLength(1);
});

it('a comment of version 2 whose project Plane does not say in time is answered with 503', async () => {
	const { server, trigger } = createWorld({ events: ['commentCreated'], projects: 'Launch' });

	server.failingPaths.add('work-items/search/');

	expect(await deliver(trigger, readDocumentedBody('workitem.comment.created'))).toBe(503);
});

it('a delivery of version 1, which Plane sends only once, is answered with 200 and a line in the log', async () => {
	const { server, trigger } = createWorld({ events: ['workItemCreated'], projects: 'Launch' });

	server.failingPaths.add('projects/');

	expect(await deliver(trigger, readRecordedBody('work item created'))).toBe(200);
	expect(trigger.items).toEqual([]);
	expect(trigger.log.at(-1)).toContain('did not start it');
});

describe('publishing a trigger with names in its filters', () => {
	it('reads the list of each project once, however many names there are', async () => {
		const labels = ['a', 'b', 'c', 'd', 'e'];
		const { server, trigger } = createWorld({
			events: ['workItemCreated'],
			filters: { labels },
			'filters.labels': labels,
		});
		const projects = Array.from({ length: 30 }, (_, index) => uuid(100 + index));

		server.lists['projects/'] = projects.map((id) => ({ id, name: id, archived_at: null }));

		for (const id of projects) {
			server.lists[`projects/${id}/labels/`] = labels.map((name, index) => ({
				id: uuid(1000 + index),
				name,
			}));
		}

		await trigger.publish();

		expect(server.reads.filter((path) => path.endsWith('/labels/'))).toHaveLength(30);
		expect(server.reads).toHaveLength(32);
	});

	it('fails with the candidates if a name is ambiguous in one project, although another one has it', async () => {
		const { server, trigger } = createWorld({ toStates: 'DONE' });

		server.lists[STATES] = listWith('Done', 'done');

		await expect(trigger.publish()).rejects.toMatchObject({
			message: `To State Names or IDs: ${causes.sameName('2 states', '"DONE"')}`,
			description: expect.stringContaining(DONE),
		});
	});

	it('fails with the reason, not with a missing name, if Plane is too slow', async () => {
		const { server, trigger } = createWorld({ toStates: 'Shipped' });

		server.onRead = () => {
			uptime += 16_000;
		};

		await expect(trigger.publish()).rejects.toMatchObject({
			message: 'Plane answered too slowly to look up all names in the filters',
			description: expect.stringContaining('Publish the workflow again'),
		});
	});

	it('succeeds, and says so in the log, if a project has the name and another one cannot be read', async () => {
		const { server, trigger } = createWorld();

		server.failingPaths.add(`projects/${OTHER_PROJECT}/states/`);
		await trigger.publish();

		expect(trigger.log).toEqual([expect.stringContaining('"Done" was found, but not all')]);
	});

	it('fails with the names of all projects if none has the name', async () => {
		const { trigger } = createWorld({ toStates: 'Dnoe' });

		await expect(trigger.publish()).rejects.toMatchObject({
			message: `To State Names or IDs: ${causes.unknownName('state "Dnoe"')} any of the 2 projects`,
			description: expect.stringContaining('The states are: Done, Review.'),
		});
	});

	it('does not look in projects that are archived, or that the user is not a member of', async () => {
		const { server, trigger } = createWorld({ toStates: 'Dnoe' });

		server.lists['projects/'] = [
			{ id: PROJECT, name: 'Launch' },
			{ id: uuid(3), name: 'Old', archived_at: '2026-03-01T00:00:00Z' },
			{ id: uuid(4), name: 'Secret', is_member: false },
		];

		await expect(trigger.publish()).rejects.toThrow(`"Dnoe" in Project ${PROJECT}`);
		expect(server.reads.filter((path) => path.endsWith('/states/'))).toEqual([STATES]);
	});
});
