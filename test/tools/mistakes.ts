import { truncate } from '../../nodes/shared/text/truncate';

/**
 * Checks every case of a matrix, so that one test shows all of its mistakes in one list.
 *
 * @param cases at least one
 * @param check throws if the case is wrong, as a failed `expect` does
 * @returns the title of each case that is wrong, with what is wrong in one line, and if there are many, the
 *   number of the others; empty if none is
 * @throws if there are no cases, because such a matrix would protect nothing
 */
export async function collectMistakes<Value>(
	cases: Iterable<readonly [title: string, value: Value]>,
	check: (value: Value) => void | Promise<void>,
): Promise<string[]> {
	const mistakes: string[] = [];
	let count = 0;

	for (const [title, value] of cases) {
		count += 1;

		try {
			await check(value);
		} catch (error) {
			mistakes.push(`${truncate(toOneLine(title), MAX_TITLE_LENGTH)}: ${describeError(error)}`);
		}
	}

	if (count === 0) throw new Error('The matrix has no cases');

	const others = mistakes.length - MAX_MISTAKES;

	return others > 0 ? [...mistakes.slice(0, MAX_MISTAKES), `and ${others} more`] : mistakes;
}

/** Nobody reads more: one cause often spoils hundreds of cases. */
const MAX_MISTAKES = 50;

/** The longest title of a case, in characters. */
const MAX_TITLE_LENGTH = 200;

/** The longest description of what is wrong with a case, in characters. */
const MAX_LENGTH = 500;

/** Titles may be texts of several lines. */
const toOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** The codes with which Jest colors its messages. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

/** How Jest begins a message: `expect(received).not.toBe(expected) // Object.is equality`. */
const MATCHER = /^expect\(\w*\)\.([\w.]+)\(.*$/;

/** The lines of a comparison that only count the differences. */
const COUNT_OF_DIFFERENCES = /^[-+] (Expected|Received) +[-+] +\d+$/;

/**
 * Describes what a check has thrown in one line. Of a comparison that Jest shows line by line, only the lines
 * that differ remain: `- ` what was expected, `+ ` what was received.
 */
function describeError(error: unknown): string {
	if (!(error instanceof Error)) return String(error);

	// A property that fast-check has refuted: the cause says what is wrong with the counterexample.
	if (error.cause instanceof Error) {
		return `${describeMessage(error.cause.message)} (${describeMessage(error.message)})`;
	}

	return describeMessage(error.message);
}

function describeMessage(message: string): string {
	const [first = '', ...others] = message
		.replaceAll(COLORS, '')
		// Jest would escape them in the list.
		.replaceAll(/\\?"/g, "'")
		.split('\n')
		.map((line) => line.trim().replace(/^([-+]) +/, '$1 '))
		.filter((line) => line !== '' && !COUNT_OF_DIFFERENCES.test(line));
	const differences = others.filter((line) => /^[-+] /.test(line));

	const details = differences.length > 0 ? differences : others;

	return truncate([first.replace(MATCHER, '$1'), ...details].join(' '), MAX_LENGTH);
}
