import { setTimeout as wait } from 'node:timers/promises';

import { startService } from '../../service/service';
import { installN8n } from '../install';
import { Instance, type Started } from '../instance';
import { freePort } from '../ports';
import { triggerWorkflows } from '../triggerWorkflows';
import { credentialTo, webhookCredential } from '../workflows/draft';
import { startPostgres, startRedis, type Postgres } from './servers';
import { fileWorkflow, updatesWorkflow } from './workflows';

/** Executions that a worker carries out at the same time. */
export const CONCURRENCY = 5;

/** n8n as it runs on many machines: a main process and two workers, over Redis and PostgreSQL. */
export interface Cluster {
	/** Of n8n, without a slash at its end. */
	readonly url: string;
	/** Where the credential of the Plane node leads: a service is to be started there. */
	readonly servicePort: number;
	readonly database: Postgres;
	readonly workers: readonly Worker[];
	/** Ends all of it. */
	close(): Promise<void>;
}

export interface Worker {
	/** The IDs of the executions that it has begun. */
	begun(): string[];
	/** The IDs of the executions that it has brought to an end. */
	ended(): string[];
	/** Ends it as a power cut does. */
	kill(): Promise<void>;
}

/** Starts it with both workflows, which are ready for calls then. */
export async function startCluster(): Promise<Cluster> {
	const servicePort = await freePort();
	// Every service begins with the same records, so credential and workflows hold for all of them.
	const service = await startService({ port: servicePort });

	await service.close();
	const called = [updatesWorkflow(service), fileWorkflow()];
	const content = {
		credentials: [credentialTo(service), webhookCredential],
		// Those of the triggers are for a test to activate, because they poll.
		workflows: [...called, ...triggerWorkflows(service)],
	};

	/** What was started, in its order. */
	const started: { close(): Promise<void> }[] = [];

	const begin = <Part extends { close(): Promise<void> }>(part: Part): Part => {
		started.push(part);

		return part;
	};

	const close = async () => {
		for (const part of started.splice(0).reverse()) await part.close();
	};

	try {
		const installation = await installN8n('v2');
		const redis = begin(await startRedis());
		const database = begin(await startPostgres());
		const env = settings(redis.port, database);
		// A machine of its own has a user folder of its own.
		const machine = async () => begin(await Instance.create(installation, { env }));
		const [main, one, other] = [await machine(), await machine(), await machine()];

		await main.import(content);
		for (const { id } of called) await main.activate(id);
		const [{ url }, ...workers] = await Promise.all([
			main.start(),
			one.start('worker'),
			other.start('worker'),
		]);
		// n8n says that it is ready before its webhooks are.
		const late = Date.now() + 60_000;
		const registered = async () => (await database.rows('select 1 from webhook_entity')).length;

		while ((await registered()) < called.length) {
			if (Date.now() > late) throw new Error('n8n does not register the webhooks');

			await wait(200);
		}

		return { url, servicePort, database, workers: workers.map(workerOf), close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What all processes of the queue share. */
const settings = (redisPort: number, database: Postgres) => ({
	EXECUTIONS_MODE: 'queue',
	N8N_ENCRYPTION_KEY: 'the key that they share',
	N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY),
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redisPort),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(database.port),
	DB_POSTGRESDB_USER: database.user,
	DB_POSTGRESDB_DATABASE: database.database,
	// How soon n8n notices that a worker is gone, in milliseconds. Its own 60, 10 and 30 seconds are
	// longer than a test should wait.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
});

/** What a worker does stands in what it writes, as in `Worker started execution 12 (job 3)`. */
function workerOf({ log, kill }: Started): Worker {
	const executions = (verb: string) =>
		[...log().matchAll(new RegExp(`Worker ${verb} execution (\\d+) `, 'g'))].flatMap(
			([, id]) => id ?? [],
		);

	return { begun: () => executions('started'), ended: () => executions('finished'), kill };
}
