import { startService } from '../../service/service';
import { installN8n } from '../install';
import { Instance, type RunningN8n } from '../instance';
import { N8nServer } from '../n8nServer';
import { findFreePort } from '../ports';
import { createTriggerWorkflows } from '../triggerWorkflows';
import { createPlaneCredential, webhookCredential } from '../workflows/draft';
import { startPostgres, startRedis, type Postgres } from './servers';
import { createFileWorkflow, createUpdatesWorkflow } from './workflows';

/** How many executions a worker runs at the same time. */
export const CONCURRENCY = 5;

/** n8n in queue mode: a main process and two workers, with Redis and PostgreSQL. */
export interface Cluster {
	/** The URL of n8n, without a trailing slash. */
	readonly url: string;
	/** The port in the credential of the Plane node. Tests start their service there. */
	readonly servicePort: number;
	readonly database: Postgres;
	readonly workers: readonly Worker[];
	/** Stops all processes. */
	close(): Promise<void>;
}

export interface Worker {
	/** IDs of the executions that it started. */
	startedIds(): string[];
	/** IDs of the executions that it finished. */
	finishedIds(): string[];
	/** Kills it, as a power cut would. */
	kill(): Promise<void>;
}

/** Seconds: shorter than the whole upload of a file, and longer than any pause in it on a busy machine. */
const TIMEOUT = 8;

/** Starts the cluster, and activates the two workflows with webhooks. */
export async function startCluster(): Promise<Cluster> {
	const servicePort = await findFreePort();
	// All services start with the same records, so credential and workflows fit all of them.
	const service = await startService({ port: servicePort });

	await service.close();
	const webhookWorkflows = [createUpdatesWorkflow(service), createFileWorkflow()];
	const credential = createPlaneCredential(service);
	const content = {
		credentials: [
			{ ...credential, data: { ...credential.data, limits: true, timeout: TIMEOUT } },
			webhookCredential,
		],
		// A test activates the workflows with triggers, because they poll.
		workflows: [...webhookWorkflows, ...createTriggerWorkflows(service)],
	};

	/** Everything that was started, in order. */
	const started: { close(): Promise<void> }[] = [];

	const track = <Part extends { close(): Promise<void> }>(part: Part): Part => {
		started.push(part);

		return part;
	};

	const close = async () => {
		for (const part of started.splice(0).reverse()) await part.close();
	};

	try {
		const installation = await installN8n('v2');
		const redis = track(await startRedis());
		const database = track(await startPostgres());
		const env = createQueueSettings(redis.port, database);
		// Each has its own user folder, as on a machine of its own.
		const createInstance = async () => track(await Instance.create(installation, { env }));
		const main = await createInstance();
		const firstWorker = await createInstance();
		const secondWorker = await createInstance();

		await main.import(content);
		const [server, ...workers] = await Promise.all([
			N8nServer.start(main),
			firstWorker.start('worker'),
			secondWorker.start('worker'),
		]);

		for (const { id } of webhookWorkflows) await server.publish(id);

		return { url: server.url, servicePort, database, workers: workers.map(toWorker), close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Settings of all processes of the queue. */
const createQueueSettings = (redisPort: number, database: Postgres) => ({
	EXECUTIONS_MODE: 'queue',
	N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY),
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redisPort),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(database.port),
	DB_POSTGRESDB_USER: database.user,
	DB_POSTGRESDB_DATABASE: database.database,
	// How soon n8n notices that a worker is gone, in milliseconds. The defaults of 60, 10 and 30 seconds
	// are longer than a test should wait.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
});

/** Reads from the log of a worker what it did, as in `Worker started execution 12 (job 3)`. */
function toWorker({ log, kill }: RunningN8n): Worker {
	const listExecutions = (verb: string) =>
		[...log().matchAll(new RegExp(`Worker ${verb} execution (\\d+) `, 'g'))].flatMap(
			([, id]) => id ?? [],
		);

	return {
		startedIds: () => listExecutions('started'),
		finishedIds: () => listExecutions('finished'),
		kill,
	};
}
