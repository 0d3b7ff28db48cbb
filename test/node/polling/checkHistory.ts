import { expect } from '@jest/globals';
import { NodeError } from 'n8n-workflow';

import { random } from '../../unit/random';
import type { Selection } from './eventLedger';
import { type Environment, type PollingWorld, QUIET, withPollingWorld } from './PollingWorld';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The parameter Events, and what it selects. */
interface SelectedEvents extends Selection {
	readonly events: readonly string[];
}

const EVERYTHING: SelectedEvents = {
	events: ['workItemCreated', 'workItemUpdated', 'commentCreated', 'intakeItemCreated'],
	names: /./,
	lists: 'all',
};

const COMMENTS_AND_CREATIONS: SelectedEvents = {
	events: ['workItemCreated', 'commentCreated'],
	names: /^(new|comment)/,
	lists: 'none',
};

const CHANGES: SelectedEvents = {
	events: ['workItemCreated', 'workItemUpdated'],
	names: /^(new|name|text|restore)/,
	lists: 'all',
};

const CREATIONS: SelectedEvents = {
	events: ['workItemCreated', 'intakeItemCreated'],
	names: /^(new|request)/,
	lists: 'none',
};

const ASSIGNMENTS: SelectedEvents = {
	events: ['workItemAssigned', 'intakeItemCreated'],
	names: /^request/,
	lists: 'assignments',
};

const COMMENTS: SelectedEvents = {
	events: ['commentCreated'],
	names: /^comment/,
	lists: 'none',
};

const UPDATES: SelectedEvents = {
	events: ['workItemUpdated'],
	names: /^(name|text|restore)/,
	lists: 'all',
};

const SELECTIONS = [EVERYTHING, COMMENTS_AND_CREATIONS, CHANGES, CREATIONS, ASSIGNMENTS];

/** Between these, Events can be changed without a new starting point: all are read from the same feed. */
const INTERCHANGEABLE_SELECTIONS = [EVERYTHING, COMMENTS_AND_CREATIONS, CHANGES, COMMENTS, UPDATES];

/** Polls during which a trigger has to catch up with everything. */
const MAX_POLLS = 200;

/** How often one work item is changed at once: seldom thousands of times. */
const burstSize = (luck: number): number =>
	luck < 0.005 ? 5_000 : 50 + Math.floor(luck ** 5 * 1_500);

/** A server, a network and clocks that depend on a seed. */
function randomEnvironment(
	chance: () => number,
	{ isBursting, importsLate }: Pick<Environment, 'importsLate'> & { readonly isBursting: boolean },
): Environment {
	return {
		...QUIET,
		// Not the seed of this history: its numbers would come twice.
		seed: Math.floor(chance() * 2 ** 31),
		// Hundreds of changes come in pages as large as those of a real server.
		pageSize: isBursting ? 100 : 9 + Math.floor(chance() * 4),
		// With the longer one, most polls end by their time and not by their number of requests.
		latency: chance() < 0.7 ? 300 : 3_000,
		// The clock that dates the responses may differ from the server's, and is adjusted with it.
		responseClockAhead: chance() < 0.5 ? 0 : (chance() - 0.5) * (chance() < 0.5 ? 4 : 120) * MINUTE,
		n8nClockAhead: chance() < 0.5 ? 0 : Math.round((chance() - 0.5) * 120 * MINUTE),
		importsLate,
		// With thousands of changes, workers would be later than a trigger waits for them.
		isBusy: chance() < 0.3 && !isBursting,
		hasWholeSeconds: chance() < 0.1,
		recordsFirstAssignees: chance() < 0.5,
		showsUserTimeZone: chance() < 0.3,
		projects: chance() < 0.7 ? 1 : 2,
	};
}

/**
 * Lets a trigger poll a server through a random history, and expects that it has reported everything exactly once.
 *
 * @param changesEvents whether somebody changes Events now and then; then only what is selected all the
 *   time has to be reported
 * @returns the number of events that it had to report
 */
export async function checkHistory(seed: number, changesEvents: boolean): Promise<number> {
	const { dueCount, ...result } = await runHistory(seed, changesEvents);

	expect(result).toEqual({
		lost: [],
		duplicates: [],
		fromBeforeStart: [],
		wrong: [],
		errors: [],
		isStuck: false,
		isIdle: true,
	});

	return dueCount;
}

/** @returns what the trigger did wrong */
async function runHistory(seed: number, changesEvents: boolean) {
	const chance = random(seed);
	const isBursting = chance() < 0.1;
	const selections = changesEvents ? INTERCHANGEABLE_SELECTIONS : SELECTIONS;
	const pickSelection = (number: number) => selections[number % selections.length] ?? EVERYTHING;
	const first = pickSelection(seed);
	const importsLate = first === CREATIONS;
	const environment = randomEnvironment(chance, { isBursting, importsLate });
	const parameters = { events: [...first.events] };

	return await withPollingWorld(environment, parameters, async (world) => {
		const { ledger, trigger } = world;
		const selected = [first];

		// Mostly now and then, seldom during every request.
		world.changeRate = chance() ** 2;
		await world.wait(HOUR, Math.floor(chance() * 30));
		// Somebody may still be working when the trigger is started.
		await world.wait(10 * MINUTE, chance() < 0.5 ? 0 : Math.floor(chance() * 20));
		await world.start();
		world.failureRate = chance() * 0.2;

		for (let polls = 3 + Math.floor(chance() * 6); polls > 0; polls--) {
			await letTimePass(world, chance, isBursting);

			if (changesEvents && chance() < 0.4) {
				const selection = pickSelection(Math.floor(chance() * selections.length));

				selected.push(selection);
				await activate(world, async () => await trigger.change({ events: [...selection.events] }));
			}

			await pollAtRandom(world, chance);
		}

		world.failureRate = 0;
		world.changeRate = 0;
		const requestsOfIdlePoll = countIdleRequests(world, selected);
		const polls = await catchUp(world, requestsOfIdlePoll);
		const selection = combine(selected);
		const dueCount = ledger.countDue(selection);

		// An hour later, nothing is new.
		await world.wait(HOUR);
		await world.poll();
		const requests = await world.poll();

		return {
			...ledger.check(world.reported, selection),
			errors: world.errors,
			isStuck: polls === MAX_POLLS,
			dueCount,
			isIdle: requests === requestsOfIdlePoll,
		};
	});
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
async function letTimePass(
	world: PollingWorld,
	chance: () => number,
	isBursting: boolean,
): Promise<void> {
	const isAdjusted = chance() < 0.2 && !world.environment.hasWholeSeconds;
	if (isAdjusted) world.setClockOffset((chance() - 0.5) * 5 * MINUTE);

	await world.wait(
		MINUTE * (chance() < 0.1 ? 600 : 1),
		Math.floor(chance() * (chance() < 0.2 ? 40 : 6)),
	);

	if (isBursting && chance() < 0.3) {
		await world.pass(world.team.changeOneItemOften(burstSize(chance()), chance() * HOUR));
	}
}

/** Activates the workflow, with another attempt a minute later if the poll of n8n fails. */
async function activate(world: PollingWorld, attempt: () => Promise<void>): Promise<void> {
	for (;;) {
		const isActive = await world.pass(
			attempt().then(
				() => true,
				(error: unknown) => {
					if (!(error instanceof NodeError)) throw error;

					return false;
				},
			),
		);
		if (isActive) return;

		await world.wait(MINUTE);
	}
}

/** Polls, sometimes twice at once, and sometimes restarts n8n afterwards. */
async function pollAtRandom(world: PollingWorld, chance: () => number): Promise<void> {
	const { trigger } = world;

	if (chance() < 0.2) {
		await world.pass(Promise.all([trigger.poll(), trigger.poll()]));
	} else {
		await world.poll();
	}

	if (chance() < 0.2) await activate(world, async () => await trigger.activate());
}

/** How many requests a poll takes that finds nothing new: one for each list of each project. */
function countIdleRequests(world: PollingWorld, selected: readonly SelectedEvents[]): number {
	const readsIntake = selected.at(-1)?.events.includes('intakeItemCreated') === true;

	return world.teams.length * (readsIntake ? 2 : 1);
}

/** Polls until nothing has been new four times in a row, and returns the number of polls. */
async function catchUp(world: PollingWorld, requestsOfIdlePoll: number): Promise<number> {
	let polls = 0;

	for (let idlePolls = 0; idlePolls < 4 && polls < MAX_POLLS; polls++) {
		await world.wait(MINUTE);

		const requests = await world.poll();

		idlePolls = requests === requestsOfIdlePoll ? idlePolls + 1 : 0;
	}

	return polls;
}
