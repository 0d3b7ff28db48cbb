// The process of a contender, named on the command line: a fresh one for each, equal but for the
// work, with n8n's engine loaded in those by hand too.

import { createReadStream } from 'node:fs';
import type { IBinaryData } from 'n8n-workflow';

import { Engine, type PlaneNode } from '../../engine/engine';
import type { InputItem } from '../../engine/startNode';
import { serve } from '../process/serve';
import { AT_ONCE, MIME_TYPE, type Additions, type Updates, type Work } from '../work';
import { followCursor, sendEach } from './axios';
import { attach, download, folderShelf, upload, type Shelf } from './axiosFiles';
import { helperLoop, helperLoopNode } from './helperLoop';
import { httpRequest, httpRequestItems, httpRequestNode } from './httpRequest';
import { credentialOf, itemsOf, planeNode, resultOf } from './items';
import { measure } from './measure';
import type { ContenderName, ContenderProtocol, Result } from './protocol';

const name = process.argv[2];

const engine = Engine.start({
	...helperLoop,
	...(name === ('http-request' satisfies ContenderName) ? httpRequest() : {}),
});

async function runNode(
	node: PlaneNode,
	work: Work,
	items: readonly InputItem[] = itemsOf(work),
): Promise<Result> {
	const n8n = await engine;
	const outcome = await n8n.run(node, items, credentialOf(work.place));
	const result = resultOf(outcome, work);
	if (work.kind !== 'downloads') return result;
	const files = outcome.outputs.flat().flatMap(({ binary }) => Object.values(binary ?? {}));
	return { ...result, digests: async () => await digestsOf(files) };
}

/** n8n's binary store, in which a node that downloads files has to put them. */
function storeShelf(): Shelf {
	const files: IBinaryData[] = [];
	return {
		async put(content, fileName) {
			files.push(await (await engine).store(content, fileName, MIME_TYPE, true));
		},
		digests: async () => await digestsOf(files),
	};
}

/** Tells the SHA-256 of each file in n8n's binary store, and removes them. */
async function digestsOf(files: readonly IBinaryData[]): Promise<readonly string[]> {
	const n8n = await engine;
	const digests = await Promise.all(files.map(async (file) => await n8n.digest(file)));
	await n8n.removeFiles();
	return digests;
}

/** @throws Error for work that the contender cannot do */
async function compete(work: Work): Promise<Result> {
	switch (name as ContenderName) {
		case 'plane':
			return await runNode(planeNode(work), work);
		case 'helper-loop':
			return await runNode(helperLoopNode(work.place), work);
		case 'http-request':
			return await runNode(httpRequestNode(work), work, httpRequestItems(work));
		case 'axios-one-by-one':
			return await sendEach(inRequests(work), 1);
		case 'axios-at-once':
			return await sendEach(inRequests(work), AT_ONCE);
		case 'axios-cursor':
			if (work.kind !== 'listing') throw new Error('A cursor leads through a list only.');
			return await followCursor(work);
		case 'axios-files':
			return await withFiles(work, folderShelf);
		case 'axios-to-store':
			return await withFiles(work, storeShelf);
	}
}

function inRequests(work: Work): Updates | Additions {
	if (work.kind === 'updates' || work.kind === 'additions') return work;
	throw new Error(`There is no single request for an item of ${work.kind}.`);
}

async function withFiles(work: Work, shelf: () => Shelf | Promise<Shelf>): Promise<Result> {
	switch (work.kind) {
		case 'uploads':
			return await upload(work);
		case 'attachments':
			return await attach(work);
		case 'downloads':
			return await download(work, await shelf());
		default:
			throw new Error(`There are no files in ${work.kind}.`);
	}
}

serve<ContenderProtocol>({
	async run(work) {
		await engine;
		return await measure(async () => await compete(work));
	},
	async store({ path, name: fileName }) {
		return await (await engine).store(createReadStream(path), fileName, MIME_TYPE);
	},
});
