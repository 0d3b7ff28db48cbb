// `npm run n8n`: a released n8n with the packed package in it, ready to be tried in a browser. It
// needs dist (`gulp build`); all else that is missing it installs.

import { join } from 'node:path';

import { untilStopped } from '../tools/untilStopped';
import { startBackend } from './backend';
import { installN8n } from './install';
import { Instance } from './instance';
import { owner, signIn } from './owner';
import { dataFolder, pack } from './pack';
import { credentialTo } from './workflows';

/** n8n's own, unless it is taken. */
const PORT = 5678;

/** Stays, so that workflows that its user made are there the next time. */
const USER_FOLDER = join(dataFolder, 'user');

type Closers = (() => Promise<void>)[];

/** @param closers get what stops each thing that was started */
async function start(closers: Closers): Promise<void> {
	const backend = await startBackend(process.env);
	closers.push(async () => backend.close());
	const n8n = await installN8n('v2', say);
	say('Packing the package, and installing the archive …');
	const instance = await Instance.create(n8n, await pack(), { folder: USER_FOLDER });
	closers.push(async () => instance.close());
	say('Making the credential and the example workflows …');
	await instance.importCredentials([credentialTo(backend.server)]);
	await instance.importWorkflows(backend.examples.map(({ workflow }) => workflow));
	say(`Starting n8n ${n8n.version} …`);
	const { url } = await instance.start({ port: PORT });
	await signIn(url);
	const [first] = backend.examples;
	const lines = [
		`n8n ${n8n.version} is running, with the package in it. Open`,
		'',
		`  ${url}/workflow/${first?.workflow.id ?? ''}`,
		'',
		`and sign in as ${owner.email} with the password ${owner.password}`,
		'',
		'What to try:',
		...backend.examples.map(({ workflow, hint }) => `  - ${workflow.name}: ${hint}`),
		'  - Credentials, Plane: saving it tests it. Make the key a wrong one to see what it says.',
		'  - A workflow of your own: it stays for the next time.',
		'',
		`The credential leads to ${backend.description}.`,
		'Ctrl+C stops everything.',
	];
	process.stdout.write(`\n${lines.join('\n')}\n`);
}

function say(text: string): void {
	process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
	const closers: Closers = [];
	const stopped = untilStopped();
	try {
		await Promise.race([stopped, start(closers)]);
		await stopped;
		say('Stopping …');
	} finally {
		for (const close of closers.reverse()) await close();
	}
}

main().then(
	// Where it is stopped in the middle of the start, something may still be under way.
	() => process.exit(0),
	(error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
