import { setTimeout as wait } from 'node:timers/promises';

import type { Limit } from '../../service/limit';
import { startService, type Service } from '../../service/service';
import { compareWithLedger, readExecutions, type Execution } from './account';
import type { Cluster } from './cluster';
import { createCalls, UPDATES_WEBHOOK, type Update } from './workflows';

export const EXECUTIONS = 40;
export const UPDATES = 25;

/** The conditions of 40 executions that are started at once. */
export interface Scenario {
	readonly limit: Limit;
	/** Runs beside the executions. The scenario waits for it. */
	readonly whileRunning?: (service: Service) => Promise<void>;
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
	const { limit, whileRunning, timeLimit } = scenario;
	const { database, workers, servicePort, url } = cluster;
	const service = await startService({ port: servicePort, limit });
	const callAll = async (calls: readonly Update[][]) =>
		await Promise.all(
			calls.map(async (updates) => await callWebhook(url, UPDATES_WEBHOOK, { updates })),
		);

	try {
		const calls = createCalls(service, EXECUTIONS, UPDATES);
		const earlierIds = (await readExecutions(database, 0)).map(({ id }) => id);
		const lastId = Math.max(0, ...earlierIds.map(Number));

		const begin = Date.now();
		const deadline = begin + timeLimit * 1000;
		const running = whileRunning?.(service);

		await callAll(calls);
		const executions = await waitUntilEnded(database, lastId, EXECUTIONS, deadline);

		await running;

		const millisecondsSinceBegin = (time: number) => time - begin;
		const withoutEarlier = (ids: readonly string[]) => ids.filter((id) => !earlierIds.includes(id));
		const outcome = {
			comparison: compareWithLedger(calls, executions, service.ledger),
			/** When updates were carried out and requests refused, in milliseconds since the first call. */
			carriedOut: service.ledger.map(({ at }) => millisecondsSinceBegin(at)),
			refused: service.refusals.map(millisecondsSinceBegin),
			/** IDs of the executions that each worker started and finished. */
			workers: workers.map((worker) => ({
				startedIds: withoutEarlier(worker.startedIds()),
				finishedIds: withoutEarlier(worker.finishedIds()),
			})),
		};
		const unfinishedCalls = findUnfinished(calls, service);

		await callAll(unfinishedCalls);
		const allExecutions = await waitUntilEnded(
			database,
			lastId,
			EXECUTIONS + unfinishedCalls.length,
			deadline,
		);

		return {
			...outcome,
			/** The comparison after the repeated calls. */
			afterRepeat: compareWithLedger(calls, allExecutions, service.ledger),
		};
	} finally {
		await service.close();
	}
}

/** Finds the calls with an update that is not in the service's ledger. */
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

const FINAL_STATUSES = ['success', 'error', 'crashed', 'canceled'];

/** @throws Error with the status of each execution if they do not all end in time */
async function waitUntilEnded(
	database: Cluster['database'],
	after: number,
	count: number,
	deadline: number,
): Promise<Execution[]> {
	for (;;) {
		const executions = await readExecutions(database, after);
		const hasEnded = ({ status }: Execution) => FINAL_STATUSES.includes(status);
		if (executions.length >= count && executions.every(hasEnded)) return executions;

		if (Date.now() > deadline) {
			const states = executions.map(({ id, status }) => `${id} ${status}`).join(', ');

			throw new Error(`Not all executions have ended in time: ${states}`);
		}

		await wait(1000);
	}
}
