import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { apiKey } from '../service/key';
import { secret } from '../service/observed/webhooks';
import { pack, top } from './pack';

const run = promisify(execFile);

jest.setTimeout(600_000);

const workflows = join(top, '.github/workflows');

/** What is made here or installed, at any depth. */
const MADE = new Set(['.cache', '.data', '.git', 'coverage', 'dist', 'node_modules']);

const folders: string[] = [];

afterAll(async () => {
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-plane-publish-'));

	folders.push(folder);

	return folder;
}

/** A checkout of the project with everything installed, of which nobody else is building anything. */
async function checkOut(): Promise<string> {
	const folder = await makeFolder();

	for (const name of readdirSync(top).filter((each) => !MADE.has(each))) {
		await cp(join(top, name), join(folder, name), {
			recursive: true,
			filter: (file) => !MADE.has(file.split('/').at(-1) ?? ''),
		});
	}

	for (const place of ['node_modules', 'test/gate/node_modules']) {
		await symlink(join(top, place), join(folder, place));
	}

	return folder;
}

/** What the workflow runs to publish, and does not when it is told so. */
function publishing(): string {
	const text = readFileSync(join(workflows, 'release.yml'), 'utf8');
	const command = /- run: (npm publish .+)/.exec(text)?.[1];
	if (command === undefined) throw new Error('The release workflow publishes nothing.');

	return `${command} --dry-run --json`;
}

interface Manifest {
	name: string;
	version: string;
	scripts: Record<string, string>;
	repository: { url: string };
	author: { email: string };
	homepage: string;
	bugs: { url: string };
}

interface Packed {
	readonly id: string;
	readonly unpackedSize: number;
	readonly files: readonly { readonly path: string }[];
}

/** What npm says that it has packed: newer ones say it by the name of the package. */
function packedIn(stdout: string): Packed {
	const said = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Packed | Record<string, Packed>;
	const [packed] = 'id' in said ? [said as Packed] : Object.values(said);
	if (packed === undefined) throw new Error('npm packed nothing.');

	return packed;
}

describe('publishing, as the release workflow does it', () => {
	const address = 'https://github.com/plane-automation/n8n-nodes-plane-workspace';

	const manifestIn = (folder: string) =>
		JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

	/** Says in a checkout where the project lives. */
	async function setAddress(folder: string, url: string, email: string): Promise<void> {
		const manifest = manifestIn(folder);

		manifest.repository.url = url;
		manifest.author.email = email;
		await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	}

	test('is refused as long as nobody has said where the project lives', async () => {
		const folder = await checkOut();

		await setAddress(folder, 'git+https://example.com/somebody.git', 'somebody@example.com');
		await expect(run('bash', ['-c', publishing()], { cwd: folder })).rejects.toMatchObject({
			stderr: expect.stringContaining('release: repository.url in package.json is'),
		});
	});

	test('builds, checks and packs everything once there is an address', async () => {
		const folder = await checkOut();

		await setAddress(folder, `git+${address}.git`, 'maintainers@plane-automation.dev');

		// In a test, n8n's lint rules take every file for one of each kind.
		const env = { ...process.env, NODE_ENV: '', npm_config_foreground_scripts: 'false' };
		const { stdout } = await run('bash', ['-c', publishing()], { cwd: folder, env });
		const said = packedIn(stdout);
		const { name, version, homepage, bugs } = manifestIn(folder);

		expect(said.id).toBe(`${name}@${version}`);
		expect(homepage).toBe(`${address}#readme`);
		expect(bugs.url).toBe(`${address}/issues`);
		expect(said.unpackedSize).toBeLessThan(1_000_000);
		expect(said.files.map(({ path }) => path)).toEqual(
			expect.arrayContaining(['README.md', 'LICENSE', 'dist/nodes/Plane/Plane.node.js']),
		);
		const codex = join(folder, 'dist/nodes/Plane/Plane.node.json');

		expect(readFileSync(codex, 'utf8')).toContain(`${address}#readme`);

		// The workflow runs the tests before it publishes: what they say of addresses holds for this one too.
		const tests =
			"npm run --silent jest -- --selectProjects unit --testPathPatterns '/(addresses|docs).test'";

		await run('bash', ['-c', `git init --quiet && git add . && ${tests}`], { cwd: folder, env });
	});
});

describe('the archive', () => {
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

	test('runs nothing when it is installed', () => {
		const { scripts } = JSON.parse(
			readFileSync(join(unpacked, 'package.json'), 'utf8'),
		) as Manifest;
		const own = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];

		expect(Object.keys(scripts).filter((name) => own.includes(name))).toEqual([]);
		// npm would run one for it.
		expect(files().filter((file) => file.endsWith('binding.gyp'))).toEqual([]);
	});

	test('has no path of the machine that it was built on, and nothing of the tests', () => {
		expect(files().length).toBeGreaterThan(100);
		const private_ = [top, tmpdir(), homedir(), apiKey, secret, 'file://', 'sourceMappingURL'];
		const found = files().flatMap((file) => {
			const text = readFileSync(file, 'utf8');

			return private_.filter((each) => text.includes(each)).map((each) => `${each} in ${file}`);
		});

		expect(found).toEqual([]);
	});
});

test('the workflows of GitHub have no mistake, as far as their linter knows', async () => {
	const linter = join(top, 'node_modules/.bin/action-validator');
	const names = readdirSync(workflows);

	expect(names).toEqual(['ci.yml', 'release.yml']);
	for (const name of names) await run(linter, [join(workflows, name)], { cwd: top });

	// It would say so.
	const folder = join(await makeFolder(), '.github/workflows');

	await mkdir(folder, { recursive: true });
	const broken = readFileSync(join(workflows, 'release.yml'), 'utf8').replace(
		'needs: test',
		'needs: none',
	);

	await writeFile(join(folder, 'release.yml'), broken);
	await expect(run(linter, [join(folder, 'release.yml')])).rejects.toMatchObject({ code: 1 });
});
