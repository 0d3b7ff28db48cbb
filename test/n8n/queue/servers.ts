import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findOrInstallProgram } from '../../tools/debian';
import { findFreePort } from '../ports';
import { supervise, waitUntilReady } from '../supervise';

/** A local server on 127.0.0.1, whose data is removed when it stops. */
interface Server {
	readonly port: number;
	close(): Promise<void>;
}

export interface Postgres extends Server {
	readonly user: string;
	readonly database: string;
	/** Runs a query, and returns its rows as JSON. @throws Error with the message of the server */
	queryRows(query: string): Promise<unknown[]>;
}

export async function startRedis(): Promise<Server> {
	const port = await findFreePort();
	const folder = mkdtempSync(join(tmpdir(), 'plane-redis-'));
	const isReady = async () =>
		(await run(findRedisProgram('redis-cli'), ['-p', String(port), 'ping'])) === 'PONG\n';
	const command = [
		findRedisProgram('redis-server'),
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
	const port = await findFreePort();
	const folder = mkdtempSync(join(tmpdir(), 'plane-postgres-'));
	const data = join(folder, 'data');
	if (isRoot) await run('chown', ['postgres:', folder]);

	const [initdb, ...initArguments] = buildPostgresCommand(findPostgresProgram('initdb'), [
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

	await run(initdb, initArguments);

	const queryRows = async (query: string): Promise<unknown[]> => {
		const stdout = await run(findPostgresProgram('psql'), [
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
		const lines = stdout.split('\n').filter((line) => line !== '');

		return lines.map((line): unknown => JSON.parse(line));
	};

	const command = buildPostgresCommand(findPostgresProgram('postgres'), [
		'-D',
		data,
		'-p',
		String(port),
		'-k',
		folder,
		'-h',
		'127.0.0.1',
		// Does not wait for the disk, because the data is not needed after the test.
		'-F',
		'-c',
		'max_connections=200',
	]);
	const isReady = async () => (await queryRows('select 1')).length === 1;
	const close = await startServer('PostgreSQL', command, folder, isReady);

	return { port, user: USER, database: DATABASE, queryRows, close };
}

/**
 * Starts a server, and resolves when it responds.
 *
 * @param folder the working directory of this server alone
 * @param isReady throws until the server responds
 * @returns a function that stops it and removes the folder
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
		await waitUntilReady(name, server, async () => await isReady().catch(() => false));
	} catch (error) {
		await close();
		throw error;
	}

	return close;
}

const findRedisProgram = (name: string): string =>
	findOrInstallProgram({
		names: [name],
		package: 'redis-server',
		reason: "n8n's queue mode needs Redis",
	});

const findPostgresProgram = (name: string): string =>
	findOrInstallProgram({
		names: [name],
		package: 'postgresql',
		reason: "n8n's queue mode needs PostgreSQL",
		// Debian installs them in a folder for each version, outside the PATH. The newest comes first.
		folders: () => {
			const versions = '/usr/lib/postgresql';
			if (!existsSync(versions)) return [];

			const newestFirst = readdirSync(versions).sort((a, b) => Number(b) - Number(a));

			return newestFirst.map((version) => join(versions, version, 'bin'));
		},
	});

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so it runs as the user that its package has created. */
function buildPostgresCommand(
	program: string,
	args: readonly string[],
): readonly [string, ...string[]] {
	if (!isRoot) return [program, ...args];

	const user = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

	return ['setpriv', ...user, '--', program, ...args];
}

/** Runs a program without blocking the service, which runs in this process. */
async function run(program: string, args: readonly string[]): Promise<string> {
	const options = { cwd: tmpdir(), maxBuffer: 64 * 1024 * 1024 };
	const { stdout } = await promisify(execFile)(program, args, options);

	return stdout;
}
