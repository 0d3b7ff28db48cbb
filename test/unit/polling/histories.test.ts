import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { Change } from '../../../nodes/PlanePollingTrigger/changes/activities';
import type { EventSelection } from '../../../nodes/PlanePollingTrigger/changes/details';
import { type Memory, moveOn, poll } from '../../../nodes/PlanePollingTrigger/changes/poll';
import type { ProjectLists } from '../../../nodes/PlanePollingTrigger/changes/projectLists';
import type { FoundEvent } from '../../../nodes/PlanePollingTrigger/changes/foundEvents';
import { random, runs } from '../random';
import { Project } from './plane';

const everything: EventSelection = {
	feeds: ['changed'],
	details: ['activities', 'comments'],
	creations: false,
	isByEdit: false,
	fieldOf: ({ action, fields }: Change) => (action === 'created' ? null : Object.keys(fields)[0]),
};

/** What can be wanted, and the names of what it tells. */
const manners: readonly (readonly [EventSelection, RegExp])[] = [
	[everything, /./],
	[{ ...everything, details: ['comments'], creations: true }, /^(new|comment) /],
	[{ ...everything, details: ['activities'] }, /^(new|name|text) /],
	[{ ...everything, feeds: ['created'], details: [] }, /^new /],
];

/** The same and more, among which somebody changes: all that is reported from the same list. */
const others: typeof manners = [
	...manners.slice(0, -1),
	[{ ...everything, details: ['comments'] }, /^comment /],
	[
		{
			...everything,
			details: ['activities'],
			fieldOf: ({ action, fields }) => (action === 'created' ? undefined : Object.keys(fields)[0]),
		},
		/^(name|text) /,
	],
];

/** What an event is about, as the ledger of the server has it. */
const nameOf = ({ event: { event, action, record, newValue } }: FoundEvent): string => {
	const { comment_html: comment, id } = record as Readonly<Record<string, string>>;
	if (event === 'workItemComment') return comment ?? '';

	const what = action === 'created' ? `new ${id?.slice(4)}` : (newValue as string);

	return `${what} of ${id}`;
};

/** What n8n does with a trigger: it keeps its memory, and saves it with what a poll gives. */
class Trigger {
	private memory: Memory = {};
	private saved = '{}';
	readonly foundEvents: string[] = [];

	constructor(public selection: EventSelection = everything) {}

	async poll(project: Project, budget = 40): Promise<void> {
		project.budget = project.requests + budget;
		const { memory, selection } = this;
		const before = memory.mark;
		const { foundEvents, mark } = await poll(before, {
			names: { asked: '', projects: ['p1'], ids: {} },
			listsOf: () => project.lists,
			selection,
			isSpent: () => project.requests >= project.budget,
		});
		if (!moveOn(memory, before, mark) || foundEvents.length === 0) return;

		this.foundEvents.push(...foundEvents.map(nameOf));
		this.saved = JSON.stringify(memory);
	}

	get mark() {
		return this.memory.mark;
	}

	/** n8n is stopped in order, or dies, and starts again. */
	restart(): void {
		this.memory = JSON.parse(this.saved) as Memory;
	}
	/** The first activation is saved. */
	save(): void {
		this.saved = JSON.stringify(this.memory);
	}
}

/** Polls after which a trigger has caught up with everything. */
const MOST_POLLS = 200;

/** How many changes of one work item come at once: seldom thousands (finding 7). */
const burstSize = (luck: number): number => (luck < 0.02 ? 5_000 : 50 + Math.floor(luck * 1_500));

/**
 * One history: what was lost and what was reported twice.
 *
 * @param isChanging whether somebody changes what is wanted now and then: then what is wanted all the
 *   time must not be lost
 */
async function history(seed: number, isChanging = false) {
	const chance = random(seed);
	// Thousands of changes come in pages as large as those of a server.
	const isBursting = chance() < 0.1;
	const size = isBursting ? 100 : 9 + Math.floor(chance() * 4);
	// Whoever dates the answers may have another clock, which is set with the first one (finding 10).
	const ahead = chance() < 0.5 ? 0 : (chance() - 0.5) * (chance() < 0.5 ? 4 : 120) * 60_000;
	const n8nAhead = chance() < 0.5 ? 0 : (chance() - 0.5) * 120 * 60_000;
	const importsLate =
		!isChanging && (manners[seed % manners.length]?.[0].feeds[0] ?? '') === 'created';
	const project = new Project(chance, {
		size,
		ahead,
		n8nAhead,
		importsLate,
		lively: chance(),
		failing: 0,
	});
	const all = isChanging ? others : manners;
	const pick = (number: number) => all[number % all.length] ?? [everything, /./];
	const [selection, pattern] = pick(seed);
	const patterns = [pattern];
	const trigger = new Trigger(selection);

	project.pass(3_600_000, Math.floor(chance() * 40));
	project.pass(600_000);
	const before = new Set(project.happened);

	await trigger.poll(project);
	trigger.save();
	// What happens just then may be reported or not.
	const meanwhile = new Set(project.happened);

	Object.assign(project.manner, { failing: chance() * 0.2 });

	for (let polls = 3 + Math.floor(chance() * 8); polls > 0; polls--) {
		if (chance() < 0.2) project.shift((chance() - 0.5) * 5 * 60_000);

		project.pass(
			60_000 * (chance() < 0.1 ? 600 : 1),
			Math.floor(chance() * (chance() < 0.2 ? 60 : 6)),
		);
		if (isBursting && chance() < 0.3) project.burst(burstSize(chance()), chance() * 3_600_000);

		if (isChanging && chance() < 0.4) {
			const [changed, foundEvents] = pick(Math.floor(chance() * all.length));

			trigger.selection = changed;
			patterns.push(foundEvents);
		}

		const budget = chance() < 0.5 ? 40 : 20 + Math.floor(chance() * 20);
		if (chance() < 0.2) await Promise.all([trigger.poll(project, budget), trigger.poll(project)]);
		else await trigger.poll(project, budget);
		if (chance() < 0.2) trigger.restart();
	}

	Object.assign(project.manner, { failing: 0, lively: 0 });
	let polls = 0;

	for (let quiet = 0; quiet < 4 && polls < MOST_POLLS; polls++) {
		const { requests } = project;

		project.pass(60_000);
		await trigger.poll(project);
		// One request: nothing was new.
		quiet = project.requests === requests + 1 ? quiet + 1 : 0;
	}

	const due = project.happened.filter(
		(name) =>
			patterns.every((each) => each.test(name)) && !meanwhile.has(name) && !project.gone.has(name),
	);

	// An hour later, nothing is new.
	project.pass(3_600_000);
	await trigger.poll(project);
	const { requests: sent } = project;

	await trigger.poll(project);
	const foundEvents = new Map<string, number>();

	for (const name of trigger.foundEvents) foundEvents.set(name, (foundEvents.get(name) ?? 0) + 1);

	return {
		lost: due.filter((name) => !foundEvents.has(name)),
		doubled: [...foundEvents].filter(([, times]) => times > 1).map(([name]) => name),
		early: trigger.foundEvents.filter((name) => before.has(name)),
		stuck: polls === MOST_POLLS,
		count: due.length,
		idle: project.requests - sent,
	};
}

describe('random histories', () => {
	it.each([
		['', false],
		[' while somebody changes Events', true],
	])('lose nothing and report nothing twice%s', async (_, isChanging) => {
		let count = 0;
		const numRuns = runs(150);

		await fc.assert(
			fc.asyncProperty(fc.noBias(fc.nat()), async (number) => {
				const { count: due, ...wrong } = await history(number, isChanging);

				count += due;
				expect(wrong).toEqual({ lost: [], doubled: [], early: [], stuck: false, idle: 1 });
			}),
			// A smaller number is no simpler history.
			{ numRuns, endOnFailure: true },
		);
		expect(count).toBeGreaterThan(numRuns);
	});
});

describe('a backlog', () => {
	it('of more events than a function call can have arguments is reported', async () => {
		const count = 130_000;
		const before = '2026-11-23T08:00:00Z';
		const at = '2026-11-23T09:00:00Z';
		const pageOf = (records: JsonObject[]): ListPage => ({
			records,
			more: false,
			total: undefined,
			cursor: undefined,
			looked: undefined,
		});
		const comments = Array.from({ length: count }, (_, number) => ({
			id: `comment${number}`,
			created_at: at,
		}));
		let isLater = false;
		const page: ProjectLists['page'] = async (list) =>
			await Promise.resolve(
				list === 'comments'
					? pageOf(isLater ? comments : [])
					: pageOf([{ id: 'item1', created_at: before, updated_at: isLater ? at : before }]),
			);
		const lists = { page, pageAnyway: page, clock: () => Date.parse(at), warn: () => undefined };
		const polling = {
			names: { asked: '', projects: ['p1'], ids: {} },
			listsOf: () => lists,
			selection: { ...everything, details: ['comments'] } as const,
			isSpent: () => false,
		};
		const { mark } = await poll(undefined, polling);

		isLater = true;
		expect((await poll(mark, polling)).foundEvents).toHaveLength(count);
	});

	/** Polls a project of so many work items that have all changed within this time. */
	async function backlog(count: number, within: number, size: number) {
		const project = new Project(random(1), { size, ahead: 0, lively: 0, failing: 0 });

		project.create(count);
		project.pass(3_600_000);
		const trigger = new Trigger();

		await trigger.poll(project);
		project.changeAll(within);
		const requests: number[] = [];

		for (let polls = 0; polls < 100 && trigger.foundEvents.length < count; polls++) {
			const before = project.requests;

			await trigger.poll(project);
			requests.push(project.requests - before);
			project.pass(60_000);
		}

		return { foundEvents: trigger.foundEvents, requests };
	}

	it('of 5,000 changes of one work item is reported, each once, while others continue (finding 7)', async () => {
		const project = new Project(random(1), { size: 100, ahead: 0, lively: 0, failing: 0 });

		project.create(20);
		project.pass(3_600_000);
		const trigger = new Trigger();

		await trigger.poll(project);
		project.burst(5_000, 7_200_000);
		project.change();
		project.pass(60_000);
		await trigger.poll(project);
		const other = trigger.foundEvents.filter((name) =>
			name.endsWith(project.happened.at(-1) ?? ''),
		);
		let polls = 1;

		for (; polls < 30 && trigger.foundEvents.length < 5_001; polls++) {
			const before = project.requests;

			project.pass(60_000);
			await trigger.poll(project);
			expect(project.requests - before).toBeLessThanOrEqual(40);
		}

		expect(other).toHaveLength(1);
		expect(polls).toBeLessThan(8);
		expect(new Set(trigger.foundEvents).size).toBe(trigger.foundEvents.length);
		expect(project.happened.filter((name) => !trigger.foundEvents.includes(name)).length).toBe(20);
	});

	it('keeps its mark small where it is always behind, and continues (finding 20)', async () => {
		const project = new Project(random(2), { size: 100, ahead: 0, lively: 0, failing: 0 });

		project.create(3_000);
		project.pass(3_600_000);
		const trigger = new Trigger();

		await trigger.poll(project);
		let largest = 0;

		// As many changes are more than it can read twice.
		for (let minutes = 0; minutes < 240; minutes++) {
			project.changeSome(15, 60_000);
			await trigger.poll(project);
			largest = Math.max(largest, JSON.stringify(trigger.mark).length);
		}

		expect(largest).toBeLessThan(40_000);
		expect(trigger.foundEvents.length).toBeGreaterThan(15 * 220);
	});

	it.each([
		['a weekend', 48 * 3_600_000],
		['a minute', 60_000],
	])(
		'of %s is reported the oldest first, each once, by polls of 40 requests',
		async (_, within) => {
			const { foundEvents, requests } = await backlog(1_000, within, 20);

			expect(foundEvents).toHaveLength(1_000);
			expect(new Set(foundEvents).size).toBe(1_000);
			// Those of one poll by their activities, which workers write a little later.
			const number = (name: string) => Number(/\d+/.exec(name)?.[0]);
			const ahead = foundEvents.map(
				(name, index) => (number(name) - number(foundEvents[0] ?? '')) / 2 - index,
			);

			expect(Math.max(...ahead.map(Math.abs))).toBeLessThanOrEqual(40);
			expect(Math.max(...requests)).toBeLessThanOrEqual(40);
			// Each work item takes one for its activities and one for its comments.
			expect(requests.length).toBeLessThan((1_000 * 2) / 40 / 0.8);
		},
	);
});
