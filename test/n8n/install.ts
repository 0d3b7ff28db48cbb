import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { keep } from './keep';

/** The lines of n8n that the package is tested with. */
export const lines = ['v2', 'v1'] as const;

export type Line = (typeof lines)[number];

export const top = join(__dirname, '../..');

const folders: Readonly<Record<Line, string>> = { v2: __dirname, v1: join(__dirname, 'v1') };

/** An n8n that is ready to be run. */
export interface Installation {
	readonly line: Line;
	/** Such as `2.41.1`. */
	readonly version: string;
	/** The command that runs n8n, to be followed by n8n's own arguments. */
	readonly bin: readonly [string, ...string[]];
	/** What n8n needs of the environment: the machine's own, and the Node that it was built for. */
	readonly env: Readonly<Record<string, string>>;
}

/** What of the environment reaches n8n: no setting of an n8n, and nothing of a test runner. */
const PASSED = [
	'LANG',
	'LC_ALL',
	'TZ',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'NODE_EXTRA_CA_CERTS',
];

/**
 * Installs this line of n8n if it is not there yet, which takes some minutes.
 * @param say is told what goes on, as it happens
 * @throws Error if npm fails; its words were said
 */
export async function installN8n(line: Line, say: (text: string) => void): Promise<Installation> {
	const folder = folders[line];
	const installer = [process.execPath, join(top, 'test/tools/install.mjs')] as const;
	const { ended } = keep([...installer, relative(top, folder)], {
		...{ cwd: top, env: process.env, memory: 1000 },
		hear: (text) => say(text.trimEnd()),
	});
	if ((await ended) !== 0) {
		throw new Error(`n8n could not be installed in ${relative(top, folder)}.`);
	}

	const n8n = join(folder, 'node_modules/n8n');
	const { version } = JSON.parse(readFileSync(join(n8n, 'package.json'), 'utf8')) as {
		version: string;
	};
	const passed = PASSED.flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	// n8n starts `node` for its task runner, and npm for packages.
	const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
	return {
		line,
		version,
		bin: [process.execPath, join(n8n, 'bin/n8n')],
		env: { ...Object.fromEntries(passed), PATH: path },
	};
}
