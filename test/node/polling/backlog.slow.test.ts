import { describe, expect, it } from '@jest/globals';

import { apiKey } from '../../service/key';
import { QUIET, withPollingWorld } from './PollingWorld';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Of a trigger that reads two lists of each changed work item. */
const CHANGES = { events: ['workItemCreated', 'workItemUpdated', 'commentCreated'] };

/** Requests that a poll sends for what it has found, and those for the names of the users. */
const MOST_REQUESTS = 40 + 1;

const countDifferent = (names: readonly string[]): number => new Set(names).size;

describe('The polling trigger, with a backlog', () => {
	it('reports 5,000 changes of one work item once each, without delaying the others', async () => {
		await withPollingWorld({ ...QUIET, workItems: 20 }, CHANGES, async (world) => {
			await world.start();
			await world.pass(world.team.changeOneItemOften(5_000, 2 * HOUR));
			await world.pass(world.team.createItem());
			await world.wait(MINUTE);
			await world.poll();

			const lastEvent = world.ledger.names.at(-1);
			const lastEventReports = world.reportedNames.filter((name) => name === lastEvent);
			let polls = 1;

			for (; polls < 30 && world.reportedNames.length < 5_001; polls++) {
				await world.wait(MINUTE);
				expect(await world.poll()).toBeLessThanOrEqual(MOST_REQUESTS);
			}

			expect(lastEventReports).toHaveLength(1);
			expect(polls).toBeLessThan(8);
			expect(world.reportedNames.toSorted()).toEqual([...world.ledger.names].sort());
		});
	}, 120_000);

	it('keeps its state small and continues if it is always behind', async () => {
		await withPollingWorld({ ...QUIET, seed: 2, workItems: 1_500 }, CHANGES, async (world) => {
			let largestState = 0;

			await world.start();

			// These are more changes than the trigger can read twice.
			for (let minute = 0; minute < 100; minute++) {
				await world.pass(world.team.changeSomeItems(15, MINUTE));
				await world.poll();
				largestState = Math.max(largestState, world.trigger.stateSize);
			}

			expect(largestState).toBeLessThan(65_000);
			expect(world.reportedNames.length).toBeGreaterThan(15 * 80);
		});
	}, 120_000);

	it('reports 300 changes at 60 requests a minute within twelve minutes, and intake by the second poll', async () => {
		const limit = { requests: 60, windowMs: MINUTE, key: apiKey };
		const environment = { ...QUIET, seed: 3, workItems: 1_000, limit };
		const events = [...CHANGES.events, 'intakeItemCreated'];

		await withPollingWorld(environment, { events }, async (world) => {
			await world.start();
			await world.wait(MINUTE);
			await world.pass(world.team.changeItems(300, 28_000));

			const startedAt = world.now;
			const { refusals } = world.plane.service;
			const before = world.requestCount - refusals.length;
			const changes = () => world.reportedNames.filter((name) => name.startsWith('name '));
			const intakeItems = () => world.reportedNames.filter((name) => name.startsWith('request '));
			let duration = 0;
			let submitted = 0;

			for (let polls = 1; polls <= 60 && changes().length < 300; polls++) {
				if (polls % 4 === 1) {
					await world.pass(world.team.submitIntake());
					submitted++;
				}

				await world.poll();
				duration = world.now - startedAt;

				// At the latest by the second poll, and every fourth one has an item.
				if (polls % 4 === 2) expect(intakeItems()).toHaveLength(submitted);

				await world.wait(polls * 30_000 - duration);
			}

			expect(changes()).toHaveLength(300);
			expect(countDifferent(world.reportedNames)).toBe(world.reportedNames.length);
			expect(duration).toBeLessThanOrEqual(12 * MINUTE);
			// Two for each work item, two in each poll: for the list of work items and for the users of the events; one in
			// every second poll for intake, and one to read what was submitted. Those that are refused do not count against
			// the limit (row 19).
			expect(world.requestCount - refusals.length - before).toBeLessThanOrEqual(680 + submitted);
			expect(refusals.length).toBeLessThanOrEqual(30);
		});
	}, 120_000);

	it.each([
		['500 changes from a weekend, oldest first', 500, 48 * HOUR, 20],
		[
			'1,000 changes from a minute, in the order in which the workers get to them',
			1_000,
			MINUTE,
			1_000,
		],
	])(
		'reports %s, once each in polls of 40 requests',
		async (_, count, duration, maxDisplacement) => {
			await withPollingWorld(
				{ ...QUIET, workItems: count, pageSize: 20 },
				CHANGES,
				async (world) => {
					const requestCounts: number[] = [];

					await world.start();
					await world.pass(world.team.changeItems(count, duration));

					for (let polls = 0; polls < 100 && world.reportedNames.length < count; polls++) {
						requestCounts.push(await world.poll());
						await world.wait(MINUTE);
					}

					const reported = world.reportedNames;
					const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0]);
					const displacements = reported.map((name, index) => Math.abs(numberIn(name) - 1 - index));

					expect(reported).toHaveLength(count);
					expect(countDifferent(reported)).toBe(count);
					// Within one poll, the order is that of the activities, which workers write a little later.
					expect(Math.max(...displacements)).toBeLessThanOrEqual(maxDisplacement);
					expect(Math.max(...requestCounts)).toBeLessThanOrEqual(MOST_REQUESTS);
					// Each work item takes one request for its activities and one for its comments.
					expect(requestCounts.length).toBeLessThan((count * 2) / 40 / 0.8);
				},
			);
		},
		120_000,
	);
});
