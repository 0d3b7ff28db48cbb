import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const top = join(__dirname, '../..');

/** All generated files. Not committed, and may be removed at any time. */
export const dataFolder = join(__dirname, '.data');

/** Nothing is downloaded: the package has no dependencies, and n8n brings the peer. */
const OFFLINE = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };

/** How the README installs the archive, in the folder that has it. */
export const INSTALLATION = {
	docker: [
		"docker exec n8n sh -c 'mkdir -p ~/.n8n/nodes'",
		'docker cp n8n-nodes-plane-workspace-*.tgz n8n:/home/node/.n8n/nodes/plane.tgz',
		"docker exec n8n sh -c 'npm install --prefix ~/.n8n/nodes --legacy-peer-deps ~/.n8n/nodes/plane.tgz'",
		'docker restart n8n',
	],
	npm: [
		'mkdir -p ~/.n8n/nodes',
		'npm install --prefix ~/.n8n/nodes --legacy-peer-deps "$PWD"/n8n-nodes-plane-workspace-*.tgz',
	],
} as const;

/** Runs commands in a folder. */
export async function runCommands(
	commands: readonly string[],
	folder: string,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const options = { cwd: folder, env: { ...process.env, ...OFFLINE, ...env } };

	await promisify(execFile)('bash', ['-c', ['set -e', ...commands].join('\n')], options);
}

/**
 * Packs the package as it would be published.
 * @returns path of the archive, in a folder of its own that is removed when this process ends
 * @throws Error if there is no dist to pack
 */
export async function pack(): Promise<string> {
	if (!existsSync(join(top, 'dist'))) throw new Error('There is no dist: run `npm run build`.');

	const folder = join(dataFolder, `archive-${String(process.pid)}`);

	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const env = {
		// Does not build again, because other processes run what is in dist.
		npm_config_ignore_scripts: 'true',
		npm_config_pack_destination: folder,
		// `npm publish --dry-run` passes it on to the check before it.
		npm_config_dry_run: 'false',
	};

	await runCommands(['npm pack'], top, env);
	const [archive] = readdirSync(folder);
	if (archive === undefined) throw new Error('npm pack left no archive.');

	return join(folder, archive);
}

/**
 * Installs the archive in n8n's folder for community packages, with the commands of the README.
 *
 * @param userFolder the user's home, which N8N_USER_FOLDER is set to as well
 */
export async function installArchive(archive: string, userFolder: string): Promise<void> {
	await rm(join(userFolder, '.n8n/nodes'), { recursive: true, force: true });

	await runCommands(INSTALLATION.npm, dirname(archive), { HOME: userFolder });
}
