import { describe, expect, test } from '@jest/globals';

import type { EventSubscription } from '../../../nodes/PlanePollingTrigger/changes/EventSubscription';
import {
	hasAnyFeedState,
	pollProjects,
	projectsToWarnAbout,
} from '../../../nodes/PlanePollingTrigger/changes/pollProjects';
import type { TriggerState } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { problem, type Result } from '../../../nodes/shared/result/problem';
import { NEW_WORK_ITEMS, problemWithStatus } from './editableProject';
import { fakeProjectApi, isoTime, pageOf } from './fakeProjectApi';

/** Work items that were created in these minutes of an hour, newest first. */
const pageWith = (...minutes: readonly number[]): ListPage =>
	pageOf(
		minutes.map((minute) => ({
			id: `i${minute}`,
			sequence_id: minute,
			created_at: isoTime(`08:${minute}`),
		})),
	);

const NOT_SENT = problem({ cause: 'stopped', message: 'The poll ended', description: '' });

/**
 * Polls projects, each of which always has the same response.
 *
 * @param budget after so many projects, the poll may send no further requests
 */
async function poll(
	before: TriggerState | undefined,
	responses: Readonly<Record<string, Result<ListPage>>>,
	{
		budget = Infinity,
		subscription = NEW_WORK_ITEMS,
	}: { budget?: number; subscription?: EventSubscription } = {},
) {
	const polledProjects: string[] = [];
	const names = { cacheKey: '', projects: Object.keys(responses), ids: {} };
	const { events, ...result } = await pollProjects(before, {
		names,
		subscription,
		isBudgetSpent: () => polledProjects.length >= budget,
		apiFor: (projectId) => {
			polledProjects.push(projectId);

			return fakeProjectApi(() => responses[projectId] ?? pageOf([])).api;
		},
	});

	expect(result.state.names).toBe(names);

	return { ...result, polledProjects, recordIds: events.map(({ event }) => event.record.id) };
}

const AT_START = { a: pageWith(10), b: pageWith(10), c: pageWith(10) };

async function startedState(): Promise<TriggerState> {
	const { state } = await poll(undefined, AT_START);

	return state;
}

describe('polling several projects', () => {
	test('records their starting points at first, and reports nothing', async () => {
		const {
			state,
			recordIds,
			inaccessibleProjects,
			problem: reason,
		} = await poll(undefined, AT_START);

		expect(recordIds).toEqual([]);
		expect(inaccessibleProjects).toEqual([]);
		expect(reason).toBeUndefined();
		expect(state).toMatchObject({ revision: 1, nextProjectIndex: 0 });
		expect(Object.keys(state.projects)).toEqual(['a', 'b', 'c']);
	});

	test('counts the revisions of the state', async () => {
		const { state } = await poll(await startedState(), AT_START);

		expect(state.revision).toBe(2);
	});

	test('reports the events of all projects in the order in which they happened, once', async () => {
		const responses = { a: pageWith(14, 11), b: pageWith(12), c: pageWith(13) };

		const first = await poll(await startedState(), responses);
		const second = await poll(first.state, responses);

		expect(first.recordIds).toEqual(['i11', 'i12', 'i13', 'i14']);
		expect(second.recordIds).toEqual([]);
	});

	test('gives each project its turn if the budget is not enough for all', async () => {
		const first = await poll(await startedState(), AT_START, { budget: 2 });
		const second = await poll(first.state, AT_START, { budget: 2 });

		expect(first.polledProjects).toEqual(['a', 'b']);
		expect(first.state.nextProjectIndex).toBe(2);
		expect(Object.keys(first.state.projects).sort()).toEqual(['a', 'b', 'c']);
		expect(second.polledProjects).toEqual(['c', 'a']);
		expect(second.state.nextProjectIndex).toBe(1);
	});

	test('reports new work items in the order of their numbers, whatever times an import has sent', async () => {
		const [newest] = pageWith(12).records;
		const imported = { ...newest, created_at: isoTime('06:00') };
		const page = pageOf([imported, ...pageWith(11, 10).records]);

		const { recordIds } = await poll(await startedState(), { a: page });

		expect(recordIds).toEqual(['i11', 'i12']);
	});

	test('continues if the user removed projects', async () => {
		const before = { ...(await startedState()), nextProjectIndex: 1 };

		const withOneProject = await poll(before, { a: pageWith(10) });
		const withoutProjects = await poll(before, {});

		expect(withOneProject.polledProjects).toEqual(['a']);
		expect(withOneProject.state.nextProjectIndex).toBe(0);
		expect(withoutProjects.state).toMatchObject({ nextProjectIndex: 0, projects: {} });
	});

	test('begins with projects that have no starting point', async () => {
		const state = await startedState();
		const { a = {}, c = {} } = state.projects;

		const result = await poll({ ...state, projects: { a, c }, nextProjectIndex: 2 }, AT_START);

		expect(result.polledProjects).toEqual(['b', 'c', 'a']);
		expect(result.state.nextProjectIndex).toBe(1);
	});

	test('records a starting point even if the budget is spent', async () => {
		const state = await startedState();
		const { a = {}, b = {}, c = {} } = state.projects;
		const before = { ...state, projects: { a, c }, nextProjectIndex: 2 };

		const result = await poll(before, AT_START, { budget: 0 });

		expect(result.polledProjects).toEqual(['b']);
		expect(result.state.nextProjectIndex).toBe(2);
		expect(result.state.projects).toEqual({ a, b, c });
	});

	test('records a starting point for a feed that was added even if the budget is spent', async () => {
		const before = { ...(await startedState()), nextProjectIndex: 2 };

		const { polledProjects } = await poll(before, AT_START, {
			budget: 0,
			subscription: { ...NEW_WORK_ITEMS, feeds: ['newWorkItems', 'intakeItems'] },
		});

		expect(polledProjects).toEqual(['c', 'a', 'b']);
	});

	test('ends at the first project that cannot be read if the budget is spent', async () => {
		const responses = { ...AT_START, a: problemWithStatus(429) };

		const result = await poll(undefined, responses, { budget: 0 });

		expect(result.polledProjects).toEqual(['a']);
		expect(result.problem?.message).toBe('Status 429');
		expect(result.state.projects).toEqual({ a: {} });
	});

	test.each([
		[403, ['b']],
		[404, ['b']],
		[500, []],
	])(
		'continues with the other projects after status %i, and says why one was not read',
		async (status, inaccessibleProjects) => {
			const responses = {
				a: pageWith(11),
				b: problemWithStatus(status),
				c: problemWithStatus(400),
			};

			expect(await poll(await startedState(), responses)).toMatchObject({
				inaccessibleProjects,
				recordIds: ['i11'],
				problem: { message: `Status ${status}` },
			});
		},
	);

	test('has no problem if projects are only left to the next poll', async () => {
		const before = await startedState();

		expect(await poll(before, { a: NOT_SENT })).not.toHaveProperty('problem');
	});

	test('reports the problem of the server if other projects are left to the next poll', async () => {
		const result = await poll(await startedState(), { a: NOT_SENT, b: problemWithStatus(400) });

		expect(result.problem?.message).toBe('Status 400');
	});
});

const EMPTY_STATE: TriggerState = {
	revision: 1,
	projects: {},
	nextProjectIndex: 0,
	names: { cacheKey: '', projects: [], ids: {} },
	stalledPolls: {},
};

test('a trigger has started once one feed of one project has its starting point', () => {
	const feed = { processedUpTo: 0, items: {}, newest: { order: 0, firstRead: 0 } };
	const stateWith = (projects: TriggerState['projects']) => ({ ...EMPTY_STATE, projects });

	expect(hasAnyFeedState(stateWith({}))).toBe(false);
	expect(hasAnyFeedState(stateWith({ a: {}, b: {} }))).toBe(false);
	expect(hasAnyFeedState(stateWith({ a: {}, b: { newWorkItems: feed } }))).toBe(true);
});

describe('a project in which polls end before anything new can be read', () => {
	const pollOnce = async (before: TriggerState, response: Result<ListPage>) =>
		(await poll(before, { a: response })).state;

	test('is warned about after three polls, and every sixty polls after that', () => {
		const stateAfter = (polls: number) => ({ ...EMPTY_STATE, stalledPolls: { a: polls } });
		const warned = [0, 1, 2, 3, 4, 62, 63, 64, 123].filter(
			(polls) => projectsToWarnAbout(stateAfter(polls)).length > 0,
		);

		expect(warned).toEqual([3, 63, 123]);
		expect(projectsToWarnAbout(stateAfter(3))).toEqual(['a']);
		expect(projectsToWarnAbout(EMPTY_STATE)).toEqual([]);
	});

	test('is counted until a poll reads something', async () => {
		let state = await startedState();

		for (const polls of [1, 2, 3]) {
			state = await pollOnce(state, NOT_SENT);

			expect(state.stalledPolls).toEqual({ a: polls });
		}

		state = await pollOnce(state, pageWith(11, 10));

		expect(state.stalledPolls).toEqual({});
	});

	test('keeps its count while the budget is spent on others', async () => {
		const before = { ...(await startedState()), stalledPolls: { a: 2 } };

		const { state } = await poll(before, AT_START, { budget: 0 });

		expect(state.stalledPolls).toEqual({ a: 2 });
	});

	test('is counted if the server limits requests, but not if it refuses them', async () => {
		const refused = await pollOnce(await startedState(), problemWithStatus(403));
		const limited = await pollOnce(await startedState(), problemWithStatus(429));

		expect(refused.stalledPolls).toEqual({});
		expect(limited.stalledPolls).toEqual({ a: 1 });
	});

	test('is counted while an interrupted read cannot resume', async () => {
		const { newWorkItems } = (await startedState()).projects.a ?? {};
		const before: TriggerState = {
			...EMPTY_STATE,
			projects: {
				...(newWorkItems && {
					a: { newWorkItems: { ...newWorkItems, resumeAt: 9, newerRows: 5 } },
				}),
			},
		};

		expect((await pollOnce(before, NOT_SENT)).stalledPolls).toEqual({ a: 1 });
	});
});
