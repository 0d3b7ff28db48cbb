import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/** How often each statement, each function and each branch of a source file ran, by their numbers. */
interface FileCoverage {
	readonly s: Readonly<Record<string, number>>;
	readonly f: Readonly<Record<string, number>>;
	readonly b: Readonly<Record<string, readonly number[]>>;
}

/** What this process has reported to Jest as covered, by the path of the source file. */
const reported = new Map<string, readonly boolean[]>();

/** Whether each statement, function and branch of a source file ran. */
const readCoverage = ({ s, f, b }: FileCoverage): boolean[] =>
	[Object.values(s), Object.values(f), ...Object.values(b)]
		.flat()
		.map((executions) => executions > 0);

/**
 * Node's environment, which reports only what no earlier test file in the same process has covered. Jest
 * copies the coverage of all source files that a test file loads, and merges it into the whole; for most
 * test files nothing in it is new. The percentages are the same. How often a line ran is not.
 */
export default class CoverageEnvironment extends TestEnvironment {
	handleTestEvent({ name }: Circus.AsyncEvent | Circus.SyncEvent): void {
		if (name !== 'teardown') return;

		const coverage = this.global.__coverage__ as Record<string, FileCoverage> | undefined;

		for (const [path, file] of Object.entries(coverage ?? {})) {
			const before = reported.get(path) ?? [];
			const covered = readCoverage(file);
			const hasNew =
				!reported.has(path) ||
				covered.some((isCovered, index) => isCovered && before[index] !== true);

			if (hasNew) {
				reported.set(
					path,
					covered.map((isCovered, index) => isCovered || before[index] === true),
				);
			} else {
				delete coverage?.[path];
			}
		}
	}
}
