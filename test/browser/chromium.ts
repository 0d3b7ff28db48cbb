import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What Debian and its relatives call it. */
const NAMES = ['chromium', 'chromium-browser'];

export const HOW_TO_GET = "Install Debian's package: apt-get install chromium";

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Chromium's program: the one that CHROMIUM names, or else the first on the PATH. */
export function findChromium(): string | undefined {
	const { CHROMIUM: named = '', PATH = '' } = process.env;
	const folders = PATH.split(delimiter);
	const candidates = named === '' ? folders.flatMap(inFolder) : [named];
	return candidates.find(isExecutable);
}

const inFolder = (folder: string): string[] => NAMES.map((name) => join(folder, name));

/** @throws Error that says how to get Chromium, where there is none */
export function chromiumOrSay(): string {
	const found = findChromium();
	if (found === undefined) {
		throw new Error(
			`The browser tests need Chromium. ${HOW_TO_GET}, or name its program in CHROMIUM.`,
		);
	}
	return found;
}
