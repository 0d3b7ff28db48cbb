import { describe, expect, it } from '@jest/globals';

import { readOwnServer } from '../../n8n/backend';
import { readCommandLine } from '../../n8n/commandLine';

describe('the options of npm run dev', () => {
	it("are n8n's own port and the newest line by default", () => {
		expect(readCommandLine([])).toEqual({ port: 5678, line: 'v2', folder: undefined });
	});

	it('set the port, the line and the folder', () => {
		const text = '--port 8080 --line v1 --folder mine';

		expect(readCommandLine(text.split(' '))).toEqual({ port: 8080, line: 'v1', folder: 'mine' });
	});

	it.each([
		['--port=x', '--port must be a number from 0 to 65535, not x.'],
		['--line=v3', '--line must be v2 or v1, not v3.'],
		['--folder=../elsewhere', '--folder must be a plain name, not ../elsewhere.'],
	])('refuse %s', (option, problem) => {
		expect(() => readCommandLine([option])).toThrow(problem);
	});
});

describe("the user's own server", () => {
	const settings = { PLANE_URL: 'https://x.test', PLANE_API_KEY: 'key', PLANE_WORKSPACE: ' acme ' };

	it('comes from the environment', () => {
		const server = { url: 'https://x.test', apiKey: 'key', workspace: 'acme' };

		expect(readOwnServer(settings)).toEqual(server);
	});

	it('is undefined if nothing is set', () => {
		expect(readOwnServer({ PLANE_URL: ' ' })).toBeUndefined();
	});

	it('is refused if a setting is missing', () => {
		expect(() => readOwnServer({ ...settings, PLANE_API_KEY: '' })).toThrow(
			'Missing: PLANE_API_KEY.',
		);
	});
});
