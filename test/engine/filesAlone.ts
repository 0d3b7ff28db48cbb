// Run by a test as a process of its own, where a rejection that nobody handles ends the process with
// an error, as it would end n8n: uploads and downloads against stores that break off, stop, answer
// early and are slow, several items each, the node going on after each that fails.

import { Readable } from 'node:stream';

import { Engine } from './engine';
import { refusal, startRawStore, type Behaviour } from './rawStore';
import { locator, parametersFor } from './samples';
import type { InputFile } from './startNode';
import { issuedFor, fromJson } from './uploads';
import { startWorld } from './world';

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

const options = { timeout: 1, retries: 1, maxWait: 1 };

async function uploads(): Promise<readonly string[]> {
	const engine = await Engine.start();
	const upload = async ([title, behave]: readonly [string, Behaviour]): Promise<string> => {
		const store = await startRawStore(behave, 4 * MEBIBYTE);
		const item = () => ({ json: issuedFor(`${store.url}/`), files: { data: bigFile() } });
		const { outputs } = await engine.run(
			{
				parameters: parametersFor('workItemAttachment.upload', {
					...fromJson('={{ $json }}'),
					options,
				}),
				onError: 'continueErrorOutput',
			},
			[item(), item(), item()],
			{ apiKey: 'key', baseUrl: store.url, workspaceSlug: 'acme' },
		);
		await store.close();
		return `upload, ${title}: ${outputs.map(({ length }) => length).join(' ')}`;
	};
	return await Promise.all(Object.entries(behaviours).map(upload));
}

async function downloads(): Promise<readonly string[]> {
	const lines: string[] = [];
	const { service, store, engine, credential } = await startWorld();
	const place = {
		projectId: locator(service.state.projects),
		workItemId: locator(service.state.workItems),
	};
	const run = async (
		operation: string,
		parameters: object,
		files: Record<string, InputFile> = {},
	) =>
		await engine.run(
			{
				parameters: parametersFor(operation, { ...place, ...parameters }),
				onError: 'continueErrorOutput',
			},
			[{ files }],
			credential,
		);
	service.state.attachments.splice(0);
	await run('workItemAttachment.attach', { binaryPropertyName: 'data' }, { data: bigFile() });
	for (const kind of ['dropUnread', 'dropMidway', 'slow'] as const) {
		store.faults.clear();
		store.faults.plan(kind === 'slow' ? { kind, milliseconds: 60_000 } : { kind }, {
			times: Infinity,
		});
		const { outputs } = await run('workItemAttachment.getAll', {
			...{ returnAll: true, options: { ...options, downloadFiles: true } },
		});
		lines.push(`download, ${kind}: ${outputs.map(({ length }) => length).join(' ')}`);
	}
	return lines;
}

Promise.all([uploads(), downloads()])
	.then((lines) => console.log(lines.flat().join('\n')))
	// Time for what is left behind to come to light.
	.then(() => setTimeout(() => process.exit(), 2000))
	.catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
