import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { top } from './pack';
import { supervise } from './supervise';

/** The lines of n8n that the package is tested with. */
export const lines = ['v2', 'v1'] as const;

export type Line = (typeof lines)[number];

/** The lines to test: both, or the one in N8N_LINE. */
export const linesToTest: readonly Line[] = lines.filter(
	(line) => line === (process.env.N8N_LINE ?? line),
);

/** The newest of the lines to test, for tests of what all lines do alike. `N8N_LINE=v1` runs them in the older one. */
export const [newestLine = 'v2'] = linesToTest;

const folders: Readonly<Record<Line, string>> = { v2: __dirname, v1: join(__dirname, 'v1') };

/** An installed n8n. */
export interface Installation {
	readonly line: Line;
	/** Such as `2.41.1`. */
	readonly version: string;
	/** The command that runs n8n; n8n's own arguments follow it. */
	readonly bin: readonly [string, ...string[]];
}

/**
 * Installs this line of n8n if it is missing, which takes some minutes.
 * @throws Error if npm fails
 */
export async function installN8n(line: Line): Promise<Installation> {
	const folder = relative(top, folders[line]);
	const { ended } = supervise([process.execPath, 'scripts/install.mjs', folder], {
		cwd: top,
		env: process.env,
		stderr: 'inherit',
	});
	if ((await ended) !== 0) throw new Error(`n8n could not be installed in ${folder}.`);

	const n8n = join(top, folder, 'node_modules/n8n');
	const { version } = JSON.parse(readFileSync(join(n8n, 'package.json'), 'utf8')) as {
		version: string;
	};

	return { line, version, bin: [process.execPath, join(n8n, 'bin/n8n')] };
}
