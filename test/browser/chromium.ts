import { debianProgram, isExecutable } from '../tools/debian';

/**
 * Chromium's program: the one that CHROMIUM names, or else the first on the PATH; where there is
 * none, Debian's is installed.
 *
 * @throws Error that says how to get it, where it cannot be installed, or where CHROMIUM names none
 */
export function chromiumProgram(): string {
	const { CHROMIUM: named = '' } = process.env;
	if (named === '') {
		return debianProgram({
			names: ['chromium', 'chromium-browser'],
			package: 'chromium',
			why: 'The browser tests need Chromium',
		});
	}
	if (!isExecutable(named)) throw new Error(`CHROMIUM is ${named}, which is no program.`);
	return named;
}
