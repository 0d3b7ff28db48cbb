// Installs what the lock file of a folder lists and the folder lacks:
//
//     node scripts/install.mjs [FOLDER ...]      (from the top of the project; default ".")
//
// `npm run demo` and `npm test` begin with it, so that they work in a fresh clone. It runs on the
// Node that npm runs on (20 or newer) with nothing installed, and prints to stderr only.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const top = resolve(import.meta.dirname, '..');

/** How long an installation takes, if that is long. @type {Record<string, string>} */
const DURATIONS = {
	'.': ', about a minute and a half',
	'test/n8n': ', about five minutes and 2 GB',
	'test/n8n/v1': ', about five minutes and 2 GB',
};

/**
 * @typedef {{ version: string, optional?: boolean }} Package
 * @param {string} file a lock file
 * @returns {Record<string, Package>} the packages by path, such as `node_modules/tsx`
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Compares the lock file with the record that npm writes at the end of an installation.
 *
 * @param {string} folder absolute
 */
function isInstalled(folder) {
	const record = join(folder, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return false;

	const installed = readPackages(record);

	return Object.entries(readPackages(join(folder, 'package-lock.json'))).every(
		([path, { version, optional }]) =>
			path === '' || optional || installed[path]?.version === version,
	);
}

/**
 * Native code must be compiled for the project's own Node, once that is installed. Its headers come
 * with it, so npm need not download them. Without optimization, the database driver of n8n compiles
 * in a third of the time, and nothing here reads much from a database.
 */
function environment() {
	const packages = join(top, 'node_modules/node/node_modules');
	const names = existsSync(packages) ? readdirSync(packages) : [];
	const headers = names.find((name) => existsSync(join(packages, name, 'include/node')));
	const PATH = [join(top, 'node_modules/.bin'), process.env.PATH].join(delimiter);

	return {
		...process.env,
		...(headers && { npm_config_nodedir: join(packages, headers) }),
		CFLAGS: '-O0',
		CXXFLAGS: '-O0',
		PATH,
	};
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['.']) {
	const folder = resolve(top, name);
	if (isInstalled(folder)) continue;

	process.stderr.write(`Installing the packages of ${name} (npm ci${DURATIONS[name] ?? ''}) …\n`);
	const { status } = spawnSync('npm', ['ci', '--no-progress', '--loglevel=error'], {
		cwd: folder,
		env: environment(),
		stdio: ['ignore', 2, 2],
	});

	if (status !== 0) process.exit(1);
}
