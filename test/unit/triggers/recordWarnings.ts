import { jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

/** Runs something, and returns its result with the warnings that it writes to n8n's log. */
export async function recordWarnings<Output>(
	work: () => Promise<Output>,
): Promise<{ readonly output: Output; readonly warnings: readonly string[] }> {
	const warnings: string[] = [];
	const spy = jest
		.spyOn(Container.get(Logger), 'warn')
		.mockImplementation((message) => void warnings.push(message));

	try {
		return { output: await work(), warnings };
	} finally {
		spy.mockRestore();
	}
}
