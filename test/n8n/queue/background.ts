import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface Command {
	readonly program: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	readonly env?: NodeJS.ProcessEnv;
}

/** A program that runs beside this process, and never longer than it. */
export interface Background {
	/** All that it has written so far. */
	output(): string;
	/** Resolves when the condition holds. @throws Error with the output, where it ends before or is late */
	until(isReady: () => boolean | Promise<boolean>, what: string, seconds: number): Promise<void>;
	/** Ends it by a signal, and resolves when it has ended. */
	end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<void>;
}

/** How often a condition is looked at, in milliseconds. */
const LOOK = 100;

/** How long a program has to end by itself before it is killed, in milliseconds. */
const GRACE = 20_000;

/** Starts a program beside this process. */
export function startBackground({ program, args, cwd, env }: Command): Background {
	const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const chunks: string[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
	}
	child.on('error', (error) => chunks.push(`${error.message}\n`));
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	child.once('close', () => process.off('exit', kill));
	const output = () => chunks.join('');

	return {
		output,
		async until(isReady, what, seconds) {
			const late = Date.now() + seconds * 1000;
			while (!(await isReady())) {
				const why = hasEnded(child) ? 'ended' : Date.now() > late ? 'was not in time' : undefined;
				if (why !== undefined) throw new Error(`${what} ${why}. It wrote:\n${output()}`);
				await wait(LOOK);
			}
		},
		async end(signal) {
			if (hasEnded(child)) return;
			const closed = once(child, 'close');
			child.kill(signal);
			const killing = setTimeout(kill, GRACE);
			await closed;
			clearTimeout(killing);
		},
	};
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
	pid === undefined || exitCode !== null || signalCode !== null;
