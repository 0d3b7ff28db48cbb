// A test runs this as a process of its own, which an unhandled rejection ends with an error, as it would
// end n8n. It uploads and downloads several items from storages that drop the connection, stop, answer
// early or are slow. The node continues after each item that fails.

import { Readable } from 'node:stream';

import type { Outcome } from './engine';
import { refusal, startRawStore, type Behaviour } from './rawStore';
import { withLimits } from './limits';
import { locateFirst } from './samples';
import type { InputFile } from './startNode';
import { credentialsAsJson, unsignedCredentials, itemWithFile } from './uploads';
import { startWorld, type World } from './world';

const MEBIBYTE = 1024 * 1024;

const behaviours: Readonly<Record<string, Behaviour>> = {
	'hangs up': (socket) => socket.destroy(),
	'resets the connection': (socket) => socket.resetAndDestroy(),
	'is silent': (socket) => socket.pause(),
	'answers early and reads no more': (socket) => {
		socket.pause();
		socket.write(refusal());
	},
	'answers early and ends its side': (socket) => socket.end(refusal('Connection: close\r\n')),
};

const bigFile = (): InputFile => ({
	content: Readable.from(Array.from({ length: 24 }, () => Buffer.alloc(MEBIBYTE, 'n'))),
	name: 'big.bin',
	mimeType: 'text/plain',
});

const quickOptions = { timeout: 1, retries: 1, maxWait: 1 };

const formatLine = (title: string, { outputs }: Outcome) =>
	`${title}: ${outputs.map(({ length }) => length).join(' ')}`;

async function runUploads(world: World): Promise<readonly string[]> {
	const upload = async ([title, behave]: readonly [string, Behaviour]): Promise<string> => {
		const store = await startRawStore(behave, 4 * MEBIBYTE);
		const item = () => itemWithFile(unsignedCredentials(`${store.url}/`), bigFile());
		const outcome = await world.run(
			'workItemAttachment.upload',
			withLimits(quickOptions, credentialsAsJson()),
			{ items: [item(), item(), item()], onError: 'continueErrorOutput' },
		);

		await store.close();

		return formatLine(`upload, ${title}`, outcome);
	};

	return await Promise.all(Object.entries(behaviours).map(upload));
}

async function runDownloads({ service, store, run }: World): Promise<readonly string[]> {
	const lines: string[] = [];
	const { projects, workItems, attachments } = service.state;
	const place = { projectId: locateFirst(projects), workItemId: locateFirst(workItems) };

	attachments.splice(0);
	const data = bigFile();

	await run('workItemAttachment.attach', place, { items: [{ files: { data } }] });
	const getAll = { ...place, returnAll: true, options: { downloadFiles: true } };

	for (const kind of ['dropBeforeReading', 'dropMidway', 'slow'] as const) {
		store.faults.clear();
		const fault = kind === 'slow' ? { kind, milliseconds: 60_000 } : { kind };

		store.faults.plan(fault, { times: Infinity });
		const outcome = await run('workItemAttachment.getAll', withLimits(quickOptions, getAll), {
			onError: 'continueErrorOutput',
		});

		lines.push(formatLine(`download, ${kind}`, outcome));
	}

	return lines;
}

startWorld()
	.then(async (world) => await Promise.all([runUploads(world), runDownloads(world)]))
	.then((lines) => console.log(lines.flat().join('\n')))
	// Time for late rejections to occur.
	.then(() => setTimeout(() => process.exit(), 2000))
	.catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
