// `npm test`: the build and the checks, then all tests that need only the development dependencies,
// with the coverage of the sources (its floor is in jest.config.js), then a table. The last line is
// `N passed, N failed, N skipped`; .ci/run reads it from .cache/counts.txt, and what failed from
// .cache/failures.txt. A step that fails counts as one failure, and so does a test file that cannot run.
//
//     tsx test/tools/test.ts n8n|browser      builds, and runs the tests of this level only

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

const top = resolve(__dirname, '../..');
const countsFile = join(top, '.cache/counts.txt');
const failuresFile = join(top, '.cache/failures.txt');
const reportFile = join(top, '.cache/jest.json');
const coverageFile = join(top, '.cache/coverage/coverage-summary.json');

/** Jest's options for each level, which decide how many test files run at the same time. */
const jestOptions = {
	// Some tests wait in real time, so there are more workers than cores. With still more, each is
	// slowed down by what the others keep in memory.
	all: '--selectProjects unit node contract service engine --coverage --maxWorkers=4',
	// An n8n takes one core to start, but the tests of triggers and of rate limits mostly wait.
	n8n: '--selectProjects n8n --maxWorkers=3',
	// Each test uses the one n8n and the one browser.
	browser: '--selectProjects browser --maxWorkers=1',
};

type Level = keyof typeof jestOptions;

const isLevel = (name: string): name is Level => name in jestOptions;

interface Step {
	readonly name: string;
	/** A command of node_modules/.bin. */
	readonly command: string;
}

const build: Step = { name: 'build', command: 'gulp build -L' };

const lint: Step = { name: 'lint', command: 'eslint --max-warnings 0 .' };

/** They follow the build: n8n's check packs dist. */
const checks: readonly Step[] = [
	{ name: 'format', command: 'prettier --check --log-level warn .' },
	{ name: 'types', command: 'tsc' },
	{ name: 'gate', command: 'tsx scripts/gate.ts' },
];

/** Jest prints its report on stdout, too, if it is asked for JSON. */
const createTestStep = (level: Level): Step => ({
	name: 'tests',
	command: `npm run --silent jest -- --json --outputFile=.cache/jest.json ${jestOptions[level]} >/dev/null`,
});

interface StepResult {
	readonly name: string;
	readonly succeeded: boolean;
	readonly seconds: number;
}

/** Runs a step and shows what it prints as it comes, or at its end if other steps run beside it. */
async function run({ name, command }: Step, { isAlone = true } = {}): Promise<StepResult> {
	if (isAlone) console.log(`\n== ${name}`);

	const start = Date.now();
	const output = isAlone ? 'inherit' : 'pipe';
	const child = spawn(command, {
		cwd: top,
		shell: true,
		stdio: ['ignore', output, output],
		env: {
			...process.env,
			// Coverage is that of the sources, so `npm test` runs the engine's tests on them.
			...(command.includes('--coverage') && { PLANE_SOURCES: 'yes' }),
			PATH: [join(top, 'node_modules/.bin'), process.env.PATH].join(delimiter),
		},
	});
	const outputs = [child.stdout, child.stderr].map(
		async (stream) => stream && (await text(stream)),
	);
	const [status] = (await once(child, 'close')) as unknown[];
	if (!isAlone) console.log(`\n== ${name}\n${(await Promise.all(outputs)).join('')}`.trimEnd());

	return { name, succeeded: status === 0, seconds: (Date.now() - start) / 1000 };
}

/** Lint takes longest, so it runs beside the other steps. More at once would slow each other down. */
async function buildAndCheck(): Promise<StepResult[]> {
	const linting = run(lint, { isAlone: false });
	const results: StepResult[] = [];

	for (const step of [build, ...checks]) results.push(await run(step, { isAlone: false }));

	return [...results, await linting];
}

/** The part of jest's report that is read here. */
interface Report {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numRuntimeErrorTestSuites: number;
	readonly numPendingTests: number;
	readonly numTodoTests: number;
	readonly testResults: readonly {
		/** The path of the test file. */
		readonly name: string;
		readonly status: string;
		/** Why the file could not run, or the failures of its tests. */
		readonly message: string;
		readonly assertionResults: readonly {
			readonly fullName: string;
			readonly status: string;
			readonly failureMessages: readonly string[];
		}[];
	}[];
}

/** @returns jest's report, or nothing if it ended before it wrote one */
function readReport(): Report | undefined {
	if (!existsSync(reportFile)) return undefined;

	return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
}

/** Reads jest's counts. If it failed without a report, or with one that shows no failure, one failed. */
function readCounts(report: Report | undefined, succeeded: boolean) {
	const counts = {
		passed: report?.numPassedTests ?? 0,
		failed: (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0),
		skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
	};

	if (!succeeded && counts.failed === 0) counts.failed = 1;

	return counts;
}

/** The lines of a failure that .ci/run repeats. All of them are in the output of jest. */
const FAILURE_LINES = 20;

const isOfLibrary = (line: string): boolean => /^\s+at .*(?:node_modules|node:)/.test(line);

/** Describes a failure: where it is, and the first lines of its message and of our part of its stack. */
function describeFailure(title: string, message: string): string {
	const lines = stripVTControlCharacters(message)
		.split('\n')
		.filter((line) => !isOfLibrary(line))
		.slice(0, FAILURE_LINES);

	return [title, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n');
}

/** Lists each test that failed, and each test file that could not run. */
function listFailures({ testResults }: Report): string[] {
	return testResults
		.filter(({ status }) => status === 'failed')
		.flatMap(({ name, message, assertionResults }) => {
			const file = relative(top, name);
			const failed = assertionResults.filter(({ status }) => status === 'failed');

			if (failed.length === 0) return [describeFailure(file, message)];

			return failed.map(({ fullName, failureMessages }) =>
				describeFailure(`${file}: ${fullName}`, failureMessages.join('\n')),
			);
		});
}

function printTable(results: readonly StepResult[]): void {
	console.log('\nstep      outcome  seconds');

	for (const { name, succeeded, seconds } of results) {
		const columns = [name.padEnd(9), (succeeded ? 'passed' : 'FAILED').padEnd(8)];

		console.log(`${columns.join(' ')} ${seconds.toFixed(1).padStart(7)}`);
	}
}

/** Jest itself compares the coverage with the floor. */
function printCoverage(): void {
	const { total } = JSON.parse(readFileSync(coverageFile, 'utf8')) as {
		total: Record<'lines' | 'branches', { pct: number }>;
	};

	console.log(`\ncoverage: ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`);
}

async function main(level: string): Promise<void> {
	if (!isLevel(level)) throw new Error(`There are no tests called ${level}.`);

	mkdirSync(join(top, '.cache'), { recursive: true });
	for (const file of [reportFile, countsFile, failuresFile, coverageFile])
		rmSync(file, { force: true });

	const checked = level === 'all' ? await buildAndCheck() : [await run(build)];
	const tested = await run(createTestStep(level));
	const report = readReport();
	const { passed, failed, skipped } = readCounts(report, tested.succeeded);
	const failedSteps = [...checked, tested].filter(({ succeeded }) => !succeeded);
	const allFailed = failed + failedSteps.filter((step) => step !== tested).length;

	printTable([...checked, tested]);
	if (existsSync(coverageFile)) printCoverage();

	const counts = `${passed} passed, ${allFailed} failed, ${skipped} skipped`;
	const failures = [
		...failedSteps.map(({ name }) => `The step "${name}" failed.`),
		...(report === undefined ? ['Jest left no report.'] : listFailures(report)),
	];

	if (failures.length > 0) writeFileSync(failuresFile, `${failures.join('\n\n')}\n`);

	writeFileSync(countsFile, `${counts}\n`);
	console.log(`\n${counts}`);
	process.exitCode = allFailed > 0 ? 1 : 0;
}

void main(process.argv[2] ?? 'all');
