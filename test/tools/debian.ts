import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that a test needs, from a package of Debian. */
export interface Program {
	/** The names that it can have. */
	readonly names: readonly string[];
	/** The package that contains it. */
	readonly package: string;
	/** Why it is needed, as the beginning of a sentence, e.g. `The browser tests need Chromium`. */
	readonly reason: string;
	/** More folders to search, besides those of PATH. */
	readonly folders?: () => readonly string[];
}

/**
 * Returns the path of a program. If it is missing, root installs its package: CI runs as root, on a
 * machine that is discarded afterwards.
 *
 * @throws Error that says what to install, for other users, or with the output of a failed installation
 */
export function findOrInstallProgram(program: Program): string {
	const { package: name, reason } = program;
	const existing = findProgram(program);
	if (existing !== undefined) return existing;

	const command = `apt-get install ${name}`;
	if (process.getuid?.() !== 0) throw new Error(`${reason}. Install it as root: ${command}`);

	process.stderr.write(`${reason}: ${command} …\n`);
	runAptGet(['update'], reason);
	runAptGet(['install', '--yes', '--no-install-recommends', name], reason);
	const installed = findProgram(program);
	if (installed === undefined)
		throw new Error(`${reason}, and Debian's package ${name} does not contain it.`);

	return installed;
}

function findProgram({ names, folders }: Program): string | undefined {
	const path = process.env.PATH ?? '';

	return [...(folders?.() ?? []), ...path.split(delimiter)]
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find(isExecutable);
}

export function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);

		return true;
	} catch {
		return false;
	}
}

function runAptGet(args: readonly string[], reason: string): void {
	// Another process may be installing something.
	const lockTimeout = ['-o', 'DPkg::Lock::Timeout=300'];
	const { status, stdout, stderr, error } = spawnSync('apt-get', [...lockTimeout, ...args], {
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		// In run level 1, packages do not start their servers.
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
	});
	if (status === 0) return;

	const output = error === undefined ? `${stdout}\n${stderr}`.trim() : error.message;

	throw new Error(`${reason}, and apt-get ${args.join(' ')} failed:\n${output}`);
}
