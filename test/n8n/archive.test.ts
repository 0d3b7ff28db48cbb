import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { apiKey } from '../service/key';
import { recordedSecret } from '../service/observed/webhooks';
import { pack, top } from './pack';

const run = promisify(execFile);

const workflows = join(top, '.github/workflows');

const folders: string[] = [];

afterAll(async () => {
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-plane-archive-'));

	folders.push(folder);

	return folder;
}

describe('the packed archive', () => {
	let unpacked: string;

	beforeAll(async () => {
		const folder = await makeFolder();

		await run('tar', ['-xzf', await pack(), '-C', folder]);
		unpacked = join(folder, 'package');
	});

	const files = () =>
		readdirSync(unpacked, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name));

	test('the archive runs no script when it is installed', () => {
		const { scripts } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const installScripts = [
			'preinstall',
			'install',
			'postinstall',
			'prepare',
			'preprepare',
			'postprepare',
		];

		expect(Object.keys(scripts).filter((name) => installScripts.includes(name))).toEqual([]);
		// npm would run node-gyp for it.
		expect(files().filter((file) => file.endsWith('binding.gyp'))).toEqual([]);
	});

	test('the archive contains no path of the build machine and no secret of the tests', () => {
		expect(files().length).toBeGreaterThan(100);

		const unwanted = [
			top,
			tmpdir(),
			// With a slash: the home of root is the beginning of many names, such as `…/handle/root.js`.
			`${homedir()}/`,
			apiKey,
			recordedSecret,
			'file://',
			'sourceMappingURL',
		];
		const found = files().flatMap((file) => {
			const text = readFileSync(file, 'utf8');

			return unwanted.filter((part) => text.includes(part)).map((part) => `${part} in ${file}`);
		});

		expect(found).toEqual([]);
	});
});

test('the linter of GitHub workflows accepts ours, and rejects one with a missing job', async () => {
	const linter = join(top, 'node_modules/.bin/action-validator');
	const names = readdirSync(workflows);

	expect(names).toEqual(['ci.yml', 'release.yml']);
	for (const name of names) await run(linter, [join(workflows, name)], { cwd: top });

	const folder = join(await makeFolder(), '.github/workflows');

	await mkdir(folder, { recursive: true });
	const broken = readFileSync(join(workflows, 'release.yml'), 'utf8').replace(
		'needs: test',
		'needs: none',
	);

	await writeFile(join(folder, 'release.yml'), broken);
	await expect(run(linter, [join(folder, 'release.yml')])).rejects.toMatchObject({ code: 1 });
});
