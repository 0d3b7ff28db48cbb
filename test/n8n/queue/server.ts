import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { keep } from '../keep';

/** How long a server may take to start, in milliseconds. */
const START_LIMIT = 60_000;

/** How much is remembered of what a server writes, in characters. */
const LOG = 100_000;

/**
 * Starts a server, and resolves when it answers.
 *
 * @param folder that it runs in and that nobody else needs: `close` removes it
 * @throws Error with what it wrote, where it ends or does not answer in time
 */
export async function startServer(
	name: string,
	command: readonly [string, ...string[]],
	folder: string,
	answers: () => Promise<boolean>,
): Promise<{ close(): Promise<void> }> {
	const server = keep(command, { cwd: folder, env: process.env, memory: LOG });
	const close = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	const late = Date.now() + START_LIMIT;
	while (!(await answers())) {
		if (server.exitCode !== undefined || Date.now() > late) {
			await close();
			throw new Error(`${name} does not answer:\n${server.stdout}\n${server.stderr}`);
		}
		await wait(100);
	}
	return { close };
}
