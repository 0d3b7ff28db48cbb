import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../ports';
import { pathOf } from './programs';
import { startServer } from './server';

export interface Postgres {
	readonly port: number;
	readonly user: string;
	readonly database: string;
	/** The rows that a query gives, each as JSON. @throws Error with the words of the server */
	rows(query: string): Promise<unknown[]>;
	close(): Promise<void>;
}

const USER = 'n8n';
const DATABASE = 'postgres';

/** Starts a PostgreSQL of its own on 127.0.0.1, in a folder that `close` removes. */
export async function startPostgres(): Promise<Postgres> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'plane-postgres-'));
	const data = join(folder, 'data');
	if (isRoot) await run('chown', ['postgres:', folder]);
	const [initdb, ...making] = ownCommand('initdb', [
		...['--pgdata', data, '--username', USER, '--auth', 'trust'],
		...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
	]);
	await run(initdb, making);
	const rows = async (query: string): Promise<unknown[]> => {
		const written = await run(pathOf('psql'), [
			...['-h', folder, '-p', String(port), '-U', USER, '-d', DATABASE, '-X', '-A', '-t'],
			...['-v', 'ON_ERROR_STOP=1', '-c', `select row_to_json(r) from (${query}) r`],
		]);
		const lines = written.split('\n').filter((line) => line !== '');
		return lines.map((line): unknown => JSON.parse(line));
	};
	const answers = async () =>
		await rows('select 1').then(
			() => true,
			() => false,
		);
	const command = ownCommand('postgres', [
		...['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'],
		// Without waiting for the disk: what is in it is not to outlive the test.
		...['-F', '-c', 'max_connections=200'],
	]);
	const server = await startServer('PostgreSQL', command, folder, answers);
	return { port, user: USER, database: DATABASE, rows, close: async () => await server.close() };
}

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: it runs as the user that its package has made for it. */
function ownCommand(
	name: 'initdb' | 'postgres',
	args: readonly string[],
): readonly [string, ...string[]] {
	const program = pathOf(name);
	if (!isRoot) return [program, ...args];
	const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', program];
	return ['setpriv', ...asPostgres, ...args];
}

/** Beside the service, which answers in the same process and must not stand still meanwhile. */
async function run(program: string, args: readonly string[]): Promise<string> {
	const options = { cwd: tmpdir(), maxBuffer: 64 * 1024 * 1024 };
	const { stdout } = await promisify(execFile)(program, args, options);
	return stdout;
}
