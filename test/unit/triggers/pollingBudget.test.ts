import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IPollFunctions } from 'n8n-workflow';

import { RequestBudget } from '../../../nodes/PlanePollingTrigger/RequestBudget';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, webPage } from '../responses';

const REQUEST: HttpRequest = {
	method: 'GET',
	url: 'https://plane.example.com',
	headers: {},
	effect: 'read',
	route: '',
};

afterEach(() => {
	jest.restoreAllMocks();
});

/**
 * The budget of a poll, on a clock that the test sets.
 *
 * @param pollBudget milliseconds that n8n allows; undefined if it does not say
 */
function startPoll(respond: () => Outcome, pollBudget?: number) {
	const clock = { time: 5_000 };

	jest.spyOn(performance, 'now').mockImplementation(() => clock.time);
	const sentRequests: unknown[] = [];
	const context = pollBudget === undefined ? {} : { getPollBudgetMs: () => pollBudget };
	const budget = new RequestBudget(context as IPollFunctions, async (request) => {
		sentRequests.push(request);

		return await Promise.resolve(respond());
	});

	return { clock, budget, sentRequests };
}

const NOT_SENT = { kind: 'notSent', problem: { cause: 'stopped' } };

describe('the budget of a poll', () => {
	test('allows forty requests', async () => {
		const { budget, sentRequests } = startPoll(() => jsonResponse([]));

		for (let count = 0; count < 40; count++) {
			expect(budget.isSpent).toBe(false);
			expect(await budget.send(REQUEST)).toMatchObject({ status: 200 });
		}

		expect(budget.isSpent).toBe(true);
		expect(budget.serverUnavailable).toBe(false);
		expect(await budget.send(REQUEST)).toMatchObject(NOT_SENT);
		expect(sentRequests).toHaveLength(40);
	});

	test.each([
		['the Requests per Minute of the credential', 30, 30],
		['forty requests if the credential allows more', 60, 40],
		['ten requests if the credential allows fewer, to get as far as an event', 2, 10],
	])('allows %s', async (_, requestsPerMinute, allowed) => {
		const budget = new RequestBudget(
			{} as IPollFunctions,
			async () => await Promise.resolve(jsonResponse([])),
			{ requestsPerMinute },
		);

		for (let count = 0; count < allowed; count++) {
			expect(await budget.send(REQUEST)).toMatchObject({ status: 200 });
		}

		expect(await budget.send(REQUEST)).toMatchObject(NOT_SENT);
	});

	test('does not limit or count unmetered requests', async () => {
		const { budget, sentRequests } = startPoll(() => jsonResponse([]));

		for (let count = 0; count < 50; count++) await budget.sendUnmetered(REQUEST);

		expect(budget.isSpent).toBe(false);

		for (let count = 0; count < 40; count++) await budget.send(REQUEST);

		expect(await budget.sendUnmetered(REQUEST)).toMatchObject({ status: 200 });
		expect(sentRequests).toHaveLength(91);
		expect(sentRequests[90]).toBe(REQUEST);
	});

	test.each([
		['as long as n8n allows', 10_000, 10_000],
		['half a minute at most', 60_000, 30_000],
		['half a minute if n8n does not say', undefined, 30_000],
	])('allows requests for %s', async (_, pollBudget, limit) => {
		const { clock, budget } = startPoll(() => jsonResponse([]), pollBudget);

		clock.time += limit - 1;

		const before = await budget.send(REQUEST);

		clock.time += 1;

		const after = await budget.send(REQUEST);

		expect(before).toMatchObject({ status: 200 });
		expect(after).toMatchObject(NOT_SENT);
		expect(budget.serverUnavailable).toBe(false);
	});

	test.each([
		['is spent once the server asks to wait', jsonResponse({}, 429), true],
		['is spent once the server is overloaded', webPage(503), true],
		['is spent once the server cannot be reached', networkFault('ECONNREFUSED'), true],
		['is not spent if the server refuses the key', jsonResponse({}, 403), false],
	])('%s', async (_, outcome, isUnavailable) => {
		const outcomes: Outcome[] = [outcome, jsonResponse([])];
		const { budget } = startPoll(() => outcomes.shift() ?? jsonResponse([]));

		expect(await budget.send(REQUEST)).toBe(outcome);

		// A request that succeeds later changes nothing.
		await budget.sendUnmetered(REQUEST);

		expect(budget.serverUnavailable).toBe(isUnavailable);
		expect(budget.isSpent).toBe(isUnavailable);
	});

	describe('on a server that limits requests', () => {
		/** Creates a poll in virtual time, and records when it sends requests, in milliseconds. */
		function startLimitedPoll(respond: (requests: number) => Outcome) {
			const sentAt: number[] = [];
			let time = 0;
			const budget = new RequestBudget(
				{} as IPollFunctions,
				async () => {
					sentAt.push(time);

					return await Promise.resolve(respond(sentAt.length));
				},
				{
					clock: {
						now: () => time,
						sleep: async (milliseconds) => {
							await Promise.resolve();
							time += milliseconds;
						},
					},
				},
			);

			return { budget, sentAt };
		}

		const withHeaders = (headers: Record<string, string>, status = 200): Outcome => ({
			...jsonResponse([], status),
			headers,
		});

		test('sends a request again that was refused for some seconds', async () => {
			const { budget, sentAt } = startLimitedPoll((requests) =>
				requests === 1 ? withHeaders({ 'retry-after': '7' }, 429) : jsonResponse([]),
			);

			expect(await budget.send(REQUEST)).toMatchObject({ status: 200 });
			expect(sentAt).toEqual([0, 7_000]);
			expect(budget.isSpent).toBe(false);
		});

		test('does not wait if a request was refused for longer', async () => {
			const { budget, sentAt } = startLimitedPoll(() => withHeaders({ 'retry-after': '11' }, 429));

			expect(await budget.send(REQUEST)).toMatchObject({ status: 429 });
			expect(sentAt).toEqual([0]);
			expect(budget.isSpent).toBe(true);
		});

		test('waits before a request that would be refused, if the poll has sent only a few', async () => {
			const { budget, sentAt } = startLimitedPoll(() =>
				withHeaders({ 'x-ratelimit-remaining': '0' }),
			);

			for (let count = 0; count < 6; count++) await budget.send(REQUEST);

			expect(sentAt).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
			expect(budget.isSpent).toBe(true);
			expect(budget.serverUnavailable).toBe(false);
		});

		test('ends a poll that has sent many before a request that would be refused', async () => {
			const { budget, sentAt } = startLimitedPoll((requests) =>
				withHeaders({ 'x-ratelimit-remaining': `${26 - requests}` }),
			);

			for (let count = 0; count < 30; count++) await budget.send(REQUEST);

			expect(sentAt).toHaveLength(26);
			expect(budget.serverUnavailable).toBe(false);
		});
	});
});
