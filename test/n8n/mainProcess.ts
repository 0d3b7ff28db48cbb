import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Line } from './install';
import { dataFolder, top } from './pack';

/** A running `npm run dev`, started without npm and in its own process group, as in a terminal. */
export interface MainProcess {
	/** Its output until it was ready. */
	readonly output: string;
	/** URL of n8n, without a trailing slash. */
	readonly url: string;
	/** Sends the signal of Ctrl+C to all its processes. Resolves when it has ended. */
	readonly interrupt: () => Promise<void>;
	/** Ends it if it still runs, and removes n8n's data. */
	readonly remove: () => Promise<void>;
}

/**
 * Starts `npm run dev`, and waits until it prints how to stop it. It needs dist.
 * @param folder name of n8n's user folder
 * @throws Error with its output if it ends before that
 */
export async function startMain(
	folder: string,
	line: Line = 'v2',
	env: NodeJS.ProcessEnv = {},
): Promise<MainProcess> {
	const args = ['--port=0', `--folder=${folder}`, `--line=${line}`];
	const child = spawn(process.execPath, ['--import', 'tsx', 'test/n8n/main.ts', ...args], {
		cwd: top,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	const ended = once(child, 'exit');

	const endWith = async (signal: NodeJS.Signals) => {
		const isRunning = child.exitCode === null && child.signalCode === null;
		if (isRunning) process.kill(-(child.pid ?? 0), signal);

		await ended;
	};

	const remove = async () => {
		await endWith('SIGKILL');
		await rm(join(dataFolder, folder), { recursive: true, force: true, maxRetries: 5 });
	};

	let output = '';

	for await (const chunk of child.stdout.setEncoding('utf8')) {
		output += String(chunk);
		if (output.includes('Ctrl+C')) break;
	}

	const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\/workflow)/.exec(output) ?? [];
	if (url === undefined) {
		await remove();
		throw new Error(`It printed no address:\n${output}`);
	}

	return { output, url, remove, interrupt: async () => await endWith('SIGINT') };
}
