import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

test('No broken transfer leaves an unhandled rejection, which would end the process', async () => {
	const env = { ...process.env };

	// The process runs the build, as n8n does.
	delete env.PLANE_SOURCES;

	const { stdout, stderr } = await run(
		process.execPath,
		['--unhandled-rejections=strict', '--import', 'tsx', join(__dirname, 'brokenTransfers.ts')],
		{ env },
	);

	expect(stderr).toBe('');
	expect(stdout.trim().split('\n')).toEqual([
		'upload, hangs up: 0 3',
		'upload, resets the connection: 0 3',
		'upload, is silent: 0 3',
		'upload, answers early and reads no more: 0 3',
		'upload, answers early and ends its side: 0 3',
		'download, dropBeforeReading: 0 1',
		'download, dropMidway: 0 1',
		'download, slow: 0 1',
	]);
});
