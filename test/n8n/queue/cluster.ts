import { setTimeout as wait } from 'node:timers/promises';

import { installN8n } from '../install';
import { Instance, type Started } from '../instance';
import { pack } from '../pack';
import type { CredentialFile, WorkflowFile } from '../workflows/draft';
import { installPrograms } from './programs';
import { startPostgres, type Postgres } from './postgres';
import { startRedis, type Redis } from './redis';

/** Executions that a worker carries out at the same time. */
export const AT_ONCE = 5;

/** n8n as it runs on many machines: a main process and two workers, over Redis and PostgreSQL. */
export interface Cluster {
	/** Of n8n, such as `2.41.1`. */
	readonly version: string;
	readonly database: Postgres;
	/** The address that starts the workflow with the webhook of this name. */
	webhook(name: string): string;
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

/** @param content what is to be imported before the start */
export async function startCluster(content: {
	readonly credential: CredentialFile;
	readonly workflows: readonly WorkflowFile[];
}): Promise<Cluster> {
	installPrograms();
	/** What ends the parts, the last started first. */
	const closers: (() => Promise<void>)[] = [];
	const close = async () => {
		for (const end of closers.splice(0).reverse()) await end();
	};
	try {
		const installation = await installN8n('v2', (text) => process.stderr.write(`${text}\n`));
		const redis = await startRedis();
		closers.push(async () => await redis.close());
		const database = await startPostgres();
		closers.push(async () => await database.close());

		const archive = await pack();
		const env = settings(redis, database);
		/** A machine of its own has a user folder of its own. */
		const machine = async () => {
			const instance = await Instance.create(installation, archive, { env });
			closers.push(async () => await instance.close());
			return instance;
		};
		const [main, one, other] = [await machine(), await machine(), await machine()];
		await main.importCredentials([content.credential]);
		await main.importWorkflows(content.workflows);
		for (const { id } of content.workflows) await main.activate(id);

		const [{ url }, ...workers] = await Promise.all([
			main.start(),
			one.start({ command: 'worker' }),
			other.start({ command: 'worker' }),
		]);
		// n8n says that it is ready before its webhooks are.
		const late = Date.now() + 60_000;
		const registered = async () => (await database.rows('select 1 from webhook_entity')).length;
		while ((await registered()) < content.workflows.length) {
			if (Date.now() > late) throw new Error('n8n does not register the webhooks');
			await wait(200);
		}
		const { version } = installation;
		const webhook = (name: string) => `${url}/webhook/${name}`;
		return { version, database, webhook, workers: workers.map(workerOf), close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What all processes of the queue share. */
const settings = (redis: Redis, database: Postgres) => ({
	EXECUTIONS_MODE: 'queue',
	N8N_ENCRYPTION_KEY: 'the key that they share',
	N8N_CONCURRENCY_PRODUCTION_LIMIT: String(AT_ONCE),
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redis.port),
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
function workerOf(started: Started): Worker {
	const executions = (verb: string) =>
		[...started.log().matchAll(new RegExp(`Worker ${verb} execution (\\d+) `, 'g'))].flatMap(
			([, id]) => id ?? [],
		);
	return {
		begun: () => executions('started'),
		ended: () => executions('finished'),
		kill: async () => await started.kill(),
	};
}
