import { setTimeout as wait } from 'node:timers/promises';

import type { Limit } from '../../service/limit';
import { startService, type Service } from '../../service/service';
import { accountOf, executionsIn, type Execution } from './account';
import type { Cluster } from './cluster';
import { makeCalls, UPDATES_WEBHOOK, type Update } from './workflows';

export const EXECUTIONS = 40;
export const UPDATES = 25;

/** What 40 executions meet that are started at once. */
export interface Scenario {
	readonly limit: Limit;
	/** What happens meanwhile; the scenario does not end before it has. */
	readonly meanwhile?: (service: Service) => Promise<void>;
	/** The longest that it may take, in seconds. */
	readonly atMost: number;
}

/** What came of them. */
export type Outcome = Awaited<ReturnType<typeof runScenario>>;

/**
 * Starts the updates 40 times at once, and waits until n8n says that all of them have ended; in the
 * end makes the calls again that were not carried out as a whole.
 */
export async function runScenario(cluster: Cluster, scenario: Scenario) {
	const { limit, meanwhile, atMost } = scenario;
	const { database, workers, servicePort, url } = cluster;
	const service = await startService({ port: servicePort, limit });
	const callAll = async (calls: readonly Update[][]) =>
		await Promise.all(
			calls.map(async (updates) => await callWebhook(url, UPDATES_WEBHOOK, { updates })),
		);

	try {
		const calls = makeCalls(service, EXECUTIONS, UPDATES);
		const earlier = (await executionsIn(database, 0)).map(({ id }) => id);
		const last = Math.max(0, ...earlier.map(Number));

		const begin = Date.now();
		const late = begin + atMost * 1000;
		const happening = meanwhile?.(service);

		await callAll(calls);
		const executions = await allEnded(database, last, EXECUTIONS, late);

		await happening;

		const since = (time: number) => time - begin;
		const ofThis = (ids: readonly string[]) => ids.filter((id) => !earlier.includes(id));
		const outcome = {
			account: accountOf(calls, executions, service.ledger),
			/** When updates were carried out and requests refused, in milliseconds since the first call. */
			carriedOut: service.ledger.map(({ at }) => since(at)),
			refused: service.refusals.map(since),
			/** By their IDs, the executions that each worker has begun and has brought to an end. */
			workers: workers.map((worker) => ({
				begun: ofThis(worker.begun()),
				ended: ofThis(worker.ended()),
			})),
		};
		const rest = unfinished(calls, service);

		await callAll(rest);
		const all = await allEnded(database, last, EXECUTIONS + rest.length, late);

		return {
			...outcome,
			/** The account after that. */
			again: accountOf(calls, all, service.ledger),
		};
	} finally {
		await service.close();
	}
}

/** The calls of which an update is not in the service's ledger. */
function unfinished(calls: readonly Update[][], { ledger }: Service): Update[][] {
	const isCarriedOut = ({ module }: Update) => ledger.some(({ url }) => url.includes(module));

	return calls.filter((updates) => !updates.every(isCarriedOut));
}

/** Calls a webhook of n8n. Returns what it answers. @throws Error with that, unless it is good */
export async function callWebhook(url: string, path: string, body: unknown): Promise<unknown> {
	const response = await fetch(`${url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The webhook said ${response.status}: ${text}`);

	return JSON.parse(text) as unknown;
}

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** @throws Error that counts the executions by what n8n says of them, where they do not all end */
async function allEnded(
	database: Cluster['database'],
	after: number,
	count: number,
	late: number,
): Promise<Execution[]> {
	for (;;) {
		const executions = await executionsIn(database, after);
		const hasEnded = ({ status }: Execution) => ENDED.includes(status);
		if (executions.length >= count && executions.every(hasEnded)) return executions;

		if (Date.now() > late) {
			const states = executions.map(({ id, status }) => `${id} ${status}`).join(', ');

			throw new Error(`Not all executions have ended in time: ${states}`);
		}

		await wait(1000);
	}
}
