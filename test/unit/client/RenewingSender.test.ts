import { describe, expect, test } from '@jest/globals';

import { type Renewal, RenewingSender } from '../../../nodes/shared/client/RenewingSender';
import { problem } from '../../../nodes/shared/result/problem';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import type { Send } from '../../../nodes/shared/transport/send';
import { jsonResponse, webPage } from '../responses';

const request: HttpRequest = {
	method: 'POST',
	route: 'POST a/',
	effect: 'create',
	url: 'https://plane.example.com/api/v1/a/',
	headers: {},
};

const accepted = jsonResponse({ id: 'a' });
const expired = jsonResponse({ detail: 'Given API token is not valid' }, 403);
const unauthorized = jsonResponse({ detail: 'Authentication credentials were not provided.' }, 401);
const denied = jsonResponse({ detail: 'You do not have permission to perform this action.' }, 403);
const busy = jsonResponse({ error: 'Rate limit exceeded' }, 429);
const broken: Outcome = {
	kind: 'notSent',
	problem: problem({ cause: 'failed', message: 'Not renewed', description: '' }),
};

/** A server that responds to each request in turn, and to all later ones like to the last. */
function createServer(...outcomes: readonly [Outcome, ...Outcome[]]) {
	let requests = 0;

	const send: Send = async () => {
		const outcome = outcomes[Math.min(requests, outcomes.length - 1)] ?? outcomes[0];

		requests += 1;

		return await Promise.resolve(outcome);
	};

	return { send, count: () => requests };
}

/** A sender whose token the server refuses, and whose renewals end like this. */
function createSender(old: Send, renewals: readonly Renewal[]) {
	let count = 0;
	const sender = new RenewingSender(old, async () => {
		const renewal = renewals[count] ?? { kind: 'refused' };

		count += 1;
		// Other requests are refused meanwhile.
		await new Promise((resolve) => setTimeout(resolve, 5));

		return renewal;
	});

	return { send: sender.send, renewals: () => count };
}

const renewedTo = (send: Send): Renewal => ({ kind: 'renewed', send });

describe('a request', () => {
	test.each([
		['is accepted', accepted],
		['lacks a permission', denied],
		['reaches a page of a proxy', webPage(401)],
		['is one too many', busy],
	])('that %s needs no renewal', async (_, outcome) => {
		const { send, renewals } = createSender(createServer(outcome).send, []);

		expect(await send(request)).toEqual(outcome);
		expect(renewals()).toBe(0);
	});

	test.each([expired, unauthorized])('is sent again with the new token', async (refusal) => {
		const renewed = createServer(accepted);
		const { send } = createSender(createServer(refusal).send, [renewedTo(renewed.send)]);

		expect(await send(request)).toEqual(accepted);
		expect(renewed.count()).toBe(1);
	});

	test('that fails after the renewal returns the new failure', async () => {
		const renewed = createServer(denied);
		const { send } = createSender(createServer(expired).send, [renewedTo(renewed.send)]);

		expect(await send(request)).toEqual(denied);
	});

	test('waits and is repeated by the scheduler if the server was too busy to renew', async () => {
		const renewed = createServer(accepted);
		const { send, renewals } = createSender(createServer(expired).send, [
			{ kind: 'later', outcome: busy },
			renewedTo(renewed.send),
		]);

		expect([await send(request), await send(request)]).toEqual([busy, accepted]);
		expect(renewals()).toBe(2);
	});
});

describe('many requests', () => {
	const sendMany = async (send: Send) =>
		await Promise.all(Array.from({ length: 50 }, async () => await send(request)));

	test('that are refused at the same time share one renewal', async () => {
		const renewed = createServer(accepted);
		const { send, renewals } = createSender(createServer(expired).send, [renewedTo(renewed.send)]);

		expect(new Set(await sendMany(send))).toEqual(new Set([accepted]));
		expect([renewals(), renewed.count()]).toEqual([1, 50]);
	});

	test('do not renew a token that is refused although it is new', async () => {
		const renewed = createServer(expired);
		const { send, renewals } = createSender(createServer(expired).send, [
			renewedTo(renewed.send),
			renewedTo(renewed.send),
		]);

		await send(request);
		await sendMany(send);

		expect(renewals()).toBe(1);
	});

	test('renew it again once the new token has worked and expired, too', async () => {
		const second = createServer(accepted);
		const first = createServer(accepted, expired);
		const { send, renewals } = createSender(createServer(expired).send, [
			renewedTo(first.send),
			renewedTo(second.send),
		]);

		await send(request);

		expect(await send(request)).toEqual(accepted);
		expect([renewals(), second.count()]).toEqual([2, 1]);
	});

	test('all say why the token could not be renewed, after one attempt', async () => {
		const { send, renewals } = createSender(createServer(expired).send, [
			{ kind: 'failed', outcome: broken },
		]);

		await send(request);

		expect(new Set(await sendMany(send))).toEqual(new Set([broken]));
		expect(renewals()).toBe(1);
	});

	test('return the refusal if the server says why, after one attempt', async () => {
		const { send, renewals } = createSender(createServer(expired).send, [{ kind: 'refused' }]);

		await send(request);

		expect(new Set(await sendMany(send))).toEqual(new Set([expired]));
		expect(renewals()).toBe(1);
	});
});
