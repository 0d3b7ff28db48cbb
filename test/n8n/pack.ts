import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const top = join(__dirname, '../..');

/** All generated files. Not committed, and may be removed at any time. */
export const dataFolder = join(__dirname, '.data');

/** Nothing is downloaded: the package has no dependencies, and n8n brings the peer. */
const OFFLINE = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };

/**
 * Reads the commands for one method of installation from the README.
 * @param method its heading in bold, e.g. `The archive with npm`
 */
export async function readInstallationCommands(method: string): Promise<string[]> {
	const readme = await readFile(join(top, 'README.md'), 'utf8');
	const chapter = readme.split('\n## Installation\n')[1]?.split('\n## ')[0] ?? '';
	const [, block] = /```sh\n(.*?)```/s.exec(chapter.split(`**${method}**`)[1] ?? '') ?? [];
	if (block === undefined) throw new Error(`The README does not say how to install "${method}".`);

	return block.trimEnd().split('\n');
}

/** Runs commands of the README in a folder, without changing them. */
export async function runCommands(
	commands: readonly string[],
	folder: string,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const options = { cwd: folder, env: { ...process.env, ...OFFLINE, ...env } };

	await promisify(execFile)('bash', ['-c', ['set -e', ...commands].join('\n')], options);
}

/**
 * Packs the package as it would be published, by the README's own command.
 * @returns path of the archive, in a folder of its own that is removed when this process ends
 * @throws Error if there is no dist to pack
 */
export async function pack(): Promise<string> {
	if (!existsSync(join(top, 'dist'))) throw new Error('There is no dist: run `npm run build`.');

	const folder = join(dataFolder, `archive-${String(process.pid)}`);

	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const [command = ''] = await readInstallationCommands('The archive with npm');
	const env = {
		// Does not build again, because other processes run what is in dist.
		npm_config_ignore_scripts: 'true',
		npm_config_pack_destination: folder,
		// `npm publish --dry-run` passes it on to the check before it.
		npm_config_dry_run: 'false',
	};

	await runCommands([command], top, env);
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
	const [, ...commands] = await readInstallationCommands('The archive with npm');

	await runCommands(commands, dirname(archive), { HOME: userFolder });
}
