import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Kept {
	/** What it wrote so far; of a long life the end of it. */
	readonly stdout: string;
	readonly stderr: string;
	/** The exit code, as soon as there is one. */
	readonly exitCode: number | undefined;
	/** Resolves to the exit code. */
	readonly ended: Promise<number>;
	/** Stops it and everything that it started. Resolves when nothing of it is left. */
	stop(): Promise<void>;
	/** Ends it and everything that it started at once, as a power cut does. */
	kill(): Promise<void>;
}

export interface KeepOptions {
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** How much of what it writes is remembered, in characters. Default: all. */
	readonly memory?: number;
	/** A file that takes its stdout instead: what goes to a pipe is lost where a process exits early. */
	readonly stdout?: number;
	/** Gets what it writes to stderr, as it comes. */
	readonly hear?: (text: string) => void;
}

/**
 * Starts a command that never outlives this process, with everything that it starts: keeper.mjs
 * stands between and ends it all, however this process ends.
 */
export function keep(
	[command, ...args]: readonly [string, ...string[]],
	options: KeepOptions,
): Kept {
	const { cwd, env, memory = Infinity, stdout = 'pipe', hear } = options;
	const keeper = spawn(process.execPath, [join(__dirname, 'keeper.mjs'), command, ...args], {
		...{ cwd, env },
		stdio: ['pipe', stdout, 'pipe'],
		// Not in the terminal's group: Ctrl+C there is for the starter, which stops this in its order.
		detached: true,
	});
	const written = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		keeper[name]?.setEncoding('utf8').on('data', (text: string) => {
			written[name] = (written[name] + text).slice(-memory);
		});
	}
	if (hear) keeper.stderr?.on('data', hear);
	let exitCode: number | undefined;
	const ended = once(keeper, 'close').then(([code]: unknown[]) => {
		exitCode = typeof code === 'number' ? code : 1;
		return exitCode;
	});
	// It may be gone already when it is told to stop.
	keeper.stdin?.on('error', () => undefined);
	return {
		get stdout() {
			return written.stdout;
		},
		get stderr() {
			return written.stderr;
		},
		get exitCode() {
			return exitCode;
		},
		ended,
		async stop() {
			keeper.stdin?.end();
			await ended;
		},
		async kill() {
			keeper.stdin?.write('kill');
			await ended;
		},
	};
}
