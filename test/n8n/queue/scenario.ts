import { setTimeout as wait } from 'node:timers/promises';

import type { Limit } from '../../service/limit';
import { startService, type Service } from '../../service/service';
import { compareWithLedger, readExecutions, type Execution } from './account';
import type { Cluster } from './cluster';
import { makeCalls, UPDATES_WEBHOOK, type Update } from './workflows';

export const EXECUTIONS = 40;
export const UPDATES = 25;

/** The conditions of 40 executions that are started at once. */
export interface Scenario {
	readonly limit: Limit;
	/** Runs along with the executions; the scenario waits for its end. */
	readonly during?: (service: Service) => Promise<void>;
	/** In seconds. */
	readonly timeLimit: number;
}

/** The result of a scenario. */
export type Outcome = Awaited<ReturnType<typeof runScenario>>;

/**
 * Starts 40 executions at once, and waits until n8n reports that all of them have ended. Then repeats
 * the calls whose updates were not all carried out.
 */
export async function runScenario(cluster: Cluster, scenario: Scenario) {
	const { limit, during, timeLimit } = scenario;
	const { database, workers, servicePort, url } = cluster;
	const service = await startService({ port: servicePort, limit });
	const callAll = async (calls: readonly Update[][]) =>
		await Promise.all(
			calls.map(async (updates) => await callWebhook(url, UPDATES_WEBHOOK, { updates })),
		);

	try {
		const calls = makeCalls(service, EXECUTIONS, UPDATES);
		const earlier = (await readExecutions(database, 0)).map(({ id }) => id);
		const last = Math.max(0, ...earlier.map(Number));

		const begin = Date.now();
		const deadline = begin + timeLimit * 1000;
		const running = during?.(service);

		await callAll(calls);
		const executions = await waitUntilEnded(database, last, EXECUTIONS, deadline);

		await running;

		const since = (time: number) => time - begin;
		const withoutEarlier = (ids: readonly string[]) => ids.filter((id) => !earlier.includes(id));
		const outcome = {
			account: compareWithLedger(calls, executions, service.ledger),
			/** When updates were carried out and requests refused, in milliseconds since the first call. */
			carriedOut: service.ledger.map(({ at }) => since(at)),
			refused: service.refusals.map(since),
			/** IDs of the executions that each worker started and finished. */
			workers: workers.map((worker) => ({
				begun: withoutEarlier(worker.begun()),
				ended: withoutEarlier(worker.ended()),
			})),
		};
		const rest = findUnfinished(calls, service);

		await callAll(rest);
		const all = await waitUntilEnded(database, last, EXECUTIONS + rest.length, deadline);

		return {
			...outcome,
			/** The account after the repeated calls. */
			again: compareWithLedger(calls, all, service.ledger),
		};
	} finally {
		await service.close();
	}
}

/** The calls with an update that is not in the service's ledger. */
function findUnfinished(calls: readonly Update[][], { ledger }: Service): Update[][] {
	const isCarriedOut = ({ module }: Update) => ledger.some(({ url }) => url.includes(module));

	return calls.filter((updates) => !updates.every(isCarriedOut));
}

/** Calls a webhook of n8n, and returns its response. @throws Error if the status is not successful */
export async function callWebhook(url: string, path: string, body: unknown): Promise<unknown> {
	const response = await fetch(`${url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The webhook responded with ${response.status}: ${text}`);

	return JSON.parse(text) as unknown;
}

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** @throws Error with the status of each execution if they do not all end in time */
async function waitUntilEnded(
	database: Cluster['database'],
	after: number,
	count: number,
	deadline: number,
): Promise<Execution[]> {
	for (;;) {
		const executions = await readExecutions(database, after);
		const hasEnded = ({ status }: Execution) => ENDED.includes(status);
		if (executions.length >= count && executions.every(hasEnded)) return executions;

		if (Date.now() > deadline) {
			const states = executions.map(({ id, status }) => `${id} ${status}`).join(', ');

			throw new Error(`Not all executions have ended in time: ${states}`);
		}

		await wait(1000);
	}
}
