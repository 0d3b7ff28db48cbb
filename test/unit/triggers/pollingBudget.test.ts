import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IPollFunctions } from 'n8n-workflow';

import { Budget } from '../../../nodes/PlanePollingTrigger/Budget';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, webPage } from '../responses';

const request: HttpRequest = {
	method: 'GET',
	url: 'https://plane.example.com',
	headers: {},
	effect: 'read',
	route: '',
};

afterEach(() => {
	jest.restoreAllMocks();
});

/** A poll that has so long, and a clock of milliseconds that its tests set. */
function begun(respond: () => Outcome, budget?: number) {
	const clock = { time: 5_000 };

	jest.spyOn(performance, 'now').mockImplementation(() => clock.time);
	const sent: unknown[] = [];
	const context = budget === undefined ? {} : { getPollBudgetMs: () => budget };
	const poll = new Budget(context as IPollFunctions, async (given) => {
		sent.push(given);

		return await Promise.resolve(respond());
	});

	return { clock, poll, sent };
}

const ended = { fault: 'notSent', problem: { tag: 'notSent' } };

describe('a poll', () => {
	test('sends forty requests, and those alone without which all others would be in vain', async () => {
		const { poll, sent } = begun(() => jsonResponse([]));

		for (let count = 0; count < 40; count++) {
			expect(poll.isSpent).toBe(false);
			expect(await poll.send(request)).toMatchObject({ status: 200 });
		}

		expect([poll.isSpent, poll.isAway]).toEqual([true, false]);
		expect(await poll.send(request)).toMatchObject(ended);
		expect(sent).toHaveLength(40);
		expect(await poll.sendAnyway(request)).toMatchObject({ status: 200 });
		expect(sent[40]).toBe(request);
	});

	test('does not count what has to be sent', async () => {
		const { poll } = begun(() => jsonResponse([]));

		for (let count = 0; count < 50; count++) await poll.sendAnyway(request);
		expect(poll.isSpent).toBe(false);
	});

	test.each([
		['no longer than n8n lets it', 10_000, 10_000],
		['half a minute at most', 60_000, 30_000],
		['half a minute where n8n does not say', undefined, 30_000],
	])('takes %s', async (_, budget, most) => {
		const { clock, poll } = begun(() => jsonResponse([]), budget);

		clock.time += most - 1;
		expect(await poll.send(request)).toMatchObject({ status: 200 });
		clock.time += 1;
		expect(await poll.send(request)).toMatchObject(ended);
		expect(poll.isAway).toBe(false);
	});

	test.each([
		['asks to wait', jsonResponse({}, 429), true],
		['has no room', webPage(503), true],
		['is not there', networkFault('ECONNREFUSED'), true],
		['refuses the key', jsonResponse({}, 403), false],
	])('sends no more once the server %s', async (_, outcome, isAway) => {
		const outcomes: Outcome[] = [outcome, jsonResponse([])];
		const { poll } = begun(() => outcomes.shift() ?? jsonResponse([]));

		expect(await poll.send(request)).toBe(outcome);
		await poll.sendAnyway(request);
		expect([poll.isAway, poll.isSpent]).toEqual([isAway, isAway]);
	});
});
