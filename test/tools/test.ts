// `npm test`: the build and the checks, then all tests that need nothing but the development
// dependencies in one run, with the coverage of the sources, whose floor jest.config.js has, then a
// table and the counts. The last line is `N passed, N failed, N skipped`, also left in
// .cache/counts.txt; a step that fails counts as one failed, a test file that cannot run too.
//
//     tsx test/tools/test.ts LEVEL …      builds, and runs only the tests of these levels, such as n8n

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const top = resolve(__dirname, '../..');
const countsFile = join(top, '.cache/counts.txt');
const reportFile = join(top, '.cache/jest.json');
const coverageFile = join(top, '.cache/coverage/coverage-summary.json');

const levels = process.argv.slice(2);

/** How many test files run at once. */
const workers = levels.includes('browser')
	? // One after the other: each has an n8n and a browser on these few cores.
		1
	: // An n8n starts on one core. Other tests wait in real time, and leave room beside them.
		levels.includes('n8n')
		? 2
		: // Some tests wait in real time, so there are more workers than cores. With still more, each is
			// slowed down by what the others keep in memory.
			4;

const isAll = levels.length === 0;
const selected = isAll ? ['unit', 'contract', 'service', 'engine'] : levels;
const coverage = isAll ? '--coverage ' : '';
const jestOptions = `${coverage}--maxWorkers=${workers} --selectProjects ${selected.join(' ')}`;

/** The steps as commands of node_modules/.bin. */
const commands = {
	// The gate packs dist, and the tests run it.
	build: 'gulp build -L',
	lint: 'eslint --max-warnings 0 .',
	format: 'prettier --check --log-level warn .',
	types: 'tsc',
	gate: 'tsx test/tools/gate.ts',
	// jest prints its report on stdout as well when it is asked for JSON.
	tests: `npm run --silent jest -- --json --outputFile=.cache/jest.json ${jestOptions} >/dev/null`,
};

/** What came of a step. */
interface Outcome {
	readonly name: string;
	readonly succeeded: boolean;
	readonly seconds: number;
}

/** Runs a step. What it prints is shown as it comes, or, where others run too, when it is over. */
async function run(name: keyof typeof commands, isAlone: boolean): Promise<Outcome> {
	if (isAlone) console.log(`\n== ${name}`);

	const start = Date.now();
	const output = isAlone ? 'inherit' : 'pipe';
	const child = spawn(commands[name], {
		cwd: top,
		shell: true,
		stdio: ['ignore', output, output],
		env: {
			...process.env,
			...(isAll && { PLANE_SOURCES: 'yes' }),
			PATH: [join(top, 'node_modules/.bin'), process.env.PATH].join(delimiter),
		},
	});
	const printed = [child.stdout, child.stderr].map(
		async (stream) => stream && (await text(stream)),
	);
	const [status] = (await once(child, 'close')) as unknown[];
	if (!isAlone) console.log(`\n== ${name}\n${(await Promise.all(printed)).join('')}`.trimEnd());

	return { name, succeeded: status === 0, seconds: (Date.now() - start) / 1000 };
}

/** Builds and checks: the longest check beside all other steps. More at once slow each other down. */
async function buildAndCheck(): Promise<Outcome[]> {
	const lint = run('lint', false);

	const others: Outcome[] = [];

	for (const name of ['build', 'format', 'types', 'gate'] as const) {
		others.push(await run(name, false));
	}

	return [...others, await lint];
}

/** Returns jest's counts; without a report, or with one that hides the failure, one failed. */
function testCounts(succeeded: boolean) {
	const counts = { passed: 0, failed: 0, skipped: 0 };

	try {
		const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Record<string, number>;
		const sumOf = (...names: string[]) => names.reduce((sum, name) => sum + (report[name] ?? 0), 0);

		counts.passed = sumOf('numPassedTests');
		counts.failed = sumOf('numFailedTests', 'numRuntimeErrorTestSuites');
		counts.skipped = sumOf('numPendingTests', 'numTodoTests');
	} catch {
		console.error('jest left no report.');
	}

	if (!succeeded && counts.failed === 0) counts.failed = 1;

	return counts;
}

/** How much of nodes/ and credentials/ the tests have run. Jest holds it against the floor itself. */
function printCoverage(): void {
	const { total } = JSON.parse(readFileSync(coverageFile, 'utf8')) as {
		total: Record<'lines' | 'branches', { pct: number }>;
	};

	console.log(`\ncoverage: ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`);
}

async function main(): Promise<void> {
	mkdirSync(join(top, '.cache'), { recursive: true });
	for (const file of [reportFile, countsFile, coverageFile]) rmSync(file, { force: true });

	const before = isAll ? await buildAndCheck() : [await run('build', true)];
	const tests = await run('tests', true);

	const { passed, failed, skipped } = testCounts(tests.succeeded);
	const failedSteps = before.filter(({ succeeded }) => !succeeded);
	const all = failed + failedSteps.length;

	console.log('\nstep      outcome  seconds');

	for (const { name, succeeded, seconds } of [...before, tests]) {
		const columns = [name.padEnd(9), (succeeded ? 'passed' : 'FAILED').padEnd(8)];

		console.log(`${columns.join(' ')} ${seconds.toFixed(1).padStart(7)}`);
	}

	if (existsSync(coverageFile)) printCoverage();

	const line = `${passed} passed, ${all} failed, ${skipped} skipped`;

	writeFileSync(countsFile, `${line}\n`);
	console.log(`\n${line}`);
	process.exitCode = all > 0 ? 1 : 0;
}

void main();
