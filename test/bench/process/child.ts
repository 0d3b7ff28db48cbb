import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { isReply, type Ask, type Protocol } from './messages';

/** A process of its own that answers what its protocol says. */
export interface Child<Talk extends Protocol<Talk>> {
	/** @throws Error with the words of what the process threw, or that it ended */
	ask<Name extends keyof Talk & string>(
		name: Name,
		...request: Parameters<Talk[Name]>
	): Promise<ReturnType<Talk[Name]>>;
	/** Ends the process; resolves when it has. */
	close(): Promise<void>;
}

/** Starts a module as a process of its own. It ends with this one, however this one ends. */
export function startChild<Talk extends Protocol<Talk>>(
	file: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): Child<Talk> {
	const child = fork(file, args, {
		env: { ...process.env, ...env },
		// The collector is called between runs, so that no run pays for what another one left.
		execArgv: ['--import', 'tsx', '--expose-gc'],
		// The standard output belongs to the figures.
		stdio: ['ignore', 2, 2, 'ipc'],
	});
	const waiting = new Map<number, (outcome: { reply?: unknown; error?: string }) => void>();
	child.on('message', (message: unknown) => {
		if (isReply(message)) waiting.get(message.id)?.(message);
	});
	child.on('exit', (code, signal) => {
		const error = `The process of ${file} ended: ${String(signal ?? code)}.`;
		for (const settle of waiting.values()) settle({ error });
	});

	let count = 0;
	return {
		async ask<Name extends keyof Talk & string>(name: Name, ...[request]: Parameters<Talk[Name]>) {
			if (!isRunning(child)) throw new Error(`The process of ${file} has ended.`);
			const id = count++;
			const message: Ask = { id, name, request };
			const outcome = await new Promise<{ reply?: unknown; error?: string }>((resolve) => {
				waiting.set(id, resolve);
				child.send(message);
			});
			waiting.delete(id);
			if (outcome.error !== undefined) throw new Error(outcome.error);
			// The other end answers with the functions of the same protocol.
			return outcome.reply as ReturnType<Talk[Name]>;
		},
		async close() {
			if (!isRunning(child)) return;
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		},
	};
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
	exitCode === null && signalCode === null;
