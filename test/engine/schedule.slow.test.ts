import { describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import type { ServiceOptions } from '../service/service';
import { stableId } from '../service/state';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import type { Outcome } from './engine';
import { useProcessTime } from '../service/testing/processTime';
import { LIMITS_PLACE, withLimits } from './limits';
import { byId, locateFirst } from './samples';
import { jsonItems } from './startNode';
import { useWorlds } from './useWorld';
import type { Execution, World } from './world';

const { world, start: startService } = useWorlds();
const processTime = useProcessTime();

/** Starts a service, and adds `count` modules to its first project. @returns their IDs */
async function start(
	options: ServiceOptions = {},
	count = 20,
): Promise<{ readonly service: World['service']; readonly ids: readonly string[] }> {
	const { service } = await startService({ serverKind: 'community', ...options });
	const { modules } = service.state;
	const [template] = modules;
	if (template === undefined) throw new Error('No module');

	const ids = range(count).map((number) => stableId('module of the schedule', number));

	modules.push(...ids.map((id, number) => ({ ...template, id, name: `Old ${String(number)}` })));

	return { service, ids };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Renames a module for each item to `New` and the number of the item. */
const rename = async (
	ids: readonly string[],
	options: INodeParameters = {},
	execution: Execution = {},
): Promise<Outcome> =>
	await world.run(
		'module.update',
		withLimits(options, {
			projectId: locateFirst(world.service.state.projects),
			moduleId: byId('={{ $json.id }}'),
			updateFields: { name: '=New {{ $json.number }}' },
		}),
		{
			items: jsonItems(ids.map((id, number) => ({ id, number }))),
			// So that every request is a change.
			credential: { ...world.credential, apiVersion: 'v1' },
			...execution,
		},
	);

/** Creates a label for each item. @returns the names of the new labels in the order of the service */
async function createLabels(names: readonly string[]): Promise<readonly string[]> {
	const { projects, labels } = world.service.state;
	const { error } = await world.run(
		'label.create',
		{ projectId: locateFirst(projects), name: '={{ $json.name }}' },
		{ items: jsonItems(names.map((name) => ({ name }))) },
	);

	expect(error).toBeUndefined();

	return labels.slice(-names.length).map(({ name }) => name);
}

const namesOf = (ids: readonly string[]) =>
	ids.map((id) => world.service.state.modules.find((module) => module.id === id)?.name);
const newNames = (count: number) => range(count).map((number) => `New ${String(number)}`);

describe('Concurrent requests', () => {
	test.each([
		[{}, 8],
		[{ concurrentRequests: 3 }, 3],
		[{ concurrentRequests: 1 }, 1],
	])('with the options %j are at most %i', async (options, maxConcurrency) => {
		const { service, ids } = await start();

		service.faults.plan({ kind: 'delay', milliseconds: 50 }, { times: Infinity });

		await rename(ids, options);

		expect(service.peakConcurrency).toBe(maxConcurrency);
		expect(namesOf(ids)).toEqual(newNames(20));
	});

	test('are output in item order, even if later responses arrive first', async () => {
		const { service, ids } = await start();
		const isSlow = ({ url = '' }) => url.includes(ids[1] ?? 'none');

		service.faults.plan({ kind: 'delay', milliseconds: 1000 }, { when: isSlow });

		const { json, outputs } = await rename(ids);

		expect(json.map(({ id }) => id)).toEqual(ids);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			range(20).map((item) => ({ item })),
		);
		expect(isSlow(service.ledger.at(-1) ?? {})).toBe(true);
	});

	test('change the same record in item order, and other records at the same time', async () => {
		const { service, ids } = await start({}, 6);
		const [id = '', ...otherIds] = ids;

		service.faults.plan({ kind: 'delay', milliseconds: 1000 }, { skip: 1 });

		const { error } = await rename([id, id, ...otherIds, id]);

		expect(error).toBeUndefined();

		const written = service.ledger.flatMap(({ url, body }) => (url.includes(id) ? [body] : []));

		expect(written).toEqual(['New 0', 'New 1', 'New 7'].map((name) => ({ name })));
		// The second change was delayed, and the other items did not wait for it.
		expect(service.ledger[1]?.url).not.toContain(id);
		expect(namesOf([id])).toEqual(['New 7']);
	});

	test('create records in item order', async () => {
		const { service } = await start();

		service.faults.plan({ kind: 'delay', milliseconds: 60 }, { skip: 2 });

		expect(await createLabels(newNames(12))).toEqual(newNames(12));
	});
});

describe('Under a rate limit', () => {
	const limit = { requests: 10, windowMs: 2000 };

	test('every item is carried out once, at most two requests per window are refused, and a hint says so', async () => {
		const { service, ids } = await start({ limit }, 30);

		const { error, hints } = await rename(ids);

		expect(error).toBeUndefined();
		expect(namesOf(ids)).toEqual(newNames(30));
		expect(service.ledger).toHaveLength(30);

		const startedAt = service.ledger[0]?.at ?? 0;
		const endedAt = service.ledger.at(-1)?.at ?? 0;
		// Three, or more if the machine is slow.
		const windows = Math.floor((endedAt - startedAt) / limit.windowMs) + 1;

		expect(service.refusals.length).toBeLessThanOrEqual(2 * windows);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Waited \d+ seconds? because the server asked to; \d+ requests? w\w+ refused because of its limit and retried$/,
			),
		]);
	});

	test('that lasts longer than Max Wait, the node stops at once and says what was carried out', async () => {
		const { service, ids } = await start({ limit: { requests: 5, windowMs: 60_000 } });
		const startedAt = processTime();

		const { error } = await rename(ids, { maxWait: 20 });

		expect(processTime() - startedAt).toBeLessThan(5000);
		expectProblem(error, {
			cause: new RegExp(
				`^Not carried out, because ${causes.waitTooLong}: .* ${causes.tooManyRequests}`,
			),
			item: 5,
		});

		const { description = '' } = error ?? {};

		expect(description).toMatch(
			/^The server asks to wait (1 minute|\d+ seconds)\. Max Wait under /,
		);
		expect(description).toContain(`under ${LIMITS_PLACE} allows 20 seconds, and can be raised.`);
		expect(description).toMatch(/<br>Done: 5 of 20 items \(0-4\)\. Failed: .*/);
		expect(service.ledger).toHaveLength(5);
	});
});

describe('Canceling the workflow', () => {
	/**
	 * Renames modules, and cancels the workflow as soon as a condition is met.
	 *
	 * @returns the outcome, and how many requests the service had carried out when the workflow ended
	 */
	async function cancelWhen(
		condition: () => boolean,
		ids: readonly string[],
		options: INodeParameters = {},
	) {
		let canceledAt = 0;
		const cancel = (async () => {
			while (!condition()) await wait(5);
			// By then, the node has received the response, too.
			for (const since = processTime(); processTime() - since < 200; ) await wait(5);
			canceledAt = processTime();
		})();
		const outcome = await rename(ids, options, { cancel });

		expect(processTime() - canceledAt).toBeLessThan(1000);
		expect(outcome.status).toBe('canceled');
		const { requests, ledger } = world.service;
		const requestCount = requests.length;
		const carriedOut = ledger.length;

		await wait(1500);
		expect(requests).toHaveLength(requestCount);

		return { outcome, carriedOut };
	}

	test('ends a wait for the rate limit within a second, and nothing more is sent', async () => {
		const { service, ids } = await start({ limit: { requests: 5, windowMs: 60_000 } });

		const { outcome, carriedOut } = await cancelWhen(() => service.refusals.length > 0, ids);

		expect(carriedOut).toBe(5);
		expect(outcome.json).toEqual([]);
		expect(outcome.error).toEqual({
			message: causes.canceled,
			description: 'Nothing more was sent.<br>Done: 5 of 20 items (0-4). Not done: 5-19.',
		});
	});

	test('aborts the requests in progress', async () => {
		const { service, ids } = await start();

		service.faults.plan({ kind: 'delay', milliseconds: 10_000 }, { skip: 1, times: Infinity });

		await cancelWhen(() => service.faults.occurred.length === 8, ids);
	});

	test('stops reading items before anything is sent', async () => {
		const { service, ids } = await start();
		let canceledAt = 0;
		const cancel = wait(1).then(() => (canceledAt = processTime()));
		const repeatedIds = range(3000).map((number) => ids[number % 20] ?? '');

		const { status } = await rename(repeatedIds, {}, { cancel });

		expect(processTime() - canceledAt).toBeLessThan(1000);
		expect(status).toBe('canceled');
		expect(service.requests).toEqual([]);
	});
});

test('Nothing more is sent after a failure, not even requests that waited for the rate limit', async () => {
	const { service, ids } = await start();
	const changesSecondModule = ({ url = '' }) => url.includes(ids[1] ?? 'none');

	service.faults.plan(
		{ kind: 'status', status: 400, body: '{"error":"No"}' },
		{ when: changesSecondModule },
	);
	service.faults.plan({ kind: 'delay', milliseconds: 300 }, { when: changesSecondModule });
	service.faults.plan(
		{ kind: 'status', status: 429, retryAfter: '5' },
		{ skip: 1, times: 7, when: (request) => !changesSecondModule(request) },
	);
	const startedAt = processTime();

	const { error } = await rename(ids);

	expect(processTime() - startedAt).toBeLessThan(4000);
	expect(error?.message).toMatch(/\[item 1\]$/);
	expect(error?.description).toMatch(
		/<br>Done: 1 of 20 items \(0\)\. Failed: 1\. Not done: 2-19\.$/,
	);
	expect(service.ledger).toHaveLength(1);
});

test('A request takes no longer than Timeout', async () => {
	const { service, ids } = await start({}, 2);

	service.faults.plan({ kind: 'delay', milliseconds: 30_000 }, { times: Infinity });
	const startedAt = processTime();

	const { error } = await rename(ids, { timeout: 1, retries: 0 });

	expect(processTime() - startedAt).toBeLessThan(5000);
	expectProblem(error, {
		cause: new RegExp(causes.notInTime),
		item: 0,
		remedy: `Timeout under ${LIMITS_PLACE} says how long to wait.`,
	});
});
