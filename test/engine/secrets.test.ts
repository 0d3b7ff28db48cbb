import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';

import { deliveries, secret } from '../service/observed/webhooks';
import { runStory } from './runStory';
import { withRequestOptions } from './samples';
import { alone, commercialStory, type Step, story } from './story';
import { Triggers } from './triggers';
import { useStubs, useWorld } from './useWorld';
import { credentialFor } from './world';

// Nothing that is secret may show: not where all goes well, and not where a server tells whoever asks
// all that it was asked with.

const KEY = 'plane_api_a-key-that-nobody-may-see';
const UUID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

const startStub = useStubs();
const world = useWorld({ face: 'community' });
const commercial = useWorld();

/** Whatever this process writes while the tests run. */
const written: string[] = [];
beforeAll(() => {
	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
	}
});
afterAll(() => {
	jest.restoreAllMocks();
});
afterEach(() => {
	expectNot(written, KEY);
	expectNot(written, secret);
	written.length = 0;
});

const endless = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity } as const;

/** Not by toContain, which would print all of it. */
function expectNot(all: unknown, hidden: string): void {
	const text = inspect(all, { ...endless, showHidden: true });
	const at = text.indexOf(hidden);
	expect(at === -1 ? '' : text.slice(Math.max(0, at - 200), at)).toBe('');
}

/** A server that repeats all that it was asked with, wherever there is room for it. */
const repeating =
	(status: number, elsewhere: string): RequestListener =>
	({ headers, url = '' }, response) => {
		const key = String(headers['x-api-key']);
		const said = { id: UUID, name: key, detail: `Not ${key}`, error: JSON.stringify(headers), url };
		response.writeHead(status, {
			'content-type': 'application/json',
			'x-said': key,
			location: `${elsewhere}/${key}?key=${key}`,
		});
		response.end(JSON.stringify({ ...said, results: [said], [key]: key }));
	};

test("a team's week shows the key nowhere", async () => {
	for (const [each, steps] of [
		[world, story],
		[commercial, commercialStory(commercial.service.state)],
	] as const) {
		const lines = await runStory(each, steps);
		expect(lines.map(({ problem }) => problem)).toEqual(lines.map(() => undefined));
		const shown = lines.map(({ items, problem, changed }) => ({ items, problem, changed }));
		expectNot(shown, each.service.apiKey);
		// The storage is another server.
		expectNot(each.store.requests, each.service.apiKey);
		expectNot(written, each.service.apiKey);
	}
});

describe('a server that repeats the key', () => {
	const steps = (): Step[] => [...story, ...commercialStory(commercial.service.state)];

	test.each([200, 201, 302, 308, 400, 401, 403, 404, 409, 429, 500, 503])(
		'with status %i gets it into no output, error, hint or log, and no request elsewhere, by any operation',
		async (status) => {
			const elsewhere = await startStub();
			const server = await startStub(repeating(status, elsewhere.url));
			const credential = credentialFor({ url: server.url, apiKey: KEY });
			const kept: unknown[] = [];
			for (const { operation, parameters } of steps()) {
				const atOnce = withRequestOptions({ retries: 0, maxWait: 0 }, alone(parameters));
				for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
					const outcome = await world.run(operation, atOnce, {
						...{ credential, onError },
						after: async (...all: unknown[]) => {
							await Promise.resolve(kept.push(...all));
						},
					});
					kept.push(outcome);
				}
			}
			expect(server.arrived.length).toBeGreaterThan(steps().length);
			expect(elsewhere.arrived).toEqual([]);
			expectNot(kept, KEY);
		},
	);
});

describe('the triggers', () => {
	test.each([200, 302, 400, 401, 403, 404, 429, 500])(
		'show no key where a server repeats it with status %i',
		async (status) => {
			const elsewhere = await startStub();
			const server = await startStub(repeating(status, elsewhere.url));
			const triggers = await Triggers.start();
			const events = ['work_item_created', 'work_item_updated', 'intake_item_created'];
			const trigger = await triggers.use(
				'planePollingTrigger',
				{ events, projects: [UUID], options: { ignoreMyOwnChanges: true } },
				credentialFor({ url: server.url, apiKey: KEY }),
			);
			const polls = [
				await trigger.poll(),
				await trigger.poll(),
				await trigger.poll('manual', true),
			];
			expect(server.arrived.length).toBeGreaterThan(0);
			expect(elsewhere.arrived).toEqual([]);
			expectNot([polls, trigger.memory], KEY);
		},
	);

	test('show neither the secret nor a signature, whatever is delivered', async () => {
		const triggers = await Triggers.start();
		const parameters = { events: ['anything_else'], options: { includeBody: true } };
		const trigger = await triggers.use('planeTrigger', parameters, { signingSecret: secret });
		for (const { body, signature } of deliveries) {
			for (const given of [signature, secret, `${signature}0`]) {
				const headers = { 'x-plane-signature': given, 'x-secret': secret };
				const answered = await trigger.receive(Buffer.from(body), headers);
				expectNot([answered, trigger.memory], secret);
				expectNot([answered, trigger.memory], signature);
			}
		}
	});
});
