import './environment';

import { jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { format } from 'node:util';

/**
 * Everything that is printed or logged from now on: by this process, through the console that tests
 * have, and through n8n's log, which is silent in tests.
 */
export function captureConsole(): unknown[] {
	const printed: unknown[] = [];
	const record = (...all: unknown[]) => void printed.push(...all);

	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((chunk) => {
			record(String(chunk));

			return true;
		});
	}

	for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
		jest.spyOn(console, level).mockImplementation((...all: unknown[]) => record(format(...all)));
	}

	const logger = Container.get(Logger);

	// Where n8n debugs, it logs whole nodes, with what people have put into them.
	for (const level of ['info', 'warn', 'error'] as const) {
		jest.spyOn(logger, level).mockImplementation(record);
	}

	return printed;
}
