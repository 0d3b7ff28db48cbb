import { fork } from 'node:child_process';
import { once } from 'node:events';

import { messageOf } from '../tools/terminal';

/** What a process of the bench can be asked: functions of one value, all of which goes as JSON. */
export type Protocol<Talk> = { [Name in keyof Talk]: (request: never) => Promise<unknown> };

interface Question {
	readonly name: string;
	readonly request: unknown;
}

/** An answer, or the message of what was thrown. */
interface Answer {
	readonly value?: unknown;
	readonly error?: string;
}

/** A process of its own that is asked one question after the other. */
export interface Child<Talk extends Protocol<Talk>> {
	/** @throws Error with the message of what the process threw, or that it ended */
	ask<Name extends keyof Talk & string>(
		name: Name,
		...request: Parameters<Talk[Name]>
	): ReturnType<Talk[Name]>;
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
	const ended = once(child, 'exit').then(([code, signal]: unknown[]): Answer => {
		return { error: `The process of ${file} ended: ${String(signal ?? code)}.` };
	});

	return {
		ask<Name extends keyof Talk & string>(name: Name, ...[request]: Parameters<Talk[Name]>) {
			const answered = once(child, 'message').then(([answer]) => answer as Answer);

			// A process that has ended takes no question; that it has is the answer.
			child.send({ name, request } satisfies Question, () => undefined);
			const value = Promise.race([answered, ended]).then((answer) => {
				if (answer.error !== undefined) throw new Error(answer.error);

				return answer.value;
			});

			// The other end answers with the functions of the same protocol.
			return value as ReturnType<Talk[Name]>;
		},
		async close() {
			child.kill('SIGKILL');
			await ended;
		},
	};
}

/** Answers what the process that started this one asks, until that one ends. */
export function serve<Talk extends Protocol<Talk>>(talk: Talk): void {
	const functions = new Map<string, (request: never) => Promise<unknown>>(Object.entries(talk));

	process.on('message', ({ name, request }: Question) => {
		const send = (answer: Answer) => process.send?.(answer);

		// The other end asks with the functions of the same protocol.
		functions
			.get(name)?.(request as never)
			.then(
				(value) => send({ value }),
				(error: unknown) => send({ error: messageOf(error) }),
			);
	});
	process.on('disconnect', () => process.exit());
}
