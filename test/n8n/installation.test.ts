import { expect, test } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { INSTALLATION, installArchive, pack, runCommands } from './pack';

/**
 * Replaces Docker: a container is a folder. Commands run in it with the home folder of n8n's image, and
 * `docker cp` copies into it.
 */
const DOCKER = `#!/usr/bin/env bash
set -e
command=$1; shift
case $command in
	exec) [ "$1" = n8n ]; shift; HOME=$CONTAINER/home/node exec "$@";;
	cp) case $2 in n8n:/*) cp "$1" "$CONTAINER\${2#n8n:}";; *) exit 2;; esac;;
	restart) [ "$1" = n8n ]; echo n8n >> "$CONTAINER/restarted";;
	*) exit 2;;
esac
`;

const listFiles = async (userFolder: string): Promise<string[]> =>
	(await readdir(join(userFolder, '.n8n/nodes/node_modules'), { recursive: true }))
		.filter((name) => !name.includes('.package-lock.json'))
		.sort();

test('the documented commands for Docker install the same files as those for npm', async () => {
	const archive = await pack();
	const folder = await mkdtemp(join(tmpdir(), 'installation-'));
	const home = join(folder, 'home');
	const container = join(folder, 'container');
	const bin = join(folder, 'bin');

	await mkdir(join(container, 'home/node'), { recursive: true });
	await mkdir(bin);
	await writeFile(join(bin, 'docker'), DOCKER);
	await chmod(join(bin, 'docker'), 0o755);

	await installArchive(archive, home);
	await runCommands(INSTALLATION.docker, dirname(archive), {
		CONTAINER: container,
		PATH: [bin, process.env.PATH].join(delimiter),
	});

	const installed = await listFiles(home);

	expect(installed).toContain('n8n-nodes-plane-workspace/dist/nodes/Plane/Plane.node.js');
	expect(await listFiles(join(container, 'home/node'))).toEqual(installed);
	expect(await readdir(container)).toContain('restarted');
});
