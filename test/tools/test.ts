// `npm test`: the build, then the checks side by side, then all tests that need nothing but the
// development dependencies in one run, then a table and the counts. The last line is
// `N passed, N failed, N skipped`, also left in .cache/counts.txt; a step that fails counts as one
// failed, a test file that cannot run too.
//
//     tsx test/tools/test.ts LEVEL …      builds, and runs only the tests of these levels, such as n8n

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

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
		? // Some wait in real time: beside them there is room for others, on two cores too.
			['--maxWorkers=3', '--selectProjects', 'unit', 'contract', 'service', 'engine']
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

/** What came of a step. */
interface Outcome {
	name: string;
	succeeded: boolean;
	seconds: number;
}

/**
 * Runs the commands of a step. What they print is shown as it comes, or, of steps that run side by
 * side, when the step is over.
 */
async function run({ name, commands }: Step, isAlone: boolean): Promise<Outcome> {
	if (isAlone) console.log(`\n== ${name}`);
	const start = Date.now();
	let succeeded = true;
	let said = '';
	for (const [command = '', ...args] of commands) {
		// jest prints its report on stdout as well when it is asked for JSON.
		const shown = isAlone ? 'inherit' : 'pipe';
		const child = spawn(command, args, {
			cwd: top,
			stdio: ['ignore', name === 'tests' ? 'ignore' : shown, shown],
			env: {
				...process.env,
				PATH: [join(top, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
			},
		});
		const streams = [child.stdout, child.stderr].map(async (stream) => stream && text(stream));
		const [status] = (await once(child, 'close').catch((error: unknown) => [error])) as unknown[];
		said += (await Promise.all(streams)).join('');
		succeeded = status === 0;
		if (status instanceof Error) console.error(status.message);
		if (!succeeded) break;
	}
	if (!isAlone) console.log(`\n== ${name}\n${said}`.trimEnd());
	return { name, succeeded, seconds: (Date.now() - start) / 1000 };
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

async function runAll(): Promise<readonly Outcome[]> {
	return [
		await run(build, true),
		...(levels.length === 0 ? await Promise.all(checks.map((check) => run(check, false))) : []),
		await run(tests, true),
	];
}

async function main(): Promise<void> {
	const outcomes = await runAll();
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
}

void main();
