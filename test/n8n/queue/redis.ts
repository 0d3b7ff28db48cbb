import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../ports';
import { pathOf } from './programs';
import { startServer } from './server';

export interface Redis {
	readonly port: number;
	close(): Promise<void>;
}

/** Starts a Redis of its own on 127.0.0.1, that keeps nothing on the disk. */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'plane-redis-'));
	const answers = async () =>
		await promisify(execFile)(pathOf('redis-cli'), ['-p', String(port), 'ping']).then(
			({ stdout }) => stdout === 'PONG\n',
			() => false,
		);
	const command = [
		...[pathOf('redis-server'), '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
		...['--save', '', '--appendonly', 'no'],
	] as const;
	const server = await startServer('Redis', command, folder, answers);
	return { port, close: async () => await server.close() };
}
