import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';

import { withRequestOptions } from './samples';
import { fromJson, itemWith, keyOf, sha256, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const SIZE = 8 * 1024 * 1024;

const world = useWorld();
const { upload, issue, storedWith } = uploadsIn(world);

const files = Array.from({ length: 20 }, (_, index) => ({
	content: randomBytes(SIZE),
	name: `file ${index}.bin`,
	mimeType: 'application/octet-stream',
	inMemory: index % 4 === 0,
}));

test('20 files of 8 MiB arrive in the store, each equal by SHA-256 and paired with its item', async () => {
	const sent = await Promise.all(files.map(async (file) => ({ file, issued: await issue(file) })));
	const { error, outputs } = await upload(
		fromJson(),
		sent.map(({ file, issued }) => itemWith(issued, file)),
	);

	expect(error).toBeUndefined();
	const keys = sent.map(({ issued }) => keyOf(issued.upload_data));
	expect(outputs[0]).toMatchObject(
		files.map(({ name, mimeType }, item) => ({
			json: { key: keys[item], fileName: name, contentType: mimeType, size: SIZE, status: 204 },
			pairedItem: { item },
		})),
	);
	for (const { file, issued } of sent) {
		expect(sha256(await storedWith(issued))).toBe(sha256(file.content));
	}
	expect(world.store.ledger.map(({ key }) => key).sort()).toEqual([...keys].sort());
});

test.each([
	['8 at once', {}, 8],
	['as many at once as the option says', { concurrentRequests: 3 }, 3],
])('Files are sent %s and no more', async (_, options, most) => {
	// A store takes a moment, so that those who come at the same time meet.
	world.store.faults.plan({ kind: 'delay', milliseconds: 200 }, { times: Infinity });
	world.store.busiest = 0;
	const items = await Promise.all(files.map(async (file) => itemWith(await issue(file), file)));
	const { error, json } = await upload(withRequestOptions(options, fromJson()), items);
	world.store.faults.clear();
	expect(error).toBeUndefined();
	expect(json).toHaveLength(files.length);
	expect(world.store.busiest).toBe(most);
});
