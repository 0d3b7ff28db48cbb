import { fork } from 'node:child_process';
import { once } from 'node:events';

import { getMessage } from '../tools/terminal';

/** The functions of a process of the bench: each takes one value, and all values are sent as JSON. */
export type Protocol<Functions> = {
	[Name in keyof Functions]: (request: never) => Promise<unknown>;
};

interface Call {
	readonly name: string;
	readonly request: unknown;
}

/** The result of a call, or the message of the error that it threw. */
interface Reply {
	readonly value?: unknown;
	readonly error?: string;
}

/** A process that carries out one call after the other. */
export interface Child<Functions extends Protocol<Functions>> {
	/** @throws Error with the message of the error in the process, or if the process has ended */
	call<Name extends keyof Functions & string>(
		name: Name,
		...request: Parameters<Functions[Name]>
	): ReturnType<Functions[Name]>;
	/** Ends the process; resolves when it has. */
	close(): Promise<void>;
}

/** Starts a module in a process of its own, which ends when this one does. */
export function startChild<Functions extends Protocol<Functions>>(
	file: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): Child<Functions> {
	const child = fork(file, args, {
		env: { ...process.env, ...env },
		// Garbage is collected between runs, so that no run pays for that of another.
		execArgv: ['--import', 'tsx', '--expose-gc'],
		// Standard output is for the figures only.
		stdio: ['ignore', 2, 2, 'ipc'],
	});
	const ended = once(child, 'exit').then(([code, signal]: unknown[]): Reply => {
		return { error: `The process of ${file} ended: ${String(signal ?? code)}.` };
	});

	return {
		call<Name extends keyof Functions & string>(name: Name, ...args: Parameters<Functions[Name]>) {
			const [request] = args;
			const replied = once(child, 'message').then(([reply]) => reply as Reply);

			// If the process has ended, sending fails, and `ended` is the reply.
			child.send({ name, request } satisfies Call, () => undefined);
			const value = Promise.race([replied, ended]).then((reply) => {
				if (reply.error !== undefined) throw new Error(reply.error);

				return reply.value;
			});

			// The process has the functions of the same protocol.
			return value as ReturnType<Functions[Name]>;
		},
		async close() {
			child.kill('SIGKILL');
			await ended;
		},
	};
}

/** Carries out the calls of the process that started this one, until that process ends. */
export function serve<Functions extends Protocol<Functions>>(functions: Functions): void {
	const functionsByName = new Map<string, (request: never) => Promise<unknown>>(
		Object.entries(functions),
	);

	process.on('message', ({ name, request }: Call) => {
		const send = (reply: Reply) => process.send?.(reply);

		// The caller uses the functions of the same protocol.
		functionsByName
			.get(name)?.(request as never)
			.then(
				(value) => send({ value }),
				(error: unknown) => send({ error: getMessage(error) }),
			);
	});
	process.on('disconnect', () => process.exit());
}
