// Installs what a folder's lock file asks for and is not there yet:
//
//     node test/tools/install.mjs [FOLDER ...]      (FOLDER from the project's top, default ".")
//
// Every npm script starts with it, so that a fresh clone needs no step before its first command. It
// runs on the Node that npm runs on (20 or newer) with nothing installed, and writes to stderr only.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(top, 'node_modules', '.bin');

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Locked
 * @param {string} file a package-lock.json, or the one that npm leaves in node_modules
 * @returns {Record<string, Locked>} by place, such as `node_modules/tsx`
 */
function lockedPackages(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Compares the lock file with what npm wrote down as its last step of an installation, so that one
 * that was broken off counts as missing, and one that was made by hand counts as done.
 *
 * @param {string} folder absolute
 * @returns {boolean}
 */
function isInstalled(folder) {
	const record = join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = lockedPackages(record);
	const wanted = lockedPackages(join(folder, 'package-lock.json'));
	return Object.entries(wanted).every(([place, { version, integrity, optional }]) => {
		// The first entry is the project itself; optional ones are for other machines.
		if (place === '' || (optional && !installed[place])) return true;
		const found = installed[place];
		return found?.version === version && found?.integrity === integrity;
	});
}

/** @param {string} text */
function say(text) {
	process.stderr.write(`${text}\n`);
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['.']) {
	const folder = join(top, name);
	if (isInstalled(folder)) continue;

	const what = name === '.' ? 'the development dependencies' : `what ${name} needs`;
	say(`Installing ${what} (npm ci${name === '.' ? ', about a minute and a half' : ''}) …`);
	const start = Date.now();
	const npm = spawnSync('npm', ['ci', '--no-progress'], {
		cwd: folder,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		stdio: ['ignore', 'pipe', 'pipe'],
		// Node 24 comes from the project's own dependencies, and what is compiled for it must see it.
		env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) },
	});
	const seconds = ((Date.now() - start) / 1000).toFixed(0);
	if (npm.status !== 0) {
		say(npm.stdout ?? '');
		say(npm.stderr ?? '');
		say(npm.error ? String(npm.error) : '');
		say(`Installing ${what} failed after ${seconds} s: npm's own words are above.`);
		process.exit(1);
	}
	say(`Installed in ${seconds} s.`);
}
