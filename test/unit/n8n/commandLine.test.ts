import { describe, expect, it } from '@jest/globals';

import { readOwnServer } from '../../n8n/backend';
import { readCommandLine } from '../../n8n/commandLine';

describe('readCommandLine, for the options of npm run dev,', () => {
	it("defaults to n8n's own port and the newest line", () => {
		expect(readCommandLine([])).toEqual({ port: 5678, line: 'v2', folder: undefined });
	});

	it('reads the port, the line and the folder', () => {
		const text = '--port 8080 --line v1 --folder mine';

		expect(readCommandLine(text.split(' '))).toEqual({ port: 8080, line: 'v1', folder: 'mine' });
	});

	it.each([
		['--port=x', '--port must be a number from 0 to 65535, not x.'],
		['--line=v3', '--line must be v2 or v1, not v3.'],
		['--folder=../elsewhere', '--folder must be a plain name, not ../elsewhere.'],
	])('refuses %s', (option, problem) => {
		expect(() => readCommandLine([option])).toThrow(problem);
	});
});

describe('readOwnServer', () => {
	const environment = {
		PLANE_URL: 'https://x.test',
		PLANE_API_KEY: 'key',
		PLANE_WORKSPACE: ' acme ',
	};

	it('reads the server from the environment', () => {
		const server = { url: 'https://x.test', apiKey: 'key', workspace: 'acme' };

		expect(readOwnServer(environment)).toEqual(server);
	});

	it('returns undefined if no variable is set', () => {
		expect(readOwnServer({ PLANE_URL: ' ' })).toBeUndefined();
	});

	it('throws if a variable is missing', () => {
		expect(() => readOwnServer({ ...environment, PLANE_API_KEY: '' })).toThrow(
			'Missing: PLANE_API_KEY.',
		);
	});
});
