import { jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { AsyncLocalStorage } from 'node:async_hooks';

/** One process of n8n. What it does after it was killed reaches nobody. */
export class N8nProcess {
	isAlive = true;
}

/** The process that is running now, also within the requests that it sends. */
const current = new AsyncLocalStorage<N8nProcess>();

/** @returns the process of n8n that is running now; undefined outside of one */
export const getCurrentProcess = (): N8nProcess | undefined => current.getStore();

/** Runs work in a process of n8n. */
export const runIn = async <Value>(
	n8nProcess: N8nProcess,
	work: () => Promise<Value>,
): Promise<Value> => await current.run(n8nProcess, work);

/** Whether what is being done reaches n8n's database. */
export const isAlive = (): boolean => getCurrentProcess()?.isAlive ?? true;

/**
 * Collects the warnings and errors that nodes write into n8n's log.
 *
 * @returns the sentences so far, and a function that ends it
 */
export function captureLog() {
	const lines: string[] = [];
	const logger = Container.get(Logger);
	const spies = (['warn', 'error'] as const).map((level) =>
		jest.spyOn(logger, level).mockImplementation((message) => {
			if (isAlive()) lines.push(message);
		}),
	);

	return {
		lines,
		stop: () => {
			for (const spy of spies) spy.mockRestore();
		},
	};
}
