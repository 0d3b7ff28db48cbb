import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { accessOf } from '../../../nodes/shared/transport/connection';
import { type Around, CREDENTIAL, launch, other, Plane, pollingOn, saved } from './pollingServer';

const AWAY = 'Plane cannot be reached or asks to wait; the next poll continues from here';

let plane = new Plane();

beforeEach(() => {
	plane = new Plane();
});

const triggerOn = async (parameters: INodeParameters = {}, around: Around = {}) =>
	await pollingOn(plane, parameters, around);

/** One that has set its mark. */
async function started(parameters: INodeParameters = {}) {
	const trigger = await triggerOn(parameters);

	expect(await trigger.poll()).toMatchObject({ given: null, error: undefined, lines: [] });

	return trigger;
}

const both = { projects: [launch, other] };

describe('a poll', () => {
	test('gives nothing at first, then what has happened, then nothing', async () => {
		plane.create('Before');
		const trigger = await started();

		expect(trigger.memory.mark).toMatchObject({ revision: 1 });
		plane.create('New');
		const { given } = await trigger.poll();

		expect(given).toEqual([
			[
				{
					json: expect.objectContaining({
						event: 'workItem',
						action: 'created',
						record: expect.objectContaining({ name: 'New' }),
						receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
					}),
				},
			],
		]);
		expect(trigger.memory.mark?.revision).toBe(2);
		expect(await trigger.poll()).toMatchObject({
			given: null,
			lines: [],
			asked: [`projects/${launch}/work-items/`],
		});
	});

	test('tells what passes the filters alone', async () => {
		const trigger = await started({ filters: { priority: ['high'] } });

		plane.create('Low', { priority: 'low' });
		plane.create('High', { priority: 'high' });
		expect((await trigger.poll()).foundEvents).toEqual(['High']);
		plane.create('None', { priority: 'none' });
		expect((await trigger.poll()).given).toBeNull();
	});

	test('does not tell what the user of the key does, who is asked for once', async () => {
		const trigger = await started({ options: { ignoreMyOwnChanges: true } });

		expect(plane.asked.filter((path) => path === 'users/me/')).toHaveLength(1);
		plane.create('Mine', { created_by: 'ada' });
		plane.create('Theirs', { created_by: 'bob' });
		expect(await trigger.poll()).toMatchObject({
			foundEvents: ['Theirs'],
			asked: [`projects/${launch}/work-items/`, `projects/${launch}/work-items/`],
		});
		expect(trigger.memory.mark?.names.own).toMatchObject({ user: 'ada' });
		const access = accessOf({ root: CREDENTIAL.baseUrl, apiKey: CREDENTIAL.apiKey });

		expect(trigger.memory.mark?.names.own?.access).toBe(access);
		const another = await started();

		expect(another.memory.mark?.names).not.toHaveProperty('own');
	});

	test('leaves to another one what that has told meanwhile', async () => {
		const trigger = await started();

		plane.create('New');

		plane.meanwhile = async () => {
			delete plane.meanwhile;
			expect((await trigger.poll()).foundEvents).toEqual(['New']);
		};

		expect(await trigger.poll()).toMatchObject({ given: null, error: undefined });
		expect(trigger.memory.mark?.revision).toBe(2);
	});

	test('goes on with the next one once it has sent as much as it may', async () => {
		const trigger = await started({ events: ['comment_created'] });

		for (let number = 1; number <= 50; number++) {
			plane.create(`${number}`);
			plane.rows(`/${launch}:${number}/comments/`).push({
				id: `c${number}`,
				created_at: new Date().toISOString(),
			});
		}

		const first = await trigger.poll();

		expect([first.asked.length, first.foundEvents?.length, first.lines]).toMatchObject([
			40,
			38,
			[],
		]);
		// What has changed within the last minute is looked at once more.
		const later = Date.now() + 60_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
		const second = await trigger.poll();

		expect([second.asked.length, second.given]).toEqual([40, null]);
		expect((await trigger.poll()).foundEvents).toHaveLength(12);
		clock.mockRestore();
	});
});

test('a poll that has sent as much as it may leaves the next one to begin with the other projects', async () => {
	const trigger = await started({ ...both, events: ['comment_created'] });

	for (let number = 1; number <= 50; number++) plane.create(`${number}`);
	const { asked } = await trigger.poll();

	expect([asked.length, trigger.memory.mark?.next]).toEqual([40, 1]);
	expect((await trigger.poll()).asked[0]).toBe(`projects/${other}/work-items/`);
});

describe('a poll of projects by their names', () => {
	test('looks them up once, and again where one is gone', async () => {
		const trigger = await started({ projects: ['LNCH'] });

		expect(plane.asked).toEqual(['projects/', `projects/${launch}/work-items/`]);
		expect((await trigger.poll()).asked).toEqual([`projects/${launch}/work-items/`]);
		// It was deleted and made anew.
		plane.lose(launch);
		plane.lists['/projects/'] = [{ id: other, identifier: 'LNCH' }];
		expect(await trigger.poll()).toMatchObject({ given: null, error: undefined });
		plane.create('New', {}, other);
		expect((await trigger.poll()).foundEvents).toEqual(['New']);
	});

	test('reports one that is gone by its name, and looks it up no more than once', async () => {
		const trigger = await started({ projects: ['LNCH'] });

		plane.lose(launch);
		const { error, asked } = await trigger.poll();

		expect(error?.message).toContain('LNCH');
		expect(asked).toEqual([`projects/${launch}/work-items/`, 'projects/']);
		const fresh = await triggerOn({ projects: ['LNCH'] });

		expect((await fresh.poll()).asked).toEqual(['projects/', `projects/${launch}/work-items/`]);
	});

	test('knows the IDs of states that are given by their names', async () => {
		const parameters = { events: ['work_item_state_changed'], toStates: ['Done', 'Nowhere'] };
		const { error, given } = await (await triggerOn(parameters)).poll();

		expect([error?.message, given]).toEqual([
			'To State Names or IDs: Plane did not find Nowhere',
			undefined,
		]);
		const trigger = await started({ ...parameters, toStates: ['Done'] });

		expect(trigger.memory.mark?.names.ids).toMatchObject({ to_states: { Done: ['s1'] } });
	});
});

describe('a poll fails', () => {
	test.each<[string, INodeParameters, object | null, RegExp]>([
		['without a credential', {}, null, /credential/i],
		['with an address that is none', {}, { baseUrl: 'x' }, /^Base URL: /],
		['without a workspace', {}, { workspaceSlug: '' }, /^Workspace Slug: /],
		['with a panel that says nothing', { events: [] }, {}, /^Events: /],
	])('%s, before anything is sent', async (_, parameters, wrong, message) => {
		const credential = wrong && { ...CREDENTIAL, ...wrong };
		const trigger = await triggerOn(parameters, { credential });
		const { error, asked } = await trigger.poll();

		expect(error?.message).toMatch(message);
		expect([asked, trigger.memory.mark]).toEqual([[], undefined]);
	});

	test.each(['/projects/', '/users/me/', '/work-items/'])(
		'at first where the server is away: %s',
		async (path) => {
			plane.failing = [{ path, status: 503 }];
			const trigger = await triggerOn({
				projects: ['LNCH'],
				options: { ignoreMyOwnChanges: true },
			});
			const { error, lines } = await trigger.poll();

			expect(error?.message).toMatch(/503|unavailable|has no room/i);
			expect([lines, trigger.memory.mark]).toEqual([[], undefined]);
		},
	);

	test('at first where one of the projects cannot be read', async () => {
		plane.failing = [{ path: `/${other}/`, status: 403 }];
		const trigger = await triggerOn(both);

		expect((await trigger.poll()).error).toBeDefined();
		expect(trigger.memory.mark).toBeUndefined();
	});

	test('at first where a limit comes before any mark, and not after one', async () => {
		plane.failing = [{ path: '/work-items/', status: 429 }];
		const trigger = await triggerOn(both);

		expect((await trigger.poll()).error).toBeDefined();
		expect(trigger.memory.mark).toBeUndefined();
		plane.failing = [{ path: '/work-items/', status: 429, skip: 1 }];
		expect(await trigger.poll()).toMatchObject({ given: null, error: undefined, lines: [AWAY] });
		expect(Object.keys(trigger.memory.mark?.projects[launch] ?? {})).toEqual(['created']);
	});

	test('later where a person has to mend something', async () => {
		const trigger = await started();

		plane.failing = [{ path: '/work-items/', status: 403 }];
		expect(await trigger.poll()).toMatchObject({ given: undefined, lines: [] });
		// What was read stays read.
		expect(trigger.memory.mark?.revision).toBe(2);
		plane.failing = [];
		plane.create('New');
		expect((await trigger.poll()).foundEvents).toEqual(['New']);
	});

	test.each([
		['403', 403, [expect.stringMatching(/\. [A-Z].*\.$/)]],
		['429', 429, []],
	])(
		'but not where something has happened elsewhere, which n8n logs: %s',
		async (_, status, lines) => {
			const trigger = await started(both);

			plane.create('New');
			plane.failing = [{ path: `/${other}/`, status }];
			expect(await trigger.poll()).toMatchObject({ foundEvents: ['New'], lines, error: undefined });
		},
	);
});

describe('while the server is away', () => {
	test.each([
		['/projects/', 503, true],
		['/users/me/', 429, true],
		['/work-items/', 503, false],
	])('the next poll goes on, which n8n logs: %s', async (path, status, isLookedUp) => {
		const parameters = { projects: ['LNCH'], options: { ignoreMyOwnChanges: true } };
		const { memory } = await started(parameters);
		const before = saved(memory);
		// Another key: all is looked up anew.
		const credential = { ...CREDENTIAL, apiKey: isLookedUp ? 'plane_api_2' : CREDENTIAL.apiKey };
		const trigger = await triggerOn(parameters, { credential, memory });

		plane.failing = [{ path, status }];
		expect(await trigger.poll()).toMatchObject({ given: null, error: undefined, lines: [AWAY] });
		if (isLookedUp) expect(trigger.memory).toEqual(before);

		plane.failing = [];
		plane.create('New');
		expect((await trigger.poll()).foundEvents).toEqual(['New']);
	});
});

describe('a test event', () => {
	const both = { projects: ['LNCH', 'OPS'] };

	test('is the newest one, whatever has been reported, and leaves the memory alone', async () => {
		const { memory } = await started(both);

		plane.create('Older', { created_at: '2026-11-23T08:00:00Z' });
		plane.create('Newest', { created_at: '2026-11-23T09:00:00Z' }, other);
		const before = saved(memory);
		const test = await triggerOn(both, { isTest: true, memory });
		const { foundEvents, asked } = await test.poll();

		expect([foundEvents, test.memory]).toEqual([['Newest'], before]);
		// Names are looked up anew: they may have been given to others.
		expect(asked[0]).toBe('projects/');
		const filtered = await triggerOn(
			{ ...both, filters: { priority: ['high'] } },
			{ isTest: true },
		);

		expect((await filtered.poll()).error?.message).toBe('Nothing of this kind has happened yet');
	});

	test('is not by the user of the key', async () => {
		plane.create('Theirs', { created_by: 'bob' });
		plane.create('Mine', { created_by: 'ada' });
		const test = await triggerOn({ options: { ignoreMyOwnChanges: true } }, { isTest: true });

		expect((await test.poll()).foundEvents).toEqual(['Theirs']);
	});

	test.each(['/projects/', '/work-items/'])(
		'is an error where the server is away: %s',
		async (path) => {
			const { memory } = await started();

			plane.failing = [{ path, status: 503 }];
			const { error, lines } = await (await triggerOn(both, { isTest: true, memory })).poll();

			expect([error?.message, lines]).toEqual([
				expect.stringMatching(/503|unavailable|no room/i),
				[],
			]);
		},
	);

	test('is looked for by as many requests as it takes', async () => {
		for (let number = 1; number <= 5; number++) plane.create(`${number}`);
		const projects = Array.from({ length: 9 }, (_, index) => (index < 8 ? launch : other));

		plane.create('There', {}, other);
		plane.rows(`/${other}:There/comments/`).push({ id: 'c1', created_at: '2026-11-23T08:00:00Z' });
		const test = await triggerOn({ projects, events: ['comment_created'] }, { isTest: true });
		const { foundEvents } = await test.poll();

		expect(foundEvents).toEqual(['c1']);
	});
});
