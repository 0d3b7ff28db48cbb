// `npm run dev`: a released n8n with the packed package, to be tried in a browser. It needs dist
// (`gulp build`), and installs everything else that is missing.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { getMessage, printProgress } from '../tools/terminal';
import { waitUntilStopped } from '../tools/untilStopped';
import { startBackend } from './backend';
import { readCommandLine, type CommandLine } from './commandLine';
import { installN8n } from './install';
import { Instance } from './instance';
import { owner, signIn } from './owner';
import { dataFolder } from './pack';
import { createPlaneCredential } from './workflows/draft';

/** @param running everything that was started, to be closed by the caller */
async function start(
	{ port, line, folder }: CommandLine,
	running: { close(): Promise<void> }[],
): Promise<void> {
	const backend = await startBackend(process.env);

	running.push(backend);
	const { kind, server, examples } = backend;
	const n8n = await installN8n(line);

	printProgress(
		'Installing the packed package, and creating the credential and the example workflows …',
	);
	// Each kind of server and each line of n8n has its own workflows and database.
	const userFolder = join(dataFolder, folder ?? `${kind}-server-${line}`);
	const instance = await Instance.create(n8n, { folder: userFolder });

	running.push(instance);
	// The URLs in the examples change with each test service. With the user's own server, the examples
	// keep the values that the user has entered.
	const markerFile = join(userFolder, 'examples-made');
	const isNew = kind === 'test' || !existsSync(markerFile);
	const workflows = isNew ? examples.map(({ workflow }) => workflow) : [];

	await instance.import({ credentials: [createPlaneCredential(server)], workflows });
	await writeFile(markerFile, '');
	printProgress(`Starting n8n ${n8n.version} …`);
	const { url } = await instance.start('start', port);

	await signIn(url);
	process.stdout.write(`
n8n ${n8n.version} is running, with the package in it. Open

  ${url}/workflow/${examples[0]?.workflow.id ?? ''}

and sign in as ${owner.email} with the password ${owner.password}

What to try:
${examples.map(({ workflow, hint }) => `  - ${workflow.name}: ${hint}`).join('\n')}
  - Credentials, Plane: saving it tests it. Give it a wrong key to see what it says.
  - A workflow of your own: it is kept for the next time.

The credential is for ${backend.description}.
Ctrl+C stops everything.
`);
}

async function main(): Promise<void> {
	const started: { close(): Promise<void> }[] = [];
	const stopped = waitUntilStopped();

	try {
		await Promise.race([stopped, start(readCommandLine(process.argv.slice(2)), started)]);
		await stopped;
		printProgress('Stopping …');
	} finally {
		for (const part of started.reverse()) await part.close();
	}
}

main().then(
	// If it was stopped during the start, some of it may still be running.
	() => process.exit(0),
	(error: unknown) => {
		printProgress(getMessage(error));
		process.exit(1);
	},
);
