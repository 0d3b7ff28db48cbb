import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findOrInstallProgram } from '../../tools/debian';
import { freePort } from '../ports';
import { supervise, untilReady } from '../supervise';

/** A server of this machine's own, on 127.0.0.1, that keeps nothing. */
interface Server {
	readonly port: number;
	close(): Promise<void>;
}

export interface Postgres extends Server {
	readonly user: string;
	readonly database: string;
	/** The rows that a query gives, each as JSON. @throws Error with the words of the server */
	rows(query: string): Promise<unknown[]>;
}

export async function startRedis(): Promise<Server> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'plane-redis-'));
	const isReady = async () =>
		(await run(redis('redis-cli'), ['-p', String(port), 'ping'])) === 'PONG\n';
	const command = [
		redis('redis-server'),
		'--port',
		String(port),
		'--bind',
		'127.0.0.1',
		'--dir',
		folder,
		'--save',
		'',
		'--appendonly',
		'no',
	] as const;

	return { port, close: await startServer('Redis', command, folder, isReady) };
}

const USER = 'n8n';
const DATABASE = 'postgres';

export async function startPostgres(): Promise<Postgres> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'plane-postgres-'));
	const data = join(folder, 'data');
	if (isRoot) await run('chown', ['postgres:', folder]);

	const [initdb, ...making] = asPostgres(postgres('initdb'), [
		'--pgdata',
		data,
		'--username',
		USER,
		'--auth',
		'trust',
		'--encoding',
		'UTF8',
		'--locale',
		'C',
		'--no-sync',
	]);

	await run(initdb, making);

	const rows = async (query: string): Promise<unknown[]> => {
		const written = await run(postgres('psql'), [
			'-h',
			folder,
			'-p',
			String(port),
			'-U',
			USER,
			'-d',
			DATABASE,
			'-X',
			'-A',
			'-t',
			'-v',
			'ON_ERROR_STOP=1',
			'-c',
			`select row_to_json(r) from (${query}) r`,
		]);
		const lines = written.split('\n').filter((line) => line !== '');

		return lines.map((line): unknown => JSON.parse(line));
	};

	const command = asPostgres(postgres('postgres'), [
		'-D',
		data,
		'-p',
		String(port),
		'-k',
		folder,
		'-h',
		'127.0.0.1',
		// Without waiting for the disk: what is in it is not to outlive the test.
		'-F',
		'-c',
		'max_connections=200',
	]);
	const isReady = async () => (await rows('select 1')).length === 1;
	const close = await startServer('PostgreSQL', command, folder, isReady);

	return { port, user: USER, database: DATABASE, rows, close };
}

/**
 * Starts a server, and resolves when it answers.
 *
 * @param folder that it runs in and that nobody else needs
 * @param isReady throws while nobody answers
 * @returns what stops it and removes the folder
 */
async function startServer(
	name: string,
	command: readonly [string, ...string[]],
	folder: string,
	isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
	const server = supervise(command, { cwd: folder, env: process.env });

	const close = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};

	try {
		await untilReady(name, server, async () => await isReady().catch(() => false));
	} catch (error) {
		await close();
		throw error;
	}

	return close;
}

const redis = (name: string): string =>
	findOrInstallProgram({
		names: [name],
		package: 'redis-server',
		reason: "n8n's queue mode needs Redis",
	});

const postgres = (name: string): string =>
	findOrInstallProgram({
		names: [name],
		package: 'postgresql',
		reason: "n8n's queue mode needs PostgreSQL",
		// Debian keeps its programs by version, and off the PATH; the newest comes first.
		folders: () => {
			const versions = '/usr/lib/postgresql';
			if (!existsSync(versions)) return [];

			const all = readdirSync(versions).sort((one, other) => Number(other) - Number(one));

			return all.map((version) => join(versions, version, 'bin'));
		},
	});

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: it runs as the user that its package has made for it. */
function asPostgres(program: string, args: readonly string[]): readonly [string, ...string[]] {
	if (!isRoot) return [program, ...args];

	const user = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

	return ['setpriv', ...user, '--', program, ...args];
}

/** Beside the service, which answers in the same process and must not stand still meanwhile. */
async function run(program: string, args: readonly string[]): Promise<string> {
	const options = { cwd: tmpdir(), maxBuffer: 64 * 1024 * 1024 };
	const { stdout } = await promisify(execFile)(program, args, options);

	return stdout;
}
