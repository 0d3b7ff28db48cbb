import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that the queue needs, by the packages of Debian that hold them. */
const PACKAGES = {
	'redis-server': 'redis-server',
	'redis-cli': 'redis-server',
	initdb: 'postgresql',
	postgres: 'postgresql',
	psql: 'postgresql',
} as const;

export type Program = keyof typeof PACKAGES;

/**
 * Installs those of the programs that this machine lacks, by Debian's package manager.
 *
 * @throws Error that says what is missing, and what the package manager said, where it cannot
 */
export function installPrograms(): void {
	const programs = Object.keys(PACKAGES).filter((name): name is Program => name in PACKAGES);
	const missing = programs.filter((name) => find(name) === undefined);
	if (missing.length === 0) return;
	const packages = [...new Set(missing.map((name) => PACKAGES[name]))];
	const what = `n8n's queue mode needs ${missing.join(' and ')}`;
	if (process.getuid?.() !== 0) {
		throw new Error(`${what}; as root: apt-get install ${packages.join(' ')}`);
	}
	process.stderr.write(`Installing ${packages.join(' and ')}, because ${what} …\n`);
	aptGet(['update'], what);
	aptGet(['install', '--yes', '--no-install-recommends', ...packages], what);
}

/** The path of a program. @throws Error where it is not installed */
export function pathOf(name: Program): string {
	const path = find(name);
	if (path === undefined) {
		throw new Error(`${name} is not installed; it is in Debian's package ${PACKAGES[name]}`);
	}
	return path;
}

function find(name: Program): string | undefined {
	return [...postgresFolders(), '/usr/bin', '/usr/local/bin']
		.map((folder) => join(folder, name))
		.find((path) => existsSync(path));
}

/** Debian keeps PostgreSQL's programs by version, and off the PATH; the newest comes first. */
function postgresFolders(): string[] {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return [];
	return readdirSync(versions)
		.sort((one, other) => Number(other) - Number(one))
		.map((version) => join(versions, version, 'bin'));
}

function aptGet(args: readonly string[], what: string): void {
	// Somebody else may be installing something.
	const waiting = ['-o', 'DPkg::Lock::Timeout=300'];
	const { status, stdout, stderr, error } = spawnSync('apt-get', [...waiting, ...args], {
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		// Run level 1 keeps the packages from starting servers of their own.
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
	});
	if (status === 0) return;
	const words = error === undefined ? `${stdout}\n${stderr}`.trim() : error.message;
	throw new Error(`${what}, and apt-get ${args.join(' ')} failed:\n${words}`);
}
