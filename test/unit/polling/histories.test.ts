import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IPollFunctions, JsonObject } from 'n8n-workflow';

import type { EventSubscription } from '../../../nodes/PlanePollingTrigger/changes/EventSubscription';
import type { ProjectApi } from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { pollProjects } from '../../../nodes/PlanePollingTrigger/changes/pollProjects';
import {
	loadState,
	saveState,
	type StaticData,
} from '../../../nodes/PlanePollingTrigger/changes/savedState';
import type { FoundEvent } from '../../../nodes/PlanePollingTrigger/changes/toEvent';
import { RequestBudget } from '../../../nodes/PlanePollingTrigger/RequestBudget';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { isProblem, type Result } from '../../../nodes/shared/result/problem';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import { isFault } from '../../../nodes/shared/transport/response';
import { random, runs } from '../random';
import { jsonResponse } from '../responses';
import { ALL_CHANGES } from './editableProject';
import { pageOf } from './fakeProjectApi';
import { VirtualProject } from './virtualProject';

const REQUEST: HttpRequest = {
	method: 'GET',
	url: 'https://plane.example.com',
	headers: {},
	effect: 'read',
	route: '',
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A subscription, and the names of the events that it is about. */
interface SubscribedEvents {
	readonly subscription: EventSubscription;
	readonly names: RegExp;
}

const EVERYTHING: SubscribedEvents = { subscription: ALL_CHANGES, names: /./ };

const COMMENTS_AND_CREATIONS: SubscribedEvents = {
	subscription: { ...ALL_CHANGES, entryLists: ['comments'], reportsCreations: true },
	names: /^(new|comment) /,
};

const ACTIVITIES: SubscribedEvents = {
	subscription: { ...ALL_CHANGES, entryLists: ['activities'] },
	names: /^(new|name|text) /,
};

const CREATIONS: SubscribedEvents = {
	subscription: { ...ALL_CHANGES, feeds: ['newWorkItems'], entryLists: [] },
	names: /^new /,
};

const COMMENTS: SubscribedEvents = {
	subscription: { ...ALL_CHANGES, entryLists: ['comments'] },
	names: /^comment /,
};

const UPDATES: SubscribedEvents = {
	subscription: {
		...ALL_CHANGES,
		entryLists: ['activities'],
		match: (change, workItem) =>
			change.action === 'created' ? undefined : ALL_CHANGES.match(change, workItem),
	},
	names: /^(name|text) /,
};

const SUBSCRIPTIONS = [EVERYTHING, COMMENTS_AND_CREATIONS, ACTIVITIES, CREATIONS];

/** Between these, Events can be changed without a new starting point: all are read from the same feed. */
const INTERCHANGEABLE_SUBSCRIPTIONS = [
	EVERYTHING,
	COMMENTS_AND_CREATIONS,
	ACTIVITIES,
	COMMENTS,
	UPDATES,
];

/** The name that the virtual project gives an event, e.g. `name 17 of item3`. */
function nameOf({ event: { event, action, record, newValue } }: FoundEvent): string {
	const { comment_html: comment, id } = record as Readonly<Record<string, string>>;
	if (event === 'intakeItem') return `request of ${id}`;
	if (event === 'workItemComment') return comment ?? '';

	const change = action === 'created' ? `new ${id?.slice(4)}` : (newValue as string);

	return `${change} of ${id}`;
}

/** The trigger as n8n runs it: n8n keeps its static data, and saves it only with events. */
class Trigger {
	readonly reported: string[] = [];
	private data: StaticData = {};
	private savedData = '{}';

	constructor(public subscription: EventSubscription = ALL_CHANGES) {}

	async poll(project: VirtualProject, budget = 40): Promise<void> {
		project.requestLimit = project.requestCount + budget;
		await this.pollWith(project.api, () => project.requestCount >= project.requestLimit);
	}

	async pollWith(api: ProjectApi, isBudgetSpent: () => boolean): Promise<void> {
		const { data, subscription } = this;
		const before = loadState(data);
		const { events, state } = await pollProjects(before, {
			names: { cacheKey: '', projects: ['p1'], ids: {} },
			apiFor: () => api,
			subscription,
			isBudgetSpent,
		});
		if (!saveState(data, before, state) || events.length === 0) return;

		this.reported.push(...events.map(nameOf));
		this.savedData = JSON.stringify(data);
	}

	/** The size of the saved state in characters. */
	get stateSize(): number {
		return JSON.stringify(this.data.state).length;
	}

	/** n8n is stopped or crashes, and starts again. */
	restart(): void {
		this.data = JSON.parse(this.savedData) as StaticData;
	}

	/** n8n saves the static data, as after the first activation. */
	save(): void {
		this.savedData = JSON.stringify(this.data);
	}
}

/** Polls with the requests that the server and the trigger's own budget allow. */
async function pollWithinLimit(trigger: Trigger, project: VirtualProject): Promise<void> {
	project.requestLimit = Infinity;
	let send: () => Promise<Result<ListPage>>;
	let page: Result<ListPage>;
	const budget = new RequestBudget(
		// Without a limit of n8n's own.
		{} as IPollFunctions,
		async () => {
			page = await send();

			const { status, text, json } = jsonResponse({}, isProblem(page) ? page.status : 200);

			return {
				status,
				text,
				json,
				headers: {
					'retry-after': `${project.retryAfter}`,
					'x-ratelimit-remaining': `${project.remainingRequests}`,
				},
			};
		},
		{
			now: () => project.api.now(),
			sleep: async (milliseconds) => {
				await Promise.resolve();
				project.pass(milliseconds);
			},
		},
	);

	const fetchPage: ProjectApi['fetchPage'] = async (request) => {
		send = async () => await project.api.fetchPage(request);
		const outcome = await budget.send(REQUEST);

		return isFault(outcome) && outcome.fault === 'notSent' ? outcome.problem : page;
	};

	await trigger.pollWith(
		{ ...project.api, fetchPage, maySend: (requests) => budget.maySend(requests) },
		() => budget.isSpent,
	);
}

/** How often each name was reported. */
function countNames(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();

	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);

	return counts;
}

/** Polls duration which a trigger has to catch up with everything. */
const MAX_POLLS = 200;

/** How often one work item is changed at once: seldom thousands of times (finding 7). */
const burstSize = (luck: number): number => (luck < 0.02 ? 5_000 : 50 + Math.floor(luck * 1_500));

/** A project whose behavior depends on a seed. */
function randomProject(
	chance: () => number,
	{ isBursting, importsLate }: { readonly isBursting: boolean; readonly importsLate: boolean },
): VirtualProject {
	// Thousands of changes come in pages as large as those of a real server.
	const pageSize = isBursting ? 100 : 9 + Math.floor(chance() * 4);
	// The clock that dates the responses may differ from the server's, and is adjusted with it (finding 10).
	const responseClockAhead =
		chance() < 0.5 ? 0 : (chance() - 0.5) * (chance() < 0.5 ? 4 : 120) * MINUTE;
	const n8nClockAhead = chance() < 0.5 ? 0 : (chance() - 0.5) * 120 * MINUTE;

	return new VirtualProject(chance, {
		pageSize,
		responseClockAhead,
		n8nClockAhead,
		importsLate,
		changeRate: chance(),
		failureRate: 0,
	});
}

/**
 * Lets a trigger poll a project through a random history.
 *
 * @param changesEvents whether somebody changes Events now and then; then only what is selected all the
 *   time has to be reported
 * @returns what was lost, what was reported twice, and what should not have been reported
 */
async function runHistory(seed: number, changesEvents: boolean) {
	const chance = random(seed);
	const isBursting = chance() < 0.1;
	const subscriptions = changesEvents ? INTERCHANGEABLE_SUBSCRIPTIONS : SUBSCRIPTIONS;
	const pickSubscription = (number: number) =>
		subscriptions[number % subscriptions.length] ?? EVERYTHING;
	const first = pickSubscription(seed);
	const project = randomProject(chance, { isBursting, importsLate: first === CREATIONS });
	const selectedNames = [first.names];
	const trigger = new Trigger(first.subscription);

	project.pass(HOUR, Math.floor(chance() * 40));
	project.pass(10 * MINUTE);
	const beforeStart = new Set(project.expectedEvents);

	await trigger.poll(project);
	trigger.save();
	// Events during the first poll may be reported or not.
	const untilStart = new Set(project.expectedEvents);

	Object.assign(project.behavior, { failureRate: chance() * 0.2 });

	for (let polls = 3 + Math.floor(chance() * 8); polls > 0; polls--) {
		letTimePass(project, chance, isBursting);

		if (changesEvents && chance() < 0.4) {
			const { subscription, names } = pickSubscription(Math.floor(chance() * subscriptions.length));

			trigger.subscription = subscription;
			selectedNames.push(names);
		}

		await pollAtRandom(trigger, project, chance);
	}

	Object.assign(project.behavior, { failureRate: 0, changeRate: 0 });
	const polls = await catchUp(trigger, project);
	const dueEvents = project.expectedEvents.filter(
		(name) =>
			selectedNames.every((pattern) => pattern.test(name)) &&
			!untilStart.has(name) &&
			!project.optionalEvents.has(name),
	);

	// An hour later, nothing is new.
	project.pass(HOUR);
	await trigger.poll(project);
	const { requestCount } = project;

	await trigger.poll(project);
	const counts = countNames(trigger.reported);

	return {
		lost: dueEvents.filter((name) => !counts.has(name)),
		duplicates: [...counts].filter(([, count]) => count > 1).map(([name]) => name),
		fromBeforeStart: trigger.reported.filter((name) => beforeStart.has(name)),
		isStuck: polls === MAX_POLLS,
		dueCount: dueEvents.length,
		idleRequests: project.requestCount - requestCount,
	};
}

/** Lets a minute or ten hours pass, in which the project changes. */
function letTimePass(project: VirtualProject, chance: () => number, isBursting: boolean): void {
	if (chance() < 0.2) project.setClockOffset((chance() - 0.5) * 5 * MINUTE);

	project.pass(
		MINUTE * (chance() < 0.1 ? 600 : 1),
		Math.floor(chance() * (chance() < 0.2 ? 60 : 6)),
	);

	if (isBursting && chance() < 0.3) {
		project.changeOneItemOften(burstSize(chance()), chance() * HOUR);
	}
}

/** Polls with some budget, sometimes twice at once, and sometimes restarts n8n afterwards. */
async function pollAtRandom(
	trigger: Trigger,
	project: VirtualProject,
	chance: () => number,
): Promise<void> {
	const budget = chance() < 0.5 ? 40 : 20 + Math.floor(chance() * 20);

	if (chance() < 0.2) {
		await Promise.all([trigger.poll(project, budget), trigger.poll(project)]);
	} else {
		await trigger.poll(project, budget);
	}

	if (chance() < 0.2) trigger.restart();
}

/** Polls until nothing has been new four times in a row, and returns the number of polls. */
async function catchUp(trigger: Trigger, project: VirtualProject): Promise<number> {
	let polls = 0;

	for (let idlePolls = 0; idlePolls < 4 && polls < MAX_POLLS; polls++) {
		const { requestCount } = project;

		project.pass(MINUTE);
		await trigger.poll(project);
		// A poll that finds nothing new takes one request.
		idlePolls = project.requestCount === requestCount + 1 ? idlePolls + 1 : 0;
	}

	return polls;
}

describe('the polling trigger, in random histories', () => {
	it.each([
		['', false],
		[' while somebody changes Events', true],
	])('reports every event exactly once%s', async (_, changesEvents) => {
		const numRuns = runs(150);
		let totalDue = 0;

		await fc.assert(
			fc.asyncProperty(fc.noBias(fc.nat()), async (seed) => {
				const { dueCount, ...result } = await runHistory(seed, changesEvents);

				totalDue += dueCount;

				expect(result).toEqual({
					lost: [],
					duplicates: [],
					fromBeforeStart: [],
					isStuck: false,
					idleRequests: 1,
				});
			}),
			// A smaller seed does not make a simpler history.
			{ numRuns, endOnFailure: true },
		);

		expect(totalDue).toBeGreaterThan(numRuns);
	});
});

describe('the polling trigger, with a backlog', () => {
	/** A project that nobody changes while it is polled. */
	const quietProject = (seed: number, pageSize: number) =>
		new VirtualProject(random(seed), {
			pageSize,
			responseClockAhead: 0,
			changeRate: 0,
			failureRate: 0,
		});

	it('reports more events than a function call can have arguments', async () => {
		const count = 130_000;
		const before = '2026-11-23T08:00:00Z';
		const after = '2026-11-23T09:00:00Z';
		const comments: JsonObject[] = Array.from({ length: count }, (_, number) => ({
			id: `comment${number}`,
			created_at: after,
		}));
		let hasComments = false;

		const fetchPage: ProjectApi['fetchPage'] = async ({ list }) => {
			const item = { id: 'item1', created_at: before, updated_at: hasComments ? after : before };
			const rows = list === 'comments' ? comments : [item];

			return await Promise.resolve(pageOf(list === 'comments' && !hasComments ? [] : rows));
		};

		const api: ProjectApi = {
			fetchPage,
			fetchPageIgnoringBudget: fetchPage,
			maySend: () => true,
			now: () => Date.parse(after),
			warn: () => undefined,
		};
		const options = {
			names: { cacheKey: '', projects: ['p1'], ids: {} },
			apiFor: () => api,
			subscription: COMMENTS.subscription,
			isBudgetSpent: () => false,
		};

		const { state } = await pollProjects(undefined, options);

		hasComments = true;
		const { events } = await pollProjects(state, options);

		expect(events).toHaveLength(count);
	});

	it('reports 5,000 changes of one work item once each, without delaying the others (finding 7)', async () => {
		const project = quietProject(1, 100);
		const trigger = new Trigger();

		project.createItems(20);
		project.pass(HOUR);
		await trigger.poll(project);

		project.changeOneItemOften(5_000, 2 * HOUR);
		project.changeAnything();
		project.pass(MINUTE);

		await trigger.poll(project);

		const lastEvent = project.expectedEvents.at(-1) ?? '';
		const lastEventReports = trigger.reported.filter((name) => name.endsWith(lastEvent));
		let polls = 1;

		for (; polls < 30 && trigger.reported.length < 5_001; polls++) {
			const { requestCount } = project;

			project.pass(MINUTE);
			await trigger.poll(project);

			expect(project.requestCount - requestCount).toBeLessThanOrEqual(40);
		}

		const unreported = project.expectedEvents.filter((name) => !trigger.reported.includes(name));

		expect(lastEventReports).toHaveLength(1);
		expect(polls).toBeLessThan(8);
		expect(new Set(trigger.reported).size).toBe(trigger.reported.length);
		// Those are the work items, which were created before the trigger was started.
		expect(unreported).toHaveLength(20);
	});

	it('keeps its state small and continues if it is always behind (finding 20)', async () => {
		const project = quietProject(2, 100);
		const trigger = new Trigger();
		let largestState = 0;

		project.createItems(3_000);
		project.pass(HOUR);
		await trigger.poll(project);

		// These are more changes than the trigger can read twice.
		for (let minute = 0; minute < 240; minute++) {
			project.changeSomeItems(15, MINUTE);
			await trigger.poll(project);
			largestState = Math.max(largestState, trigger.stateSize);
		}

		expect(largestState).toBeLessThan(40_000);
		expect(trigger.reported.length).toBeGreaterThan(15 * 220);
	});

	it('reports 300 changes at 60 requests a minute within twelve minutes, and intake meanwhile', async () => {
		const project = new VirtualProject(random(3), {
			pageSize: 100,
			responseClockAhead: 0,
			changeRate: 0,
			failureRate: 0,
			requestsPerMinute: 60,
		});
		const trigger = new Trigger({ ...ALL_CHANGES, feeds: ['intakeItems', 'updatedWorkItems'] });

		project.createItems(5_000);
		await trigger.poll(project);
		project.pass(HOUR);
		await trigger.poll(project);
		project.pass(MINUTE);
		project.changeItems(300, 28_000);

		const startedAt = project.api.now();
		const { requestCount } = project;
		const changes = () => trigger.reported.filter((name) => name.startsWith('name '));
		const intakeItems = () => trigger.reported.filter((name) => name.startsWith('request '));
		let duration = 0;
		let submitted = 0;

		for (let polls = 1; polls <= 60 && changes().length < 300; polls++) {
			if (polls % 4 === 1) {
				project.submitIntake();
				submitted++;
			}

			await pollWithinLimit(trigger, project);
			duration = project.api.now() - startedAt;

			expect(intakeItems()).toHaveLength(submitted);

			project.pass(polls * 30_000 - duration);
		}

		expect(changes()).toHaveLength(300);
		expect(new Set(trigger.reported).size).toBe(trigger.reported.length);
		expect(duration).toBeLessThanOrEqual(12 * MINUTE);
		// Two for each work item, and for each poll one for intake and one for the list of work items.
		expect(project.requestCount - requestCount).toBeLessThanOrEqual(720);
	});

	it.each([
		['a weekend', 48 * HOUR],
		['a minute', MINUTE],
	])(
		'reports 1,000 changes from %s once each, oldest first, in polls of 40 requests',
		async (_, duration) => {
			const count = 1_000;
			const project = quietProject(1, 20);
			const trigger = new Trigger();
			const requestCounts: number[] = [];

			project.createItems(count);
			project.pass(HOUR);
			await trigger.poll(project);
			project.changeAllItems(duration);

			for (let polls = 0; polls < 100 && trigger.reported.length < count; polls++) {
				const { requestCount } = project;

				await trigger.poll(project);
				requestCounts.push(project.requestCount - requestCount);
				project.pass(MINUTE);
			}

			const { reported } = trigger;
			const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0]);
			const firstNumber = numberIn(reported[0] ?? '');
			const displacements = reported.map((name, index) =>
				Math.abs((numberIn(name) - firstNumber) / 2 - index),
			);

			expect(reported).toHaveLength(count);
			expect(new Set(reported).size).toBe(count);
			// Within one poll, the order is that of the activities, which workers write a little later.
			expect(Math.max(...displacements)).toBeLessThanOrEqual(40);
			expect(Math.max(...requestCounts)).toBeLessThanOrEqual(40);
			// Each work item takes one request for its activities and one for its comments.
			expect(requestCounts.length).toBeLessThan((count * 2) / 40 / 0.8);
		},
	);
});
