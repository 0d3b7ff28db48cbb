import './environment';

import { jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { format } from 'node:util';

/**
 * Records everything that is printed or logged from now on by this process, by Jest's console, and by
 * n8n's logger, which is silent in tests.
 *
 * @returns what was printed, to which later output is added
 */
export function captureConsole(): unknown[] {
	const printed: unknown[] = [];
	const record = (...values: unknown[]) => void printed.push(...values);

	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((chunk) => {
			record(String(chunk));

			return true;
		});
	}

	for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
		jest
			.spyOn(console, level)
			.mockImplementation((...values: unknown[]) => record(format(...values)));
	}

	const logger = Container.get(Logger);

	// Not the level debug: there n8n logs complete nodes with their parameters.
	for (const level of ['info', 'warn', 'error'] as const) {
		jest.spyOn(logger, level).mockImplementation(record);
	}

	return printed;
}
