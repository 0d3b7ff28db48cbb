import { setTimeout as wait } from 'node:timers/promises';

import type { Limit } from '../../service/limit';
import { startService, type Service } from '../../service/service';
import { accountOf, type Account } from './account';
import type { Cluster } from './cluster';
import { executionsIn, hasEnded, type Execution } from './executions';
import { makeCalls } from './updates';

export const EXECUTIONS = 40;
export const UPDATES = 25;

/** What came of 40 executions that were started at once. */
export interface Outcome {
	readonly account: Account;
	/** From the first call until the last execution that succeeded had ended, in milliseconds. */
	readonly took: number;
	/** From the first call until n8n knew of the last execution what has become of it. */
	readonly known: number;
	/** When updates were carried out and requests refused, in milliseconds since the first call. */
	readonly carriedOut: readonly number[];
	readonly refused: readonly number[];
	/** Executions that each worker has begun, by their IDs, and those that it has brought to an end. */
	readonly workers: readonly { readonly begun: string[]; readonly ended: string[] }[];
}

export interface Story {
	/** Undefined: none that anything meets. */
	readonly limit?: Limit;
	/** What happens meanwhile; the story does not end before it has. */
	readonly meanwhile?: (service: Service) => Promise<void>;
	/** The longest that it may take, in seconds. */
	readonly atMost: number;
}

/** Starts the workflow 40 times at once, and waits until n8n says that all of them have ended. */
export async function tell(cluster: Cluster, port: number, story: Story): Promise<Outcome> {
	const { limit, meanwhile, atMost } = story;
	const service = await startService({ port, ...(limit === undefined ? {} : { limit }) });
	try {
		const calls = makeCalls(service, EXECUTIONS, UPDATES);
		const earlier = await executionsIn(cluster.database, 0);
		const last = Math.max(0, ...earlier.map(({ id }) => Number(id)));
		const before = new Set(earlier.map(({ id }) => id));

		const begin = Date.now();
		const happening = meanwhile?.(service);
		await Promise.all(calls.map(async (updates) => await call(cluster.webhook, { updates })));
		const executions = await allEnded(cluster, last, begin + atMost * 1000);
		await happening;

		const since = (time: number) => time - begin;
		const ends = (which: readonly Execution[]) =>
			since(Math.max(begin, ...which.map(({ ended = 0 }) => ended)));
		const new_ = (ids: readonly string[]) => ids.filter((id) => !before.has(id));
		return {
			account: accountOf(calls, executions, service.ledger),
			took: ends(executions.filter(({ status }) => status === 'success')),
			known: ends(executions),
			carriedOut: service.ledger.map(({ at }) => since(at)),
			refused: service.refusals.map(since),
			workers: cluster.workers.map((worker) => ({
				begun: new_(worker.begun()),
				ended: new_(worker.ended()),
			})),
		};
	} finally {
		await service.close();
	}
}

async function call(webhook: string, body: unknown): Promise<void> {
	const response = await fetch(webhook, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok)
		throw new Error(`The webhook said ${response.status}: ${await response.text()}`);
}

/** @throws Error that counts the executions by what n8n says of them, where they do not all end */
async function allEnded({ database }: Cluster, after: number, late: number): Promise<Execution[]> {
	for (;;) {
		const executions = await executionsIn(database, after);
		if (executions.length >= EXECUTIONS && executions.every(hasEnded)) return executions;
		if (Date.now() > late) {
			const states = executions.map(({ id, status }) => `${id} ${status}`).join(', ');
			throw new Error(`Not all executions have ended in time: ${states}`);
		}
		await wait(1000);
	}
}
