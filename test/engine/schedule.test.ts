import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { startService, type Service, type ServiceOptions } from '../service/service';
import { idOf, type Module } from '../service/state';
import { Engine, type Outcome, type PlaneNode, type RunOptions } from './engine';
import { useOwnTime } from './ownTime';
import { locator, parametersFor } from './samples';
import { credentialFor, faceNames } from './world';

let engine: Engine;
let service: Service;
const ownTime = useOwnTime();

beforeAll(async () => {
	engine = await Engine.start();
});
afterEach(async () => {
	await service.close();
});

/** Starts a service whose first project has this many modules of its own. */
async function start(options: ServiceOptions = {}, count = 20): Promise<readonly Module[]> {
	service = await startService({ face: 'community', ...options });
	const { modules } = service.state;
	const [pattern] = modules;
	if (pattern === undefined) throw new Error('No module');
	const mine = Array.from({ length: count }, (_, index) => ({
		...pattern,
		issues: [],
		id: idOf('module of the schedule', index),
		name: `Old ${String(index)}`,
	}));
	modules.push(...mine);
	return mine;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Renames modules, one for each item, to `New` and the number of the item. */
async function rename(
	ids: readonly string[],
	options: INodeParameters = {},
	node: Partial<PlaneNode> = {},
	more: RunOptions = {},
): Promise<Outcome> {
	return await engine.run(
		{
			parameters: parametersFor('module.update', {
				projectId: locator(service.state.projects),
				moduleId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				updateFields: { name: '=New {{ $json.number }}' },
				options,
			}),
			...node,
		},
		ids.map((id, number) => ({ json: { id, number } })),
		credentialFor(service),
		more,
	);
}

/** Makes a label for each item. */
const makeLabels = async (names: readonly string[]): Promise<Outcome> =>
	await engine.run(
		{
			parameters: parametersFor('label.create', {
				projectId: locator(service.state.projects),
				name: '={{ $json.name }}',
			}),
		},
		names.map((name) => ({ json: { name } })),
		credentialFor(service),
	);

const namesOf = (modules: readonly Module[]) =>
	modules.map(({ id }) => service.state.modules.find((module) => module.id === id)?.name);
const newNames = (count: number) => numbers(count).map((number) => `New ${String(number)}`);
const idsOf = (modules: readonly { readonly id: string }[]) => modules.map(({ id }) => id);

describe('several at once', () => {
	test.each([
		[{}, 8],
		[{ concurrentRequests: 3 }, 3],
		[{ concurrentRequests: 1 }, 1],
	])('with the options %j are at most %i', async (options, most) => {
		const modules = await start();
		service.faults.plan({ kind: 'delay', milliseconds: 50 }, { times: Infinity });
		await rename(idsOf(modules), options);
		expect(service.busiest).toBe(most);
		expect(namesOf(modules)).toEqual(newNames(20));
	});

	test('come out in the order of the items, whichever is answered first', async () => {
		const modules = await start();
		const isSlow = ({ url = '' }) => url.includes(modules[1]?.id ?? 'none');
		service.faults.plan({ kind: 'delay', milliseconds: 1000 }, { when: isSlow });
		const { json, outputs } = await rename(idsOf(modules));
		expect(json.map(({ id }) => id)).toEqual(idsOf(modules));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			numbers(20).map((item) => ({ item })),
		);
		const isLast = service.ledger.at(-1)?.url.includes(modules[1]?.id ?? 'none');
		expect(isLast).toBe(true);
	});

	test('change the same record in the order of the items, and others meanwhile', async () => {
		const [first, ...others] = await start({}, 6);
		const id = first?.id ?? '';
		service.faults.plan({ kind: 'delay', milliseconds: 1000 }, { skip: 1 });
		const ids = [id, id, ...idsOf(others), id];
		const { error } = await rename(ids);
		expect(error).toBeUndefined();
		const written = service.ledger.flatMap(({ url, body }) => (url.includes(id) ? [body] : []));
		expect(written).toEqual(['New 0', 'New 1', 'New 7'].map((name) => ({ name })));
		// The second change was held up, and the others did not wait for it.
		expect(service.ledger[1]?.url).not.toContain(id);
		expect(namesOf(first === undefined ? [] : [first])).toEqual(['New 7']);
	});

	test('make records in the order of the items', async () => {
		await start();
		const names = newNames(12);
		service.faults.plan({ kind: 'delay', milliseconds: 60 }, { skip: 2 });
		const { error } = await makeLabels(names);
		expect(error).toBeUndefined();
		expect(service.state.labels.slice(-12).map(({ name }) => name)).toEqual(names);
	});
});

describe('under a limit', () => {
	const limit = { requests: 10, windowMs: 2000 };

	test('everything is done exactly once, at most two are refused per window, and a hint says so', async () => {
		const modules = await start({ limit }, 30);
		const { error, hints } = await rename(idsOf(modules));
		expect(error).toBeUndefined();
		expect(namesOf(modules)).toEqual(newNames(30));
		expect(service.ledger).toHaveLength(30);
		const [begun = 0, ended = 0] = [service.ledger[0]?.at, service.ledger.at(-1)?.at];
		// Three, unless the machine itself takes its time.
		const windows = Math.floor((ended - begun) / limit.windowMs) + 1;
		expect(service.refusals.length).toBeLessThanOrEqual(2 * windows);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Waited [4-6] seconds because the server asked to; \d requests? w\w+ refused because of its limit and sent again$/,
			),
		]);
	});

	test.each(['seconds', 'date'] as const)(
		'that tells by Retry-After alone, in %s, all is done too',
		async (retryAfter) => {
			const options = { limit: { ...limit, retryAfter }, limitHeaders: false };
			const modules = await start(options, 25);
			const { error } = await rename(idsOf(modules));
			expect(error).toBeUndefined();
			expect(namesOf(modules)).toEqual(newNames(25));
			expect(service.ledger).toHaveLength(25);
		},
	);

	test('creates are repeated, because a refused one was not carried out', async () => {
		await start({ limit });
		const names = newNames(15);
		const { error } = await makeLabels(names);
		expect(error).toBeUndefined();
		expect(service.state.labels.slice(-15).map(({ name }) => name)).toEqual(names);
	});

	test.each(faceNames)('pages of a list wait as well, on the face %s', async (face) => {
		await start({ face, limit: { requests: 2, windowMs: 1000 } });
		const { json, error } = await engine.run(
			{
				parameters: parametersFor('workItem.getAll', {
					projectId: locator(service.state.projects),
					returnAll: true,
				}),
			},
			[{}],
			credentialFor(service),
		);
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ id }) => id)).size).toBe(250);
	});

	test('longer than Max Wait, the node stops at once and says what was done', async () => {
		const modules = await start({ limit: { requests: 5, windowMs: 60_000 } });
		const begun = ownTime();
		const { error } = await rename(idsOf(modules), { maxWait: 20 });
		expect(ownTime() - begun).toBeLessThan(5000);
		expect(error?.message).toMatch(
			/^This was not carried out, because the server asks to wait longer than Max Wait: .* too many requests.* \[item 5\]$/,
		);
		expect(error?.description).toMatch(
			/^It asks to wait (1 minute|\d+ seconds)\. Max Wait under Options allows 20 seconds of it\. .* Carried out: 5 of 20 items \(0-4\)\. Failed: .*/,
		);
		expect(service.ledger).toHaveLength(5);
	});

	test('longer than Max Wait, each of the rest fails alone with "continue"', async () => {
		const modules = await start({ limit: { requests: 5, windowMs: 60_000 } });
		const { outputs } = await rename(
			idsOf(modules),
			{ maxWait: 20 },
			{ onError: 'continueErrorOutput' },
		);
		expect(outputs.map((items) => items.length)).toEqual([5, 15]);
		expect(service.ledger).toHaveLength(5);
		expect(service.refusals.length).toBeLessThanOrEqual(2);
	});
});

describe('a cancellation', () => {
	/** Renames until something holds, cancels then, and tells what came of it. */
	async function cancelWhen(
		holds: () => boolean,
		ids: readonly string[],
		options: INodeParameters = {},
	) {
		let canceled = 0;
		const cancel = (async () => {
			while (!holds()) await wait(5);
			// By then the node knows too what the server knows.
			for (const since = ownTime(); ownTime() - since < 200; ) await wait(5);
			canceled = ownTime();
		})();
		const outcome = await rename(ids, options, {}, { cancel });
		const took = ownTime() - canceled;
		const [sent, done] = [service.requests.length, service.ledger.length];
		await wait(1500);
		expect(service.requests).toHaveLength(sent);
		return { outcome, took, done };
	}

	test('ends a wait for the server within a second, and nothing is sent after it', async () => {
		const modules = await start({ limit: { requests: 5, windowMs: 60_000 } });
		const { outcome, took, done } = await cancelWhen(
			() => service.refusals.length > 0,
			idsOf(modules),
		);
		expect(took).toBeLessThan(1000);
		expect(done).toBe(5);
		expect(outcome.status).toBe('canceled');
		expect(outcome.json).toEqual([]);
		expect(outcome.error).toEqual({
			message: 'The execution was canceled',
			description:
				'Nothing more was sent. Carried out: 5 of 20 items (0-4). Not carried out: 5-19.',
		});
	});

	test('ends a wait for Requests per Minute', async () => {
		const modules = await start();
		const { took, done } = await cancelWhen(() => service.ledger.length === 3, idsOf(modules), {
			requestsPerMinute: 3,
		});
		expect(took).toBeLessThan(1000);
		expect(done).toBe(3);
	});

	test('ends a pause before a repeat', async () => {
		const modules = await start();
		service.faults.plan({ kind: 'dropUnread' }, { skip: 1, times: Infinity });
		const { took, done } = await cancelWhen(
			() => service.faults.befell.length > 20,
			idsOf(modules),
		);
		expect(took).toBeLessThan(1000);
		expect(done).toBe(1);
	});

	test('ends the reading of items, and nothing is sent', async () => {
		const modules = await start();
		const ids = numbers(3000).map((number) => modules[number % 20]?.id ?? '');
		let canceled = 0;
		const cancel = (async () => {
			await wait(1);
			canceled = ownTime();
		})();
		const { status } = await rename(ids, {}, {}, { cancel });
		expect(ownTime() - canceled).toBeLessThan(1000);
		expect(status).toBe('canceled');
		expect(service.requests).toEqual([]);
	});

	test('breaks off the requests that are under way', async () => {
		const modules = await start();
		service.faults.plan({ kind: 'delay', milliseconds: 10_000 }, { skip: 1, times: Infinity });
		const { took, outcome } = await cancelWhen(
			() => service.faults.befell.length === 8,
			idsOf(modules),
		);
		expect(took).toBeLessThan(1000);
		expect(outcome.status).toBe('canceled');
	});
});

test('after a failure nothing more goes out, what waits for the server neither', async () => {
	const modules = await start();
	const ids = idsOf(modules);
	const isFirst = ({ url = '' }) => url.includes(ids[1] ?? 'none');
	service.faults.plan({ kind: 'status', status: 400, body: '{"error":"No"}' }, { when: isFirst });
	service.faults.plan({ kind: 'delay', milliseconds: 300 }, { when: isFirst });
	service.faults.plan(
		{ kind: 'status', status: 429, retryAfter: '5' },
		{ skip: 1, times: 7, when: (received) => !isFirst(received) },
	);
	const begun = ownTime();
	const { error } = await rename(ids);
	expect(ownTime() - begun).toBeLessThan(4000);
	expect(error?.message).toMatch(/\[item 1\]$/);
	expect(error?.description).toMatch(
		/ Carried out: 1 of 20 items \(0\)\. Failed: 1\. Not carried out: 2-19\.$/,
	);
	expect(service.ledger).toHaveLength(1);
});

test('a request takes no longer than Timeout says', async () => {
	const modules = await start({}, 2);
	service.faults.plan({ kind: 'delay', milliseconds: 30_000 }, { times: Infinity });
	const begun = ownTime();
	const { error } = await rename(idsOf(modules), { timeout: 1, retries: 0 });
	expect(ownTime() - begun).toBeLessThan(5000);
	expect(error?.message).toMatch(/did not answer in time \[item 0\]$/);
	expect(error?.description).toContain('Timeout under Options says how long to wait.');
});

test('a change is repeated as often as Retries says, and the error says how often it was sent', async () => {
	const modules = await start({}, 1);
	service.faults.plan({ kind: 'status', status: 503 }, { times: Infinity });
	const { error } = await rename(idsOf(modules), { retries: 2 });
	expect(service.faults.befell).toHaveLength(3);
	expect(error?.description).toContain('It was sent 3 times.');
});

test('repeats are told by a hint', async () => {
	const modules = await start();
	service.faults.plan({ kind: 'status', status: 500 }, { skip: 3, times: 2 });
	const { hints, error } = await rename(idsOf(modules));
	expect(error).toBeUndefined();
	expect(hints.map(({ message }) => message)).toEqual([
		'2 requests were sent again after status 500. If that happens often, lower Concurrent Requests',
	]);
	expect(namesOf(modules)).toEqual(newNames(20));
});

test('an option that cannot be is refused before anything is sent', async () => {
	const modules = await start({}, 2);
	const { error } = await rename(idsOf(modules), { concurrentRequests: 33 });
	expect(error?.message).toBe(
		'Concurrent Requests: 33 is not a whole number from 1 to 32 [item 0]',
	);
	expect(service.requests).toEqual([]);
});
