import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ProjectApi } from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { pollProjects } from '../../../nodes/PlanePollingTrigger/changes/pollProjects';
import { random } from '../random';
import { NEW_COMMENTS } from './editableProject';
import { pageOf } from './fakeProjectApi';
import { VirtualServer } from './virtualServer';
import { VirtualTrigger } from './virtualTrigger';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The parameter Events of a trigger that reads two lists of each changed work item. */
const CHANGES = ['work_item_created', 'work_item_updated', 'comment_created'];

describe('the polling trigger, with a backlog', () => {
	/** A server that nobody changes while it is polled. */
	const quietServer = (seed: number, pageSize: number) =>
		new VirtualServer(random(seed), {
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
			subscription: NEW_COMMENTS,
			isBudgetSpent: () => false,
		};

		const { state } = await pollProjects(undefined, options);

		hasComments = true;
		const { events } = await pollProjects(state, options);

		expect(events).toHaveLength(count);
	});

	it('reports 5,000 changes of one work item once each, without delaying the others', async () => {
		const server = quietServer(1, 100);
		const trigger = new VirtualTrigger(server, CHANGES);

		server.project.createItems(20);
		server.pass(HOUR);
		await trigger.poll();

		server.project.changeOneItemOften(5_000, 2 * HOUR);
		server.project.createItems(1);
		server.pass(MINUTE);

		await trigger.poll();

		const lastEvent = server.ledger.names.at(-1) ?? '';
		const lastEventReports = trigger.reportedNames.filter((name) => name.endsWith(lastEvent));
		let polls = 1;

		for (; polls < 30 && trigger.reportedNames.length < 5_001; polls++) {
			const { requestCount } = server;

			server.pass(MINUTE);
			await trigger.poll();

			expect(server.requestCount - requestCount).toBeLessThanOrEqual(40);
		}

		const unreported = server.ledger.names.filter((name) => !trigger.reportedNames.includes(name));

		expect(lastEventReports).toHaveLength(1);
		expect(polls).toBeLessThan(8);
		expect(new Set(trigger.reportedNames).size).toBe(trigger.reportedNames.length);
		// Those are the work items, which were created before the trigger was started.
		expect(unreported).toHaveLength(20);
	});

	it('keeps its state small and continues if it is always behind', async () => {
		const server = quietServer(2, 100);
		const trigger = new VirtualTrigger(server, CHANGES);
		let largestState = 0;

		server.project.createItems(3_000);
		server.pass(HOUR);
		await trigger.poll();

		// These are more changes than the trigger can read twice.
		for (let minute = 0; minute < 240; minute++) {
			server.project.changeSomeItems(15, MINUTE);
			await trigger.poll();
			largestState = Math.max(largestState, trigger.stateSize);
		}

		expect(largestState).toBeLessThan(60_000);
		expect(trigger.reportedNames.length).toBeGreaterThan(15 * 220);
	});

	it('reports 300 changes at 60 requests a minute within twelve minutes, and intake by the second poll', async () => {
		const server = new VirtualServer(random(3), {
			pageSize: 100,
			responseClockAhead: 0,
			changeRate: 0,
			failureRate: 0,
			requestsPerMinute: 60,
		});
		const trigger = new VirtualTrigger(server, [...CHANGES, 'intake_item_created']);

		server.project.createItems(5_000);
		await trigger.poll();
		server.pass(HOUR);
		await trigger.poll();
		server.pass(MINUTE);
		server.project.changeItems(300, 28_000);

		const startedAt = server.n8nTime;
		const accepted = server.requestCount;
		const changes = () => trigger.reportedNames.filter((name) => name.startsWith('name '));
		const intakeItems = () => trigger.reportedNames.filter((name) => name.startsWith('request '));
		let duration = 0;
		let submitted = 0;

		for (let polls = 1; polls <= 60 && changes().length < 300; polls++) {
			if (polls % 4 === 1) {
				server.project.submitIntake();
				submitted++;
			}

			await trigger.pollWithinLimit();
			duration = server.n8nTime - startedAt;

			// At the latest by the second poll, and every fourth one has an item.
			if (polls % 4 === 2) expect(intakeItems()).toHaveLength(submitted);

			server.pass(polls * 30_000 - duration);
		}

		expect(changes()).toHaveLength(300);
		expect(new Set(trigger.reportedNames).size).toBe(trigger.reportedNames.length);
		expect(duration).toBeLessThanOrEqual(12 * MINUTE);
		// Two for each work item, one in each poll for the list of work items, one in every second poll for intake, and
		// one to read what was submitted. Those that are refused do not count against the limit (row 19).
		expect(server.requestCount - server.refusedCount - accepted).toBeLessThanOrEqual(
			650 + submitted,
		);
		expect(server.refusedCount).toBeLessThanOrEqual(30);
	});

	it.each([
		['a weekend, oldest first', 48 * HOUR, 40],
		['a minute, in the order in which the workers get to them', MINUTE, 1_000],
	])(
		'reports 1,000 changes from %s, once each in polls of 40 requests',
		async (_, duration, maxDisplacement) => {
			const count = 1_000;
			const server = quietServer(1, 20);
			const trigger = new VirtualTrigger(server, CHANGES);
			const requestCounts: number[] = [];

			server.project.createItems(count);
			server.pass(HOUR);
			await trigger.poll();
			server.project.changeAllItems(duration);

			for (let polls = 0; polls < 100 && trigger.reportedNames.length < count; polls++) {
				const { requestCount } = server;

				await trigger.poll();
				requestCounts.push(server.requestCount - requestCount);
				server.pass(MINUTE);
			}

			const reported = trigger.reportedNames;
			const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0]);
			const firstNumber = numberIn(reported[0] ?? '');
			const displacements = reported.map((name, index) =>
				Math.abs((numberIn(name) - firstNumber) / 2 - index),
			);

			expect(reported).toHaveLength(count);
			expect(new Set(reported).size).toBe(count);
			// Within one poll, the order is that of the activities, which workers write a little later.
			expect(Math.max(...displacements)).toBeLessThanOrEqual(maxDisplacement);
			expect(Math.max(...requestCounts)).toBeLessThanOrEqual(40);
			// Each work item takes one request for its activities and one for its comments.
			expect(requestCounts.length).toBeLessThan((count * 2) / 40 / 0.8);
		},
	);
});
