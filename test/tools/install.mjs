// Installs what a folder's lock file asks for and is not there yet:
//
//     node test/tools/install.mjs [FOLDER ...]      (FOLDER from the project's top, default ".")
//
// Two that install into the same folder would destroy each other's files: the second waits.
//
// Every npm script starts with it, so that a fresh clone needs no step before its first command. It
// runs on the Node that npm runs on (20 or newer) with nothing installed, and writes to stderr only.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
} from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
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
	// It would go on by itself, in a folder that somebody else may take.
	const stop = () => npm.kill();
	process.once('SIGTERM', stop).once('SIGINT', stop);
	const [status] = await once(npm, 'close');
	process.off('SIGTERM', stop).off('SIGINT', stop);
	return { status, output };
}

/**
 * @param {() => void} act
 * @returns {string | undefined} the code of the error, if it throws one
 */
function failureOf(act) {
	try {
		act();
		return undefined;
	} catch (error) {
		return error instanceof Error && 'code' in error ? String(error.code) : String(error);
	}
}

/** How often it looks whether another process has done with a folder, in milliseconds. */
const GLANCE = 500;

/** A lock that nobody has touched for so many milliseconds belongs to nobody any more. */
const FORSAKEN = 3 * PULSE;

/**
 * @param {string} file
 * @returns {boolean} whether it is a lock whose holder is gone
 */
function isForsaken(file) {
	const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {};
	return Date.now() - mtimeMs > FORSAKEN;
}

/**
 * Takes a folder for this process alone, and waits while another one has it, which shows by touching
 * the lock again and again.
 *
 * @param {string} folder absolute
 * @param {(file: string) => void} waiting called once where it has to wait
 * @returns {Promise<() => void>} what gives the folder back
 */
async function take(folder, waiting) {
	const cache = join(top, '.cache');
	mkdirSync(cache, { recursive: true });
	const file = join(cache, `installing${relative(top, folder).replaceAll(/\W+/g, '-')}.lock`);
	for (let hasSaid = false; ; ) {
		const failure = failureOf(() => mkdirSync(file));
		if (failure === undefined) break;
		if (failure !== 'EEXIST') throw new Error(`${file} cannot be made: ${failure}`);
		if (isForsaken(file)) {
			// Of several that see it, one moves it away.
			const away = `${file}.${process.pid}`;
			failureOf(() => renameSync(file, away));
			if (isForsaken(away)) rmSync(away, { recursive: true, force: true });
			// Somebody else was quicker, and this is the new one.
			else failureOf(() => renameSync(away, file));
			continue;
		}
		if (!hasSaid) waiting(file);
		hasSaid = true;
		await wait(GLANCE);
	}
	const touch = () => failureOf(() => utimesSync(file, new Date(), new Date()));
	const touching = setInterval(touch, PULSE);
	return () => {
		clearInterval(touching);
		rmSync(file, { recursive: true, force: true });
	};
}

/**
 * @param {string} name the folder, as the command names it
 * @param {string} folder absolute
 * @returns {Promise<boolean>} whether all is there now
 */
async function install(name, folder) {
	const what = name === '.' ? 'the development dependencies' : `what ${name} needs`;
	const giveBack = await take(folder, (lock) =>
		say(`Another process is installing ${what}: waiting for it (lock: ${lock}) …`),
	);
	try {
		if (isInstalled(folder)) return true;

		say(`Installing ${what} (npm ci${duration(name)}) …`);
		const start = Date.now();
		const seconds = () => ((Date.now() - start) / 1000).toFixed(0);
		const pulse = setInterval(() => say(`  ${seconds()} s: ${progress(folder)}`), PULSE);
		const { status, output } = await npmCi(folder);
		clearInterval(pulse);
		if (status !== 0) {
			say(output);
			say(`Installing ${what} failed after ${seconds()} s: npm's own words are above.`);
			return false;
		}
		say(`Installed in ${seconds()} s.`);
		return true;
	} finally {
		giveBack();
	}
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['.']) {
	const folder = resolve(top, name);
	if (!isInstalled(folder) && !(await install(name, folder))) process.exit(1);
}
