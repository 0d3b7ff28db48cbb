// `npm run dev`: a released n8n with the packed package in it, ready to be tried in a browser. It
// needs dist (`gulp build`); all else that is missing it installs.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf, say } from '../tools/terminal';
import { untilStopped } from '../tools/untilStopped';
import { startBackend } from './backend';
import { readCommandLine, type CommandLine } from './commandLine';
import { installN8n } from './install';
import { Instance } from './instance';
import { owner, signIn } from './owner';
import { dataFolder } from './pack';
import { credentialTo } from './workflows/draft';

/** @param started gets each thing that is to be closed */
async function start(
	{ port, line, folder }: CommandLine,
	started: { close(): Promise<void> }[],
): Promise<void> {
	const backend = await startBackend(process.env);

	started.push(backend);
	const { kind, server, examples } = backend;
	const n8n = await installN8n(line);

	say('Installing the packed package, and making the credential and the example workflows …');
	// Workflows for one kind of server have no business with the other, nor one line's database.
	const userFolder = join(dataFolder, folder ?? `${kind}-server-${line}`);
	const instance = await Instance.create(n8n, { folder: userFolder });

	started.push(instance);
	// A test service is another one each time, with its own addresses in the examples; with the
	// user's own server, what was chosen in them stays.
	const made = join(userFolder, 'examples-made');
	const isNew = kind === 'test' || !existsSync(made);
	const workflows = isNew ? examples.map(({ workflow }) => workflow) : [];

	await instance.import({ credentials: [credentialTo(server)], workflows });
	await writeFile(made, '');
	say(`Starting n8n ${n8n.version} …`);
	const { url } = await instance.start('start', port);

	await signIn(url);
	process.stdout.write(`
n8n ${n8n.version} is running, with the package in it. Open

  ${url}/workflow/${examples[0]?.workflow.id ?? ''}

and sign in as ${owner.email} with the password ${owner.password}

What to try:
${examples.map(({ workflow, hint }) => `  - ${workflow.name}: ${hint}`).join('\n')}
  - Credentials, Plane: saving it tests it. Give it a wrong key to see what it says.
  - A workflow of your own: it stays for the next time.

The credential leads to ${backend.description}.
Ctrl+C stops everything.
`);
}

async function main(): Promise<void> {
	const started: { close(): Promise<void> }[] = [];
	const stopped = untilStopped();

	try {
		await Promise.race([stopped, start(readCommandLine(process.argv.slice(2)), started)]);
		await stopped;
		say('Stopping …');
	} finally {
		for (const one of started.reverse()) await one.close();
	}
}

main().then(
	// Stopped in the middle of the start, something of it may still be under way.
	() => process.exit(0),
	(error: unknown) => {
		say(messageOf(error));
		process.exit(1);
	},
);
