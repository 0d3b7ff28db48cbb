import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getMessage, printProgress } from '../../tools/terminal';
import { startService } from '../service';
import { startStore } from '../store';

/** The release of Plane's Python SDK whose tests and client run against the test service. */
const VERSION = '0.3.2';
const REPOSITORY = 'https://github.com/makeplane/plane-python-sdk';
const TOOLS = [`plane-sdk==${VERSION}`, 'pytest==9.2.0'];

const cache = resolve('.cache/sdk');
const python = join(cache, 'venv/bin/python');
const source = join(cache, 'source');
const ownFolder = resolve('test/service/vendor');

/** The SDK's tests that are about operations of the node. docs/server-behaviour.md says how many there are. */
const TEST_FILES = [
	'customers',
	'epics',
	'estimates',
	'initiatives',
	'milestones',
	'pages',
	'projects',
	'teamspaces',
	'work_item_pages',
	'work_item_properties',
	'work_item_types',
	'workspace_project_labels',
	'workspaces',
].map((name) => `tests/unit/test_${name}.py`);

const run = (command: string, args: readonly string[]): string =>
	execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Installs the SDK into a virtual environment, unless it is there. */
function installSdk(): void {
	if (!existsSync(python)) run('python3', ['-m', 'venv', join(cache, 'venv')]);

	run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...TOOLS]);
}

/**
 * Gets the SDK's source of this version, which has the tests: the released package has not. The commit is the one that
 * set the version.
 */
function fetchTests(repository: string): void {
	if (existsSync(source)) return;

	try {
		run('git', ['clone', '--quiet', repository, source]);
		const line = `^version = "${VERSION.replaceAll('.', '\\.')}"`;
		const commits = run('git', ['-C', source, 'log', '--format=%H', '-G', line, 'pyproject.toml']);
		const commit = commits.trim().split('\n').at(-1) ?? '';
		if (commit === '') throw new Error(`no commit of ${repository} has the version ${VERSION}`);

		run('git', ['-C', source, 'checkout', '--quiet', commit]);
	} catch (error) {
		rmSync(source, { recursive: true, force: true });
		throw error;
	}
}

/** Runs a program of the virtual environment against a new test service. Returns whether it succeeded. */
async function runAgainstService(args: readonly string[], folder: string): Promise<boolean> {
	const store = await startStore();
	const service = await startService({
		serverKind: 'commercial',
		// The SDK cannot read a new webhook without its secret.
		differences: { servesApiV2: true, returnsNewSecrets: true },
		storage: store,
	});
	const child = spawn(python, args, {
		cwd: folder,
		stdio: 'inherit',
		env: {
			...process.env,
			PLANE_BASE_URL: service.url,
			PLANE_API_KEY: service.apiKey,
			WORKSPACE_SLUG: service.workspace,
			PYTHONPATH: ownFolder,
		},
	});

	try {
		await once(child, 'close');

		return child.exitCode === 0;
	} finally {
		await service.close();
		await store.close();
	}
}

async function main(): Promise<void> {
	const [repository = REPOSITORY] = process.argv.slice(2);

	installSdk();
	printProgress('The client of API v2:');
	const readsV2 = await runAgainstService(['apiV2.py'], ownFolder);

	printProgress("The SDK's own tests of version 1:");
	fetchTests(repository);
	const options = ['-q', '-rx', '-p', 'no:cacheprovider', '-p', 'lacking_paths'];
	const passes = await runAgainstService(['-m', 'pytest', ...options, ...TEST_FILES], source);

	if (!readsV2 || !passes) process.exitCode = 1;
}

main().catch((error: unknown) => {
	process.stderr.write(`${getMessage(error)}\n`);
	process.exitCode = 1;
});
