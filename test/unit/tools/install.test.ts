import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const top = join(__dirname, '../../..');

let folder: string;

const install = async () =>
	(await run(process.execPath, ['test/tools/install.mjs', folder], { cwd: top })).stderr;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'install-'));
	const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

	// An installation notes that it was one, and takes a while.
	write('note.js', "require('fs').appendFileSync('installed', '1'); setTimeout(() => {}, 1500);");
	const manifest = { version: '1.0.0', scripts: { postinstall: 'node note.js' } };

	write('package.json', JSON.stringify({ ...manifest, dependencies: { inner: 'file:inner' } }));
	mkdirSync(join(folder, 'inner'));
	write('inner/package.json', JSON.stringify({ name: 'inner', version: '1.0.0' }));
	await run('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: folder });
});

afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

test('The second of two installations into the same folder waits, and says so', async () => {
	const said = (await Promise.all([install(), install()])).sort();

	expect(said).toEqual([
		expect.stringMatching(
			/^Another process is installing what .* needs: waiting for it \(lock: .*\) …\n$/,
		),
		expect.stringMatching(/^Installing what .* needs \(npm ci\) …\nInstalled in \d+ s\.\n$/),
	]);
	expect(readFileSync(join(folder, 'installed'), 'utf8')).toBe('1');
	// And a third has nothing left to do.
	expect(await install()).toBe('');
});

test('The lock of an installation that was killed keeps nobody from installing', async () => {
	const lock = join(
		top,
		'.cache',
		`installing${relative(top, folder).replaceAll(/\W+/g, '-')}.lock`,
	);

	mkdirSync(lock, { recursive: true });
	const anHourAgo = Date.now() / 1000 - 3600;

	utimesSync(lock, anHourAgo, anHourAgo);
	expect(await install()).toMatch(/^Installing what .*\nInstalled in \d+ s\.\n$/);
	expect(existsSync(lock)).toBe(false);
});
