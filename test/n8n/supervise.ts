import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A process that ends, with all its child processes, when this one ends. */
export interface Supervised {
	/** The last characters that it wrote to stdout and to stderr. */
	readonly log: (length?: number) => string;
	/** Undefined while it runs. */
	readonly exitCode: number | undefined;
	/** Resolves to the exit code. */
	readonly ended: Promise<number>;
	/** Stops it and its child processes. Resolves when all have ended. */
	readonly stop: () => Promise<void>;
	/** Kills it and its child processes, as a power cut would. */
	readonly kill: () => Promise<void>;
}

export interface SuperviseOptions {
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** `inherit` shows its stderr to the user instead of adding it to the log. */
	readonly stderr?: 'pipe' | 'inherit';
}

/** How many characters of each stream are kept. */
const MAX_LOG_LENGTH = 100_000;

/**
 * Starts a command that never outlives this process: supervisor.mjs runs between the two, and ends
 * the command and everything that it started, however this process ends.
 */
export function supervise(
	[command, ...args]: readonly [string, ...string[]],
	{ cwd, env, stderr = 'pipe' }: SuperviseOptions,
): Supervised {
	const file = join(__dirname, 'supervisor.mjs');
	const supervisor = spawn(process.execPath, [file, command, ...args], {
		cwd,
		env,
		stdio: ['pipe', 'pipe', stderr],
		// Outside the terminal's group: Ctrl+C must reach only this process, which stops its children in order.
		detached: true,
	});
	const logs = [supervisor.stdout, supervisor.stderr].map((stream) => {
		const log = { text: '' };

		stream?.setEncoding('utf8').on('data', (text: string) => {
			log.text = (log.text + text).slice(-MAX_LOG_LENGTH);
		});

		return log;
	});
	let exitCode: number | undefined;
	const ended = once(supervisor, 'close').then(([code]: unknown[]) => {
		exitCode = typeof code === 'number' ? code : 1;

		return exitCode;
	});

	// It may have ended already when it is asked to stop.
	supervisor.stdin?.on('error', () => undefined);

	return {
		log: (length = MAX_LOG_LENGTH) => logs.map(({ text }) => text.slice(-length)).join('\n'),
		get exitCode() {
			return exitCode;
		},
		ended,
		async stop() {
			supervisor.stdin?.end();
			await ended;
		},
		async kill() {
			supervisor.stdin?.write('kill');
			await ended;
		},
	};
}

/** How long a server may take to start, in milliseconds. On its first start, n8n creates its database. */
const START_LIMIT = 600_000;

/** Waits until a server is ready. @throws Error with the end of its log if it ends or takes too long */
export async function waitUntilReady(
	name: string,
	server: Supervised,
	isReady: () => boolean | Promise<boolean>,
): Promise<void> {
	const deadline = Date.now() + START_LIMIT;

	while (!(await isReady())) {
		if (server.exitCode !== undefined || Date.now() > deadline) {
			throw new Error(`${name} is not ready. It wrote:\n${server.log(4000)}`);
		}

		await wait(200);
	}
}
