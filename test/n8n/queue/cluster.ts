import type { Background } from './background';
import { installPrograms } from './debian';
import { N8n } from './n8n';
import { freePorts } from './ports';
import { startPostgres, type Postgres } from './postgres';
import { startRedis } from './redis';
import { credentialOf, WEBHOOK, WORKFLOW_ID, workflowOf } from './workflow';

/** Executions that a worker carries out at the same time. */
export const AT_ONCE = 5;

/** n8n as it runs on many machines: a main process and two workers, over Redis and PostgreSQL. */
export interface Cluster {
	readonly database: Postgres;
	/** The address that starts the workflow. */
	readonly webhook: string;
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

/**
 * How soon n8n notices that a worker is gone, in milliseconds: its defaults are 60, 10 and 30
 * seconds, for which the test does not wait.
 */
const NOTICE = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** @param target the credential of the Plane node, and the project of the modules */
export async function startCluster(target: {
	readonly credential: Readonly<Record<string, string>>;
	readonly projectId: string;
}): Promise<Cluster> {
	installPrograms();
	/** What ends the parts, the last started first. */
	const closers: (() => Promise<void>)[] = [];
	const close = async () => {
		for (const end of closers.splice(0).reverse()) await end();
	};
	try {
		const [redisPort = 0, postgresPort = 0, ...ports] = await freePorts(2 + 3 * 3);
		const redis = await startRedis(redisPort);
		closers.push(redis.close);
		const database = await startPostgres(postgresPort);
		closers.push(database.close);

		const n8n = new N8n({
			...NOTICE,
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(database.port),
			DB_POSTGRESDB_USER: database.user,
			DB_POSTGRESDB_DATABASE: database.database,
		});
		closers.push(() => Promise.resolve(n8n.remove()));
		await n8n.import('credentials', credentialOf(target.credential));
		await n8n.import('workflow', [workflowOf(target.projectId)]);
		await n8n.run('publish:workflow', `--id=${WORKFLOW_ID}`);

		const start = async (...args: string[]) => {
			const [port = 0, broker = 0, health = 0] = ports.splice(0, 3);
			const started = n8n.start(args, { port, broker, health });
			closers.push(async () => await started.end('SIGTERM'));
			const ready = args[0] === 'worker' ? 'n8n worker is now ready' : 'Activated workflow';
			await started.until(() => started.output().includes(ready), `n8n ${args.join(' ')}`, 120);
			return { port, started };
		};
		const concurrency = `--concurrency=${AT_ONCE}`;
		const [main, ...workers] = await Promise.all([
			start('start'),
			start('worker', concurrency),
			start('worker', concurrency),
		]);
		return {
			database,
			webhook: `http://127.0.0.1:${main.port}/webhook/${WEBHOOK}`,
			workers: workers.map(({ started }) => workerOf(started)),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** What a worker does stands in what it writes, as in `Worker started execution 12 (job 3)`. */
function workerOf(process: Background): Worker {
	const executions = (verb: string) =>
		[...process.output().matchAll(new RegExp(`Worker ${verb} execution (\\d+) `, 'g'))].flatMap(
			([, id]) => id ?? [],
		);
	return {
		begun: () => executions('started'),
		ended: () => executions('finished'),
		kill: async () => await process.end('SIGKILL'),
	};
}
