import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { random, runs } from '../random';
import type { Selection } from './eventLedger';
import { VirtualServer } from './virtualServer';
import { VirtualTrigger } from './virtualTrigger';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The parameter Events, and what it selects. */
interface SelectedEvents extends Selection {
	readonly events: readonly string[];
}

const EVERYTHING: SelectedEvents = {
	events: ['work_item_created', 'work_item_updated', 'comment_created', 'intake_item_created'],
	names: /./,
	lists: 'all',
};

const COMMENTS_AND_CREATIONS: SelectedEvents = {
	events: ['work_item_created', 'comment_created'],
	names: /^(new|comment)/,
	lists: 'none',
};

const CHANGES: SelectedEvents = {
	events: ['work_item_created', 'work_item_updated'],
	names: /^(new|name|text|restored)/,
	lists: 'all',
};

const CREATIONS: SelectedEvents = {
	events: ['work_item_created', 'intake_item_created'],
	names: /^(new|request)/,
	lists: 'none',
};

const ASSIGNMENTS: SelectedEvents = {
	events: ['work_item_assigned', 'intake_item_created'],
	names: /^request/,
	lists: 'assignments',
};

const COMMENTS: SelectedEvents = {
	events: ['comment_created'],
	names: /^comment/,
	lists: 'none',
};

const UPDATES: SelectedEvents = {
	events: ['work_item_updated'],
	names: /^(name|text|restored)/,
	lists: 'all',
};

const SELECTIONS = [EVERYTHING, COMMENTS_AND_CREATIONS, CHANGES, CREATIONS, ASSIGNMENTS];

/** Between these, Events can be changed without a new starting point: all are read from the same feed. */
const INTERCHANGEABLE_SELECTIONS = [EVERYTHING, COMMENTS_AND_CREATIONS, CHANGES, COMMENTS, UPDATES];

/** Polls during which a trigger has to catch up with everything. */
const MAX_POLLS = 200;

/** How often one work item is changed at once: seldom thousands of times. */
const burstSize = (luck: number): number => (luck < 0.02 ? 5_000 : 50 + Math.floor(luck * 1_500));

/** A server whose behavior depends on a seed. */
function randomServer(
	chance: () => number,
	{ isBursting, importsLate }: { readonly isBursting: boolean; readonly importsLate: boolean },
): VirtualServer {
	// Thousands of changes come in pages as large as those of a real server.
	const pageSize = isBursting ? 100 : 9 + Math.floor(chance() * 4);
	// The clock that dates the responses may differ from the server's, and is adjusted with it.
	const responseClockAhead =
		chance() < 0.5 ? 0 : (chance() - 0.5) * (chance() < 0.5 ? 4 : 120) * MINUTE;
	const n8nClockAhead = chance() < 0.5 ? 0 : (chance() - 0.5) * 120 * MINUTE;
	const behavior = {
		pageSize,
		responseClockAhead,
		n8nClockAhead,
		importsLate,
		// With thousands of changes, workers would be later than a trigger waits for them.
		isBusy: chance() < 0.3 && !isBursting,
		hasWholeSeconds: chance() < 0.1,
		changeRate: chance(),
		failureRate: 0,
	};
	const projects = chance() < 0.7 ? 1 : 2 + Math.floor(chance() * 2);

	return new VirtualServer(chance, behavior, projects);
}

/**
 * Lets a trigger poll a server through a random history.
 *
 * @param changesEvents whether somebody changes Events now and then; then only what is selected all the
 *   time has to be reported
 * @returns what the trigger did wrong
 */
async function runHistory(seed: number, changesEvents: boolean) {
	const chance = random(seed);
	const isBursting = chance() < 0.1;
	const selections = changesEvents ? INTERCHANGEABLE_SELECTIONS : SELECTIONS;
	const pickSelection = (number: number) => selections[number % selections.length] ?? EVERYTHING;
	const first = pickSelection(seed);
	const server = randomServer(chance, { isBursting, importsLate: first === CREATIONS });
	const { ledger } = server;
	const trigger = new VirtualTrigger(server, first.events);
	const selected = [first];

	server.pass(HOUR, Math.floor(chance() * 40));
	// Somebody may still be working when the trigger is started.
	server.pass(10 * MINUTE, chance() < 0.5 ? 0 : Math.floor(chance() * 30));
	ledger.enter('during', server.rowTime);
	await trigger.poll();
	trigger.save();
	ledger.enter('after', server.rowTime);

	Object.assign(server.behavior, { failureRate: chance() * 0.2 });

	for (let polls = 3 + Math.floor(chance() * 8); polls > 0; polls--) {
		letTimePass(server, chance, isBursting);

		if (changesEvents && chance() < 0.4) {
			const selection = pickSelection(Math.floor(chance() * selections.length));

			trigger.selectEvents(selection.events);
			selected.push(selection);
		}

		await pollAtRandom(trigger, chance);
	}

	Object.assign(server.behavior, { failureRate: 0, changeRate: 0 });
	const requestsOfIdlePoll = countIdleRequests(server, selected);
	const polls = await catchUp(trigger, server, requestsOfIdlePoll);
	const selection = combine(selected);
	const dueCount = ledger.countDue(selection);

	// An hour later, nothing is new.
	server.pass(HOUR);
	await trigger.poll();
	const { requestCount } = server;

	await trigger.poll();

	return {
		...ledger.check(trigger.reported, selection),
		isStuck: polls === MAX_POLLS,
		dueCount,
		isIdle: server.requestCount - requestCount === requestsOfIdlePoll,
	};
}

/** What is selected all the time. */
const combine = (selected: readonly SelectedEvents[]): Selection => {
	const [first = EVERYTHING] = selected;

	return selected.length === 1
		? first
		: {
				names: new RegExp(selected.map(({ names }) => `(?=${names.source})`).join('')),
				lists: 'none',
			};
};

/** Lets a minute or ten hours pass, in which the projects change. */
function letTimePass(server: VirtualServer, chance: () => number, isBursting: boolean): void {
	const isAdjusted = chance() < 0.2 && server.behavior.hasWholeSeconds !== true;
	if (isAdjusted) server.setClockOffset((chance() - 0.5) * 5 * MINUTE);

	server.pass(
		MINUTE * (chance() < 0.1 ? 600 : 1),
		Math.floor(chance() * (chance() < 0.2 ? 60 : 6)),
	);

	if (isBursting && chance() < 0.3) {
		server.project.changeOneItemOften(burstSize(chance()), chance() * HOUR);
	}
}

/** Polls with some budget, sometimes twice at once, and sometimes restarts n8n afterwards. */
async function pollAtRandom(trigger: VirtualTrigger, chance: () => number): Promise<void> {
	const budget = chance() < 0.5 ? 40 : 20 + Math.floor(chance() * 20);

	if (chance() < 0.2) {
		await Promise.all([trigger.poll(budget), trigger.poll()]);
	} else {
		await trigger.poll(budget);
	}

	if (chance() < 0.2) trigger.restart();
}

/** How many requests a poll takes that finds nothing new: one for each list of each project. */
function countIdleRequests(server: VirtualServer, selected: readonly SelectedEvents[]): number {
	const readsIntake = selected.at(-1)?.events.includes('intake_item_created') === true;

	return server.projects.length * (readsIntake ? 2 : 1);
}

/** Polls until nothing has been new four times in a row, and returns the number of polls. */
async function catchUp(
	trigger: VirtualTrigger,
	server: VirtualServer,
	requestsOfIdlePoll: number,
): Promise<number> {
	let polls = 0;

	for (let idlePolls = 0; idlePolls < 4 && polls < MAX_POLLS; polls++) {
		const { requestCount } = server;

		server.pass(MINUTE);
		await trigger.poll();
		idlePolls = server.requestCount - requestCount === requestsOfIdlePoll ? idlePolls + 1 : 0;
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
					wrong: [],
					isStuck: false,
					isIdle: true,
				});
			}),
			// A smaller seed does not make a simpler history.
			{ numRuns, endOnFailure: true },
		);

		expect(totalDue).toBeGreaterThan(numRuns);
	});
});
