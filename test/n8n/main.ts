// `npm run n8n`: a released n8n with the packed package in it, ready to be tried in a browser. It
// needs dist (`gulp build`); all else that is missing it installs.

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { untilStopped } from '../tools/untilStopped';
import { startBackend } from './backend';
import { readCommandLine, type CommandLine } from './commandLine';
import { installN8n } from './install';
import { Instance } from './instance';
import { owner, signIn } from './owner';
import { dataFolder, pack } from './pack';
import { credentialTo } from './workflows';

type Closers = (() => Promise<void>)[];

/** @param closers get what stops each thing that was started */
async function start({ port, line, folder }: CommandLine, closers: Closers): Promise<void> {
	const { kind, server, examples, description, close } = await startBackend(process.env);
	closers.push(close);
	const n8n = await installN8n(line, say);
	say('Packing the package, and installing the archive …');
	// Workflows for one kind of server have no business with the other, nor one line's database.
	const userFolder = join(dataFolder, folder ?? `${kind}-server-${line}`);
	await mkdir(userFolder, { recursive: true });
	const instance = await Instance.create(n8n, await pack(), { folder: userFolder });
	closers.push(async () => instance.close());
	say('Making the credential and the example workflows …');
	await instance.importCredentials([credentialTo(server)]);
	// A test service is another one each time, with its own addresses in the examples; with the
	// user's own server, what was chosen in them stays.
	const made = join(userFolder, 'examples-made');
	if (kind === 'test' || !existsSync(made)) {
		await instance.importWorkflows(examples.map(({ workflow }) => workflow));
		await writeFile(made, '');
	}
	say(`Starting n8n ${n8n.version} …`);
	const { url } = await instance.start({ port });
	await signIn(url);
	const [first] = examples;
	const text = [
		`n8n ${n8n.version} is running, with the package in it. Open`,
		'',
		`  ${url}/workflow/${first?.workflow.id ?? ''}`,
		'',
		`and sign in as ${owner.email} with the password ${owner.password}`,
		'',
		'What to try:',
		...examples.map(({ workflow, hint }) => `  - ${workflow.name}: ${hint}`),
		'  - Credentials, Plane: saving it tests it. Give it a wrong key to see what it says.',
		'  - A workflow of your own: it stays for the next time.',
		'',
		`The credential leads to ${description}.`,
		'Ctrl+C stops everything.',
	];
	process.stdout.write(`\n${text.join('\n')}\n`);
}

function say(text: string): void {
	process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
	const closers: Closers = [];
	const stopped = untilStopped();
	try {
		await Promise.race([stopped, start(readCommandLine(process.argv.slice(2)), closers)]);
		await stopped;
		say('Stopping …');
	} finally {
		for (const close of closers.reverse()) await close();
	}
}

main().then(
	// Stopped in the middle of the start, something of it may still be under way.
	() => process.exit(0),
	(error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
