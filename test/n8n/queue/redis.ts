import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startBackground } from './background';
import { pathOf } from './debian';

export interface Redis {
	readonly port: number;
	close(): Promise<void>;
}

/** Starts a Redis of its own on 127.0.0.1, that keeps nothing on the disk. */
export async function startRedis(port: number): Promise<Redis> {
	const folder = mkdtempSync(join(tmpdir(), 'plane-redis-'));
	const server = startBackground({
		program: pathOf('redis-server'),
		args: [
			...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
			...['--save', '', '--appendonly', 'no'],
		],
	});
	const close = async () => {
		await server.end('SIGTERM');
		rmSync(folder, { recursive: true, force: true });
	};
	const answers = async () =>
		await promisify(execFile)(pathOf('redis-cli'), ['-p', String(port), 'ping']).then(
			({ stdout }) => stdout === 'PONG\n',
			() => false,
		);
	try {
		await server.until(answers, 'Redis', 20);
	} catch (error) {
		await close();
		throw error;
	}
	return { port, close };
}
