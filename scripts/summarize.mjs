// Says how the suites of .ci/run ended, from what Jest has reported of each in .cache/reports/SUITE.json:
//
//     node scripts/summarize.mjs SUITE=STATUS ...
//
// It repeats what failed. The last line is `N passed, N failed, N skipped`. A suite that failed without a
// failed test counts as one failure, and so does a test file that could not run.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const top = resolve(import.meta.dirname, '..');

/** The lines that are shown of a failure. All of them are in the output of Jest. */
const FAILURE_LINES = 20;

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Test */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} TestFile */
/**
 * @typedef {{
 *   numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: TestFile[]
 * }} Report
 */

/**
 * @param {string} suite
 * @returns {Report} Jest's report, or one without any tests if there is none
 */
function readReport(suite) {
	const file = join(top, '.cache/reports', `${suite}.json`);
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));

	return { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
}

/** Describes a failure: where it is, and the first lines of its message and of our part of its stack. */
function describeFailure(/** @type {string} */ title, /** @type {string} */ message) {
	const lines = stripVTControlCharacters(message)
		.split('\n')
		.filter((line) => !/^\s+at .*(?:node_modules|node:)/.test(line))
		.slice(0, FAILURE_LINES);

	return [title, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n');
}

/**
 * Describes each test of a file that failed, or the file if it could not run.
 *
 * @param {TestFile} file
 */
function listFailures({ name, message, assertionResults }) {
	const file = relative(top, name);
	const failed = assertionResults.filter(({ status }) => status === 'failed');
	if (failed.length === 0) return [describeFailure(file, message)];

	return failed.map(({ fullName, failureMessages }) =>
		describeFailure(`${file}: ${fullName}`, failureMessages.join('\n')),
	);
}

let passed = 0;
let skipped = 0;
/** @type {string[]} */
const failures = [];

for (const [suite = '', status] of process.argv.slice(2).map((result) => result.split('='))) {
	const report = readReport(suite);
	const failed = report.testResults
		.filter((file) => file.status === 'failed')
		.flatMap(listFailures);

	if (status !== '0' && failed.length === 0) failed.push('It failed outside of its tests.');

	passed += report.numPassedTests;
	skipped += report.numPendingTests + report.numTodoTests;
	failures.push(...failed.map((failure) => `npm run ${suite}: ${failure}`));
}

if (failures.length > 0) console.log(`\n==== What failed\n\n${failures.join('\n\n')}`);

console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`);
process.exitCode = failures.length === 0 ? 0 : 1;
