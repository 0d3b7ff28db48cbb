import { expect, test } from '@jest/globals';

import { DatabaseStore } from '../engine/databaseStore';
import { Engine } from '../engine/engine';
import { withLimits } from '../engine/limits';
import { parametersFor } from '../engine/samples';
import { startSlowStorage } from '../engine/slowStorage';
import { credentialsAsJson, unsignedCredentials } from '../engine/uploads';
import { useStoppedTimers } from '../service/testing/fakeClock';

// Takes too much memory for the other levels, which do the same with smaller files.

const MEGABYTE = 1_000_000;
const FILE = Buffer.alloc(300 * MEGABYTE, 'n');

const started = Engine.start();
const passTime = useStoppedTimers();

test.each([
	['the memory of n8n', { inMemory: true }],
	['the database of n8n', { inDatabase: new DatabaseStore() }],
])(
	'uploads a file of 300 MB from %s to a storage that takes 8 MB/s, with a Timeout of 4 s',
	async (_, place) => {
		const engine = await started;
		const storage = await startSlowStorage(8 * MEGABYTE, passTime);
		const file = { content: FILE, name: 'big.bin', mimeType: 'text/plain', ...place };
		const { json, error } = await engine.run(
			{
				parameters: parametersFor('workItemAttachment.upload', {
					...credentialsAsJson('={{ $json }}'),
					...withLimits({ timeout: 4 }),
				}),
			},
			[{ json: unsignedCredentials(`${storage.url}/uploads`), files: { data: file } }],
			{ apiKey: 'plane_api_unused', baseUrl: storage.url, workspaceSlug: 'acme' },
		);

		await storage.close();
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ status: 204, size: FILE.length }]);
	},
);
