import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { top } from './install';

const run = promisify(execFile);

/** Where everything is that is made here; not committed, and may be removed at any time. */
export const dataFolder = join(__dirname, '.data');

/**
 * Packs the package as it would be published.
 * @returns the archive's path
 * @throws Error where there is no dist to pack
 */
export async function pack(): Promise<string> {
	if (!existsSync(join(top, 'dist'))) throw new Error('There is no dist: run `npm run build`.');
	await mkdir(dataFolder, { recursive: true });
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', dataFolder];
	const { stdout } = await run('npm', args, { cwd: top });
	const [packed] = JSON.parse(stdout) as { filename: string }[];
	if (packed === undefined) throw new Error('npm pack left no archive.');
	return join(dataFolder, packed.filename);
}

/**
 * Installs the archive in the folder for community packages of a user of n8n. Nothing is downloaded:
 * the package has no dependencies, and n8n brings the peer.
 * @param userFolder what N8N_USER_FOLDER is set to
 */
export async function installArchive(archive: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
	const args = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	await run('npm', [...args, '--offline', '--no-package-lock', archive], { cwd: folder });
}
