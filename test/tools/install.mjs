// Installs what a folder's lock file asks for and is not there yet:
//
//     node test/tools/install.mjs [FOLDER ...]      (FOLDER from the project's top, default ".")
//
// Every npm script starts with it, so that a fresh clone needs no step before its first command. It
// runs on the Node that npm runs on (20 or newer) with nothing installed, and writes to stderr only.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
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
	const modules = join(folder, 'node_modules');
	// A link leads to what belongs to somebody else: npm would empty it.
	if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return true;
	const record = join(modules, '.package-lock.json');
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

/**
 * @param {string} name the folder
 * @returns {string} how long it takes, where it takes long
 */
function duration(name) {
	if (name === '.') return ', about a minute and a half';
	return name.startsWith('test/n8n') ? ', about five minutes and 2 GB' : '';
}

/** @param {string} text */
function say(text) {
	process.stderr.write(`${text}\n`);
}

/** How often it says how far it is, in milliseconds. */
const PULSE = 10_000;

/**
 * @param {string} folder absolute
 * @returns {string} such as `1200 of 2103 packages are there`
 */
function progress(folder) {
	const locked = Object.entries(lockedPackages(join(folder, 'package-lock.json')));
	const wanted = locked.filter(([place, { optional }]) => place !== '' && !optional);
	const there = wanted.filter(([place]) => existsSync(join(folder, place, 'package.json')));
	return there.length < wanted.length
		? `${there.length} of ${wanted.length} packages are there`
		: `all ${wanted.length} packages are there, and some of them are being built`;
}

/**
 * What is compiled here must be compiled for the project's own Node 24: its headers come with it, so
 * that none have to be downloaded.
 *
 * @returns {Record<string, string>}
 */
function headers() {
	const parent = join(top, 'node_modules/node/node_modules');
	const names = existsSync(parent) ? readdirSync(parent) : [];
	const folder = names
		.map((name) => join(parent, name))
		.find((name) => existsSync(join(name, 'include/node')));
	return folder === undefined ? {} : { npm_config_nodedir: folder };
}

/**
 * @param {string} folder absolute
 * @returns {Promise<{ status: number | null, output: string }>}
 */
async function npmCi(folder) {
	const npm = spawn('npm', ['ci', '--no-progress'], {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...headers(), PATH: [bin, process.env.PATH].join(delimiter) },
	});
	let output = '';
	for (const stream of [npm.stdout, npm.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => (output += text));
	}
	npm.on('error', (error) => (output += `${error.message}\n`));
	const [status] = await once(npm, 'close');
	return { status, output };
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['.']) {
	const folder = join(top, name);
	if (isInstalled(folder)) continue;

	const what = name === '.' ? 'the development dependencies' : `what ${name} needs`;
	say(`Installing ${what} (npm ci${duration(name)}) …`);
	const start = Date.now();
	const seconds = () => ((Date.now() - start) / 1000).toFixed(0);
	const pulse = setInterval(() => say(`  ${seconds()} s: ${progress(folder)}`), PULSE);
	const { status, output } = await npmCi(folder);
	clearInterval(pulse);
	if (status !== 0) {
		say(output);
		say(`Installing ${what} failed after ${seconds()} s: npm's own words are above.`);
		process.exit(1);
	}
	say(`Installed in ${seconds()} s.`);
}
