import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that a test needs, and that Debian has. */
export interface Program {
	/** What it may be called. */
	readonly names: readonly string[];
	/** Debian's package of it. */
	readonly package: string;
	/** The beginning of a sentence, e.g. `The browser tests need Chromium`. */
	readonly why: string;
	/** Where it may be besides the PATH, once it is installed. */
	readonly folders?: () => readonly string[];
}

/**
 * The path of a program. Where it is missing its package is installed: as root, which is who runs
 * CI, and whoever else runs the tests on a machine that is thrown away afterwards.
 *
 * @throws Error that says what to install, for anybody but root, and what the package manager said,
 *   where it cannot
 */
export function findOrInstallProgram(program: Program): string {
	const { package: name, why } = program;
	const found = findProgram(program);
	if (found !== undefined) return found;

	const command = `apt-get install ${name}`;
	if (process.getuid?.() !== 0) throw new Error(`${why}. Install it as root: ${command}`);

	process.stderr.write(`${why}: ${command} …\n`);
	runAptGet(['update'], why);
	runAptGet(['install', '--yes', '--no-install-recommends', name], why);
	const installed = findProgram(program);
	if (installed === undefined) throw new Error(`${why}, and Debian's package ${name} has none.`);

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

function runAptGet(args: readonly string[], why: string): void {
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

	throw new Error(`${why}, and apt-get ${args.join(' ')} failed:\n${words}`);
}
