import { setTimeout as wait } from 'node:timers/promises';

import type { Limit } from '../../service/limit';
import { startService, type Service } from '../../service/service';
import { accountOf, type Account } from './account';
import type { Cluster } from './cluster';
import { executionsIn, hasEnded, type Execution } from './executions';
import type { Postgres } from './postgres';
import { makeCalls, type Update } from './updates';
import { WEBHOOK } from './workflow';

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
	/** The account after what was left over was started again; undefined: it was not. */
	readonly again: Account | undefined;
}

export interface Story {
	/** Undefined: none that anything meets. */
	readonly limit?: Limit;
	/** What happens meanwhile; the story does not end before it has. */
	readonly meanwhile?: (service: Service) => Promise<void>;
	/** The longest that it may take, in seconds. */
	readonly atMost: number;
	/** Whether calls that were not carried out as a whole are made again in the end. */
	readonly again?: boolean;
}

/** Starts the workflow 40 times at once, and waits until n8n says that all of them have ended. */
export async function tell(cluster: Cluster, port: number, story: Story): Promise<Outcome> {
	const { limit, meanwhile, atMost, again = false } = story;
	const service = await startService({ port, ...(limit === undefined ? {} : { limit }) });
	const { database, workers } = cluster;
	const webhook = cluster.webhook(WEBHOOK);
	try {
		const calls = makeCalls(service, EXECUTIONS, UPDATES);
		const earlier = (await executionsIn(database, 0)).map(({ id }) => id);
		const last = Math.max(0, ...earlier.map(Number));

		const begin = Date.now();
		const late = begin + atMost * 1000;
		const happening = meanwhile?.(service);
		await callAll(webhook, calls);
		const executions = await allEnded(database, last, EXECUTIONS, late);
		await happening;

		const since = (time: number) => time - begin;
		const ends = (which: readonly Execution[]) =>
			since(Math.max(begin, ...which.map(({ ended = 0 }) => ended)));
		const ofThis = (ids: readonly string[]) => ids.filter((id) => !earlier.includes(id));
		const outcome = {
			account: accountOf(calls, executions, service.ledger),
			took: ends(executions.filter(({ status }) => status === 'success')),
			known: ends(executions),
			carriedOut: service.ledger.map(({ at }) => since(at)),
			refused: service.refusals.map(since),
			workers: workers.map((worker) => ({
				begun: ofThis(worker.begun()),
				ended: ofThis(worker.ended()),
			})),
		};
		if (!again) return { ...outcome, again: undefined };

		const rest = unfinished(calls, service);
		await callAll(webhook, rest);
		const all = await allEnded(database, last, EXECUTIONS + rest.length, late);
		return { ...outcome, again: accountOf(calls, all, service.ledger) };
	} finally {
		await service.close();
	}
}

/** The calls of which an update is not in the service's ledger. */
function unfinished(calls: readonly Update[][], { ledger }: Service): Update[][] {
	const addresses = ledger.map(({ url }) => url);
	const isCarriedOut = ({ module }: Update) => addresses.some((url) => url.includes(module));
	return calls.filter((updates) => !updates.every(isCarriedOut));
}

const callAll = async (webhook: string, calls: readonly Update[][]) =>
	await Promise.all(calls.map(async (updates) => await call(webhook, { updates })));

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
async function allEnded(
	database: Postgres,
	after: number,
	count: number,
	late: number,
): Promise<Execution[]> {
	for (;;) {
		const executions = await executionsIn(database, after);
		if (executions.length >= count && executions.every(hasEnded)) return executions;
		if (Date.now() > late) {
			const states = executions.map(({ id, status }) => `${id} ${status}`).join(', ');
			throw new Error(`Not all executions have ended in time: ${states}`);
		}
		await wait(1000);
	}
}
