import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { installPackages } from '../../tools/debian';

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
 * Installs those of the programs that this machine lacks.
 *
 * @throws Error that says what is missing, where it cannot
 */
export function installPrograms(): void {
	const programs = Object.keys(PACKAGES).filter((name): name is Program => name in PACKAGES);
	const missing = programs.filter((name) => find(name) === undefined);
	if (missing.length === 0) return;
	const packages = [...new Set(missing.map((name) => PACKAGES[name]))];
	installPackages(packages, `n8n's queue mode needs ${missing.join(' and ')}`);
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
