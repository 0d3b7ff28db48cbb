import { jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

/** What something comes to, and what n8n's log gets as a warning meanwhile. */
export async function logged<Given>(
	work: () => Promise<Given>,
): Promise<{ readonly given: Given; readonly lines: readonly string[] }> {
	const lines: string[] = [];
	const spy = jest
		.spyOn(Container.get(Logger), 'warn')
		.mockImplementation((message) => void lines.push(message));

	try {
		return { given: await work(), lines };
	} finally {
		spy.mockRestore();
	}
}
