// `npm test`: every check in order, then all tests that need nothing but the development dependencies
// in one run, then a table and the counts. The last line is `N passed, N failed, N skipped`, also left
// in .cache/counts.txt; a step that fails counts as one failed, a test file that cannot run too.
//
//     tsx test/tools/test.ts LEVEL …      builds, and runs only the tests of these levels, such as n8n

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

interface Step {
	name: string;
	/** Commands of node_modules/.bin, or npm, with their arguments; the first that fails ends the step. */
	commands: string[][];
}

/** What this module reads of the report that `jest --json` writes. */
interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	numRuntimeErrorTestSuites: number;
}

const top = resolve(__dirname, '../..');
const cache = join(top, '.cache');
const jestReport = join(cache, 'jest.json');
const countsFile = join(cache, 'counts.txt');

/** It comes first: the gate packs dist, and the tests run it. */
const build: Step = { name: 'build', commands: [['gulp', 'build', '-L']] };

const checks: Step[] = [
	{
		name: 'lint',
		commands: [
			['eslint', '--max-warnings', '0', '.'],
			['prettier', '--check', '--log-level', 'warn', '.'],
		],
	},
	{ name: 'types', commands: [['tsc']] },
	{ name: 'gate', commands: [['tsx', 'test/tools/gate.ts']] },
];

const levels = process.argv.slice(2);

const jestOptions =
	levels.length === 0
		? ['--selectProjects', 'unit', 'contract', 'engine']
		: // One file at a time: each has servers and a browser, or an n8n, on these few cores.
			['--runInBand', '--selectProjects', ...levels];

const tests: Step = {
	name: 'tests',
	commands: [
		[
			'npm',
			'run',
			'--silent',
			'jest',
			'--',
			'--json',
			`--outputFile=${jestReport}`,
			...jestOptions,
		],
	],
};

/** Runs the step's commands and shows what they print. Returns whether all of them succeeded. */
function succeeds({ name, commands }: Step): boolean {
	console.log(`\n== ${name}`);
	return commands.every(([command = '', ...args]) => {
		const { status, error } = spawnSync(command, args, {
			cwd: top,
			// jest prints its report on stdout as well when it is asked for JSON.
			stdio: ['ignore', name === 'tests' ? 'ignore' : 'inherit', 'inherit'],
			env: {
				...process.env,
				PATH: [join(top, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
			},
		});
		if (error) console.error(error);
		return status === 0;
	});
}

/** Returns jest's counts; without a report, or with one that hides the failure, one failed. */
function testCounts(succeeded: boolean): Counts {
	let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
	try {
		const report = JSON.parse(readFileSync(jestReport, 'utf8')) as JestReport;
		counts = {
			passed: report.numPassedTests,
			failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
			skipped: report.numPendingTests + report.numTodoTests,
		};
	} catch {
		console.error('jest left no report.');
	}
	if (!succeeded && counts.failed === 0) counts.failed = 1;
	return counts;
}

mkdirSync(cache, { recursive: true });
rmSync(jestReport, { force: true });
rmSync(countsFile, { force: true });

const steps = levels.length === 0 ? [build, ...checks, tests] : [build, tests];
const outcomes = steps.map((step) => {
	const start = Date.now();
	const succeeded = succeeds(step);
	return { name: step.name, succeeded, seconds: (Date.now() - start) / 1000 };
});
const counts = testCounts(outcomes.at(-1)?.succeeded ?? false);
counts.failed += outcomes.slice(0, -1).filter(({ succeeded }) => !succeeded).length;

console.log('\nstep      outcome  seconds');
for (const { name, succeeded, seconds } of outcomes) {
	const columns = [name.padEnd(9), (succeeded ? 'passed' : 'FAILED').padEnd(8)];
	console.log(`${columns.join(' ')} ${seconds.toFixed(1).padStart(7)}`);
}
const line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
writeFileSync(countsFile, `${line}\n`);
console.log(`\n${line}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
