// The process of the contender that the command line names. Each has a fresh one. All load n8n's
// engine, so that they differ in the work only.

import { createReadStream } from 'node:fs';
import type { IBinaryData } from 'n8n-workflow';

import { Engine, type PlaneNode } from '../../engine/engine';
import { serve } from '../processes';
import { CONCURRENCY, MIME_TYPE, type Work } from '../work';
import { BARE_LOOP, bareLoop, bareLoopParameters } from './bareLoop';
import {
	addWorkItems,
	attach,
	download,
	createFolderTarget,
	remove,
	followCursor,
	update,
	upload,
	type Target,
} from './byHand';
import { measure } from './measure';
import { countItems, createPlaneTask } from './plane';
import type { ContenderName, ContenderProtocol, Result } from './protocol';

const name = process.argv[2] as ContenderName;

const engine = Engine.start({ [BARE_LOOP]: bareLoop });

/** Runs the Plane node, or another node with the same items. */
async function runNode(work: Work, otherNode?: PlaneNode): Promise<Result> {
	const { apiKey, url, workspace } = work.place;
	const apiVersion = name === 'plane-v1' ? 'v1' : 'automatic';
	const credential = { apiKey, baseUrl: url, workspaceSlug: workspace, apiVersion };
	const { node, items } = createPlaneTask(work);
	const outcome = await (await engine).run(otherNode ?? node, items, credential);
	const result = countItems(outcome, work);
	if (work.kind !== 'downloads') return result;

	const files = outcome.outputs.flat().flatMap(({ binary }) => Object.values(binary ?? {}));

	return { ...result, digests: async () => await takeDigests(files) };
}

async function runByHand(work: Work): Promise<Result> {
	const concurrency = name === 'axios-one-by-one' ? 1 : CONCURRENCY;

	switch (work.kind) {
		case 'updates':
			return await update(work, concurrency);
		case 'creates':
			throw new Error('The import is not compared with axios.');
		case 'deletes':
			return await remove(work, concurrency);
		case 'additions':
			return await addWorkItems(work, concurrency);
		case 'listing':
			return await followCursor(work);
		case 'uploads':
			return await upload(work);
		case 'attachments':
			return await attach(work);
		case 'downloads':
			return await download(
				work,
				name === 'axios-to-store' ? createStorageTarget() : await createFolderTarget(),
			);
	}
}

/** n8n's binary data storage, where a node has to put the files that it downloads. */
function createStorageTarget(): Target {
	const files: IBinaryData[] = [];

	return {
		async put(content, fileName) {
			files.push(await (await engine).storeFile(content, fileName, MIME_TYPE, true));
		},
		digests: async () => await takeDigests(files),
	};
}

/** Returns the SHA-256 of each file in n8n's binary data storage, and removes the files. */
async function takeDigests(files: readonly IBinaryData[]): Promise<readonly string[]> {
	const n8n = await engine;
	const digests = await Promise.all(files.map(async (file) => await n8n.digestFile(file)));

	await n8n.removeFiles();

	return digests;
}

async function doWork(work: Work): Promise<Result> {
	if (name === 'plane' || name === 'plane-v1') return await runNode(work);
	if (name !== 'bare-loop') return await runByHand(work);

	return await runNode(work, { type: BARE_LOOP, parameters: bareLoopParameters(work.place) });
}

serve<ContenderProtocol>({
	async run(work) {
		await engine;

		return await measure(async () => await doWork(work));
	},
	store: async ({ path, name: fileName }) =>
		await (await engine).storeFile(createReadStream(path), fileName, MIME_TYPE),
});
