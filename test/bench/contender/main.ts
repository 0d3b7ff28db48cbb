// The process of a contender, named on the command line: a fresh one for each, equal but for the
// work, with n8n's engine loaded in those by hand too.

import { createReadStream } from 'node:fs';
import type { IBinaryData } from 'n8n-workflow';

import { Engine, type PlaneNode } from '../../engine/engine';
import { bareParameters } from '../kinds';
import { serve } from '../processes';
import { CONCURRENCY, MIME_TYPE, type Work } from '../work';
import { BARE_LOOP, bareLoop } from './bareLoop';
import {
	add,
	attach,
	download,
	folderTarget,
	remove,
	followCursor,
	update,
	upload,
	type Target,
} from './byHand';
import { measure } from './measure';
import { planeTask, resultOf } from './plane';
import type { ContenderName, ContenderProtocol, Result } from './protocol';

const name = process.argv[2] as ContenderName;

const engine = Engine.start({ [BARE_LOOP]: bareLoop });

/** Has a node do it that is set up as the Plane node is, or another one with the same items. */
async function byNode(work: Work, other?: PlaneNode): Promise<Result> {
	const { apiKey, url, workspace } = work.place;
	const credential = { apiKey, baseUrl: url, workspaceSlug: workspace };
	const { node, items } = planeTask(work);
	const outcome = await (await engine).run(other ?? node, items, credential);
	const result = resultOf(outcome, work);
	if (work.kind !== 'downloads') return result;

	const files = outcome.outputs.flat().flatMap(({ binary }) => Object.values(binary ?? {}));

	return { ...result, digests: async () => await digestsOf(files) };
}

async function byHand(work: Work): Promise<Result> {
	const concurrency = name === 'axios-one-by-one' ? 1 : CONCURRENCY;

	switch (work.kind) {
		case 'updates':
			return await update(work, concurrency);
		case 'deletes':
			return await remove(work, concurrency);
		case 'additions':
			return await add(work, concurrency);
		case 'listing':
			return await followCursor(work);
		case 'uploads':
			return await upload(work);
		case 'attachments':
			return await attach(work);
		case 'items':
			throw new Error('Items are put through nodes only.');
		case 'downloads':
			return await download(work, name === 'axios-to-store' ? storeTarget() : await folderTarget());
	}
}

/** n8n's binary data storage, in which a node that downloads files has to put them. */
function storeTarget(): Target {
	const files: IBinaryData[] = [];

	return {
		async put(content, fileName) {
			files.push(await (await engine).store(content, fileName, MIME_TYPE, true));
		},
		digests: async () => await digestsOf(files),
	};
}

/** Tells the SHA-256 of each file in n8n's binary data storage, and removes them. */
async function digestsOf(files: readonly IBinaryData[]): Promise<readonly string[]> {
	const n8n = await engine;
	const digests = await Promise.all(files.map(async (file) => await n8n.digest(file)));

	await n8n.removeFiles();

	return digests;
}

async function compete(work: Work): Promise<Result> {
	if (name === 'plane') return await byNode(work);
	if (name !== 'bare-loop') return await byHand(work);

	const kind = work.kind === 'items' ? work.of : 'update';

	return await byNode(work, { type: BARE_LOOP, parameters: bareParameters(kind, work.place) });
}

serve<ContenderProtocol>({
	async run(work) {
		await engine;

		return await measure(async () => await compete(work));
	},
	store: async ({ path, name: fileName }) =>
		await (await engine).store(createReadStream(path), fileName, MIME_TYPE),
});
