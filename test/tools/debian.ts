import { spawnSync } from 'node:child_process';

/**
 * Installs Debian's packages for a test that needs them: as root, which is who runs CI, and whoever
 * else runs the tests on a machine that is thrown away afterwards.
 *
 * @param why the sentence's beginning, e.g. `The browser tests need Chromium`
 * @throws Error that says what to install, for anybody but root, and what the package manager said,
 *   where it cannot
 */
export function installPackages(packages: readonly string[], why: string): void {
	const command = `apt-get install ${packages.join(' ')}`;
	if (process.getuid?.() !== 0) throw new Error(`${why}. Install it as root: ${command}`);
	process.stderr.write(`${why}: ${command} …\n`);
	aptGet(['update'], why);
	aptGet(['install', '--yes', '--no-install-recommends', ...packages], why);
}

function aptGet(args: readonly string[], why: string): void {
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
