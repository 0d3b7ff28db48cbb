import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installPackages } from '../tools/debian';

/** What Debian and its relatives call it. */
const NAMES = ['chromium', 'chromium-browser'];

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Chromium's program: the one that CHROMIUM names, or else the first on the PATH. */
function findChromium(): string | undefined {
	const { CHROMIUM: named = '', PATH = '' } = process.env;
	const folders = PATH.split(delimiter);
	const candidates = named === '' ? folders.flatMap(inFolder) : [named];
	return candidates.find(isExecutable);
}

const inFolder = (folder: string): string[] => NAMES.map((name) => join(folder, name));

/**
 * Chromium's program; where there is none, Debian's is installed.
 *
 * @throws Error that says how to get it, where it cannot be installed, or where CHROMIUM names none
 */
export function chromiumProgram(): string {
	const found = findChromium();
	if (found !== undefined) return found;
	const { CHROMIUM: named = '' } = process.env;
	if (named !== '') throw new Error(`CHROMIUM is ${named}, which is no program.`);
	installPackages(['chromium'], 'The browser tests need Chromium');
	const installed = findChromium();
	if (installed === undefined) throw new Error("Debian's package chromium has no Chromium.");
	return installed;
}
