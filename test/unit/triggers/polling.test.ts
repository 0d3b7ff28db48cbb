import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { accessFingerprint } from '../../../nodes/shared/transport/connection';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { EVENT_COLUMNS } from './eventColumns';
import {
	createTrigger,
	CREDENTIAL,
	LAUNCH,
	OPERATIONS,
	PollingServer,
	savedCopy,
	type TriggerOptions,
} from './pollingServer';

const SERVER_UNAVAILABLE =
	'Plane is unavailable or rate-limited the poll; the next poll resumes here';
const BOTH_PROJECTS = { projects: [LAUNCH, OPERATIONS] };

let server = new PollingServer();

beforeEach(() => {
	server = new PollingServer();
});

const newTrigger = async (parameters: INodeParameters = {}, options: TriggerOptions = {}) =>
	await createTrigger(server, parameters, options);

/** A trigger that has its starting point. */
async function startedTrigger(parameters: INodeParameters = {}) {
	const trigger = await newTrigger(parameters);
	const first = await trigger.poll();

	expect(first).toMatchObject({ output: null, error: undefined, warnings: [] });

	return trigger;
}

describe('a poll', () => {
	test('reports nothing at first, then each event once', async () => {
		server.createWorkItem('Before');
		const trigger = await startedTrigger();

		expect(trigger.data.state?.revision).toBe(1);

		server.createWorkItem('New');

		const second = await trigger.poll();

		expect(second.output).toEqual([
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
		expect(Object.keys({ ...second.output?.[0]?.[0]?.json })).toEqual(EVENT_COLUMNS);
		expect(trigger.data.state?.revision).toBe(2);
		expect(await trigger.poll()).toMatchObject({
			output: null,
			warnings: [],
			requestedPaths: [`projects/${LAUNCH}/work-items/`],
		});
	});

	test('reports only events that pass the filters', async () => {
		const trigger = await startedTrigger({ filters: { priority: ['high'] } });

		server.createWorkItem('Low', { priority: 'low' });
		server.createWorkItem('High', { priority: 'high' });

		const second = await trigger.poll();

		server.createWorkItem('None', { priority: 'none' });

		const third = await trigger.poll();

		expect(second.recordNames).toEqual(['High']);
		expect(third.output).toBeNull();
	});

	test('ignores changes by the user of the credential, who is fetched once', async () => {
		const trigger = await startedTrigger({ options: { ignoreMyOwnChanges: true } });

		server.createWorkItem('Mine', { created_by: 'ada' });
		server.createWorkItem('Theirs', { created_by: 'bob' });

		const second = await trigger.poll();
		const userRequests = server.requestedPaths.filter((path) => path === 'users/me/');

		expect(second.recordNames).toEqual(['Theirs']);
		expect(userRequests).toHaveLength(1);
		expect(trigger.data.state?.names.currentUser).toEqual({
			id: 'ada',
			access: accessFingerprint({ root: CREDENTIAL.baseUrl, secret: CREDENTIAL.apiKey }),
		});
	});

	test('does not fetch the user of the credential if their changes are reported', async () => {
		const trigger = await startedTrigger();

		expect(trigger.data.state?.names).not.toHaveProperty('currentUser');
	});

	test('drops its result if another poll has saved its own in the meantime', async () => {
		const trigger = await startedTrigger();

		server.createWorkItem('New');
		let otherRecordNames: unknown;

		server.duringNextRequest = async () => {
			otherRecordNames = (await trigger.poll()).recordNames;
		};

		expect(await trigger.poll()).toMatchObject({ output: null, error: undefined });
		expect(otherRecordNames).toEqual(['New']);
		expect(trigger.data.state?.revision).toBe(2);
	});

	test('continues in the next poll after using up its requests', async () => {
		const trigger = await startedTrigger({ events: ['commentCreated'] });

		for (let number = 1; number <= 50; number++) {
			server.createWorkItem(`${number}`);
			server.addComment(`${number}`, `c${number}`, new Date().toISOString());
		}

		const first = await trigger.poll();

		expect(first.requestedPaths).toHaveLength(40);
		expect(first.recordNames).toHaveLength(38);
		expect(first.warnings).toEqual([]);

		// Work items that changed within the last minute are read once more.
		const minuteLater = Date.now() + 60_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => minuteLater);

		const second = await trigger.poll();
		const third = await trigger.poll();

		clock.mockRestore();

		// Those that have not been read at all come first.
		expect(second.requestedPaths.length).toBeLessThanOrEqual(40);
		expect(second.recordNames).toHaveLength(12);
		expect(third.output).toBeNull();
	});
});

describe('a poll of projects that were entered by name', () => {
	test('resolves the names once, and again if a project is gone', async () => {
		const trigger = await startedTrigger({ projects: ['LNCH'] });

		expect(server.requestedPaths).toEqual(['projects/', `projects/${LAUNCH}/work-items/`]);

		const second = await trigger.poll();

		expect(second.requestedPaths).toEqual([`projects/${LAUNCH}/work-items/`]);

		// The project is deleted, and another one gets its identifier.
		server.deleteProject(LAUNCH);
		server.responses['/projects/'] = [{ id: OPERATIONS, identifier: 'LNCH' }];

		const third = await trigger.poll();

		expect(third).toMatchObject({ output: null, error: undefined });

		server.createWorkItem('New', {}, OPERATIONS);

		const fourth = await trigger.poll();

		expect(fourth.recordNames).toEqual(['New']);
	});

	test('resolves names only once if a project is gone at first', async () => {
		server.deleteProject(LAUNCH);
		const trigger = await newTrigger({ projects: ['LNCH'] });

		const { requestedPaths } = await trigger.poll();

		expect(requestedPaths).toEqual(['projects/', `projects/${LAUNCH}/work-items/`]);
	});

	test('saves the IDs of states that were entered by name', async () => {
		const trigger = await startedTrigger({
			events: ['workItemStateChanged'],
			toStates: ['Done'],
		});

		expect(trigger.data.state?.names.ids).toMatchObject({ to_states: { Done: ['s1'] } });
	});

	test('fails if a state with that name does not exist', async () => {
		const trigger = await newTrigger({
			events: ['workItemStateChanged'],
			toStates: ['Done', 'Nowhere'],
		});

		const { error, output } = await trigger.poll();

		expectProblem(error, {
			about: 'To State Names or IDs',
			cause: `${causes.unknownName('state "Nowhere"')} Project ${LAUNCH}`,
		});
		expect(output).toBeUndefined();
	});
});

describe('a poll fails', () => {
	test.each<[string, INodeParameters, object | null, RegExp]>([
		['no credential', {}, null, /credential/i],
		['an invalid address', {}, { baseUrl: 'x' }, /^Base URL: /],
		['no workspace', {}, { workspaceSlug: '' }, /^Workspace Slug: /],
		['no events', { events: [] }, {}, /^Events: /],
	])('without sending a request if there is %s', async (_, parameters, changes, message) => {
		const credential = changes && { ...CREDENTIAL, ...changes };
		const trigger = await newTrigger(parameters, { credential });

		const { error, requestedPaths } = await trigger.poll();

		expect(error?.message).toMatch(message);
		expect(requestedPaths).toEqual([]);
		expect(trigger.data.state).toBeUndefined();
	});

	test.each(['/projects/', '/users/me/', '/work-items/'])(
		'at first if the server is unavailable: %s',
		async (path) => {
			server.failing = [{ path, status: 503 }];
			const trigger = await newTrigger({
				projects: ['LNCH'],
				options: { ignoreMyOwnChanges: true },
			});

			const { error, warnings } = await trigger.poll();

			expect(error?.message).toMatch(/503|unavailable|has no room/i);
			expect(warnings).toEqual([]);
			expect(trigger.data.state).toBeUndefined();
		},
	);

	test('at first if one of the projects cannot be read', async () => {
		server.failing = [{ path: `/${OPERATIONS}/`, status: 403 }];
		const trigger = await newTrigger(BOTH_PROJECTS);

		const { error } = await trigger.poll();

		expect(error).toBeDefined();
		expect(trigger.data.state).toBeUndefined();
	});

	test('at first if the rate limit allows no starting point', async () => {
		server.failing = [{ path: '/work-items/', status: 429 }];
		const trigger = await newTrigger(BOTH_PROJECTS);

		const { error } = await trigger.poll();

		expect(error).toBeDefined();
		expect(trigger.data.state).toBeUndefined();
	});

	test('with a warning only if the rate limit allows some starting points', async () => {
		server.failing = [{ path: '/work-items/', status: 429, skip: 1 }];
		const trigger = await newTrigger(BOTH_PROJECTS);

		const result = await trigger.poll();

		expect(result).toMatchObject({
			output: null,
			error: undefined,
			warnings: [SERVER_UNAVAILABLE],
		});
		expect(Object.keys(trigger.data.state?.projects[LAUNCH] ?? {})).toEqual(['newWorkItems']);
	});

	test('later if the user has to fix something, and keeps what it has read', async () => {
		const trigger = await startedTrigger();

		server.failing = [{ path: '/work-items/', status: 403 }];

		const failed = await trigger.poll();

		expect(failed).toMatchObject({ output: undefined, warnings: [] });
		expect(trigger.data.state?.revision).toBe(2);

		server.failing = [];
		server.createWorkItem('New');

		const fixed = await trigger.poll();

		expect(fixed.recordNames).toEqual(['New']);
	});

	test.each([
		[403, ['New']],
		[403, undefined],
		[429, ['New']],
	])(
		'in the list of executions only if another project was read: status %i, events %j',
		async (status, recordNames) => {
			const trigger = await startedTrigger(BOTH_PROJECTS);

			if (recordNames !== undefined) server.createWorkItem('New');

			server.failing = [{ path: `/${OPERATIONS}/`, status }];

			const { listedErrors, ...result } = await trigger.poll();

			expect(result).toMatchObject({ recordNames, warnings: [], error: undefined });
			expect(listedErrors.map(({ name }) => name)).toEqual(status === 403 ? ['NodeApiError'] : []);
			expect(trigger.data.state?.revision).toBe(2);
		},
	);
});

describe('while the server is unavailable, a poll', () => {
	test.each([
		['when it resolves names', '/projects/', 503, true],
		['when it fetches the user', '/users/me/', 429, true],
		['when it reads a project', '/work-items/', 503, false],
	])('only warns, and the next poll resumes: %s', async (_, path, status, hasNewKey) => {
		const parameters = { projects: ['LNCH'], options: { ignoreMyOwnChanges: true } };
		const { data } = await startedTrigger(parameters);
		const before = savedCopy(data);
		// With a new key, everything is resolved again.
		const credential = { ...CREDENTIAL, apiKey: hasNewKey ? 'plane_api_2' : CREDENTIAL.apiKey };
		const trigger = await newTrigger(parameters, { credential, staticData: data });

		server.failing = [{ path, status }];

		const unavailable = await trigger.poll();

		expect(unavailable).toMatchObject({
			output: null,
			error: undefined,
			warnings: [SERVER_UNAVAILABLE],
		});

		if (hasNewKey) expect(trigger.data).toEqual(before);

		server.failing = [];
		server.createWorkItem('New');

		const resumed = await trigger.poll();

		expect(resumed.recordNames).toEqual(['New']);
	});
});

describe("n8n's log has a warning", () => {
	test('about a project in which three polls in a row could read nothing new', async () => {
		const trigger = await startedTrigger();

		server.failing = [{ path: '/work-items/', status: 429 }];

		const first = await trigger.poll();
		const second = await trigger.poll();
		const third = await trigger.poll();

		expect([first.warnings, second.warnings]).toEqual([[SERVER_UNAVAILABLE], [SERVER_UNAVAILABLE]]);
		expect(third.warnings).toEqual([
			expect.stringContaining(`before anything new could be read in project ${LAUNCH}`),
			SERVER_UNAVAILABLE,
		]);
	});

	test('about a work item that is skipped because it could not be read three times', async () => {
		const trigger = await startedTrigger({ events: ['commentCreated'] });

		server.createWorkItem('New');
		server.failing = [{ path: '/comments/', status: 500 }];

		await trigger.poll();
		await trigger.poll();
		const third = await trigger.poll();

		expect(third.warnings).toEqual([
			expect.stringMatching(`^Work item ${LAUNCH}:New is skipped: .*500`),
		]);
	});
});

describe('a test event', () => {
	const BOTH_BY_NAME = { projects: ['LNCH', 'OPS'] };

	test('is the latest event, whether it was reported or not, and changes no state', async () => {
		const { data } = await startedTrigger(BOTH_BY_NAME);
		const before = savedCopy(data);

		server.createWorkItem('Older', { created_at: '2026-11-23T08:00:00Z' });
		server.createWorkItem('Newest', { created_at: '2026-11-23T09:00:00Z' }, OPERATIONS);
		const trigger = await newTrigger(BOTH_BY_NAME, { isManual: true, staticData: data });

		const { recordNames } = await trigger.poll();

		expect(recordNames).toEqual(['Newest']);
		expect(trigger.data).toEqual(before);
	});

	test('is read with names that are resolved again', async () => {
		const { data } = await startedTrigger(BOTH_BY_NAME);

		server.createWorkItem('New');
		const trigger = await newTrigger(BOTH_BY_NAME, { isManual: true, staticData: data });

		const { requestedPaths } = await trigger.poll();

		expect(requestedPaths[0]).toBe('projects/');
	});

	test.each([
		[['workItemCreated'], 'No such event among the newest 2'],
		[['commentCreated'], 'No such event in the 2 work items that were changed last'],
		[['intakeItemCreated'], 'Nothing of this kind has happened yet'],
	])(
		'of %j is an error if no event passes the filters, and says how far was searched',
		async (events, message) => {
			server.responses['/intake-issues/'] = [];
			server.createWorkItem('Low', { priority: 'low' });
			server.createWorkItem('Also low', { priority: 'low' }, OPERATIONS);
			const filters = { priority: ['high'] };
			const parameters = { ...BOTH_BY_NAME, events, filters };
			const trigger = await newTrigger(parameters, { isManual: true });

			const { error } = await trigger.poll();

			expect(error?.message).toBe(message);
		},
	);

	test('is not by the user of the credential if their changes are ignored', async () => {
		server.createWorkItem('Theirs', { created_by: 'bob' });
		server.createWorkItem('Mine', { created_by: 'ada' });
		const parameters = { options: { ignoreMyOwnChanges: true } };
		const trigger = await newTrigger(parameters, { isManual: true });

		const { recordNames } = await trigger.poll();

		expect(recordNames).toEqual(['Theirs']);
	});

	test.each(['/projects/', '/work-items/'])(
		'is an error if the server is unavailable: %s',
		async (path) => {
			const { data } = await startedTrigger();

			server.failing = [{ path, status: 503 }];
			const trigger = await newTrigger(BOTH_BY_NAME, { isManual: true, staticData: data });

			const { error, warnings } = await trigger.poll();

			expect(error?.message).toMatch(/503|unavailable|no room/i);
			expect(warnings).toEqual([]);
		},
	);

	test('takes as many requests as necessary', async () => {
		const otherProjects = Array.from({ length: 25 }, (_, index) =>
			LAUNCH.replace(/01$/, `${10 + index}`),
		);
		const updated_at = '2026-11-23T09:00:00Z';

		for (const project of otherProjects) server.responses[`/${project}/work-items/`] = [];

		for (const project of otherProjects.slice(0, 19)) {
			server.createWorkItem('Other', { updated_at }, project);
		}

		server.createWorkItem('Commented', { updated_at: '2026-11-23T08:30:00Z' }, OPERATIONS);
		server.addComment('Commented', 'c1', '2026-11-23T08:00:00Z', OPERATIONS);
		const parameters = {
			projects: [...otherProjects, OPERATIONS],
			events: ['commentCreated'],
		};
		const trigger = await newTrigger(parameters, { isManual: true });

		const { recordNames, requestedPaths } = await trigger.poll();

		expect(requestedPaths.length).toBeGreaterThan(40);
		expect(recordNames).toEqual(['c1']);
	});
});
