// Installs Chromium from Debian's packages where there is none yet; for `.ci/run`, on a machine that
// is thrown away afterwards. The tests themselves install nothing on anybody's machine.

import { spawnSync } from 'node:child_process';

import { findChromium, HOW_TO_GET } from './chromium';

/** Runs apt-get without questions. Returns whether it succeeded. */
function aptGet(...parameters: string[]): boolean {
	const { status, error } = spawnSync('apt-get', ['-qq', ...parameters], {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
	if (error) process.stderr.write(`apt-get: ${error.message}\n`);
	return status === 0;
}

function install(): boolean {
	if (findChromium() !== undefined) return true;
	if (process.getuid?.() !== 0) {
		process.stderr.write(`There is no Chromium, and only root may install it. ${HOW_TO_GET}\n`);
		return false;
	}
	process.stderr.write('Installing Chromium (apt-get, about a minute) …\n');
	const installed =
		aptGet('update') && aptGet('install', '-y', '--no-install-recommends', 'chromium');
	if (installed && findChromium() !== undefined) return true;
	process.stderr.write(`Chromium could not be installed: apt-get's own words are above.\n`);
	return false;
}

if (!install()) process.exitCode = 1;
