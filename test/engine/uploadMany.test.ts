import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

import { listen } from '../service/listen';
import { partsOf } from '../unit/run/multipart';
import { withRequestOptions } from './samples';
import { fromJson, issuedFor, itemWith, keyOf, sha256, uploadsIn } from './uploads';
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
	let [underWay, busiest] = [0, 0];
	const sums = new Map<string, string>();
	const server = await listen(
		createServer((request, response) => {
			busiest = Math.max(busiest, ++underWay);
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const parts = partsOf(Buffer.concat(chunks), request.headers['content-type'] ?? '');
				const file = parts.at(-1);
				sums.set(file?.fileName ?? '', sha256(file?.content ?? Buffer.alloc(0)));
				// A store takes a moment, so that those who come at the same time meet.
				setTimeout(() => {
					underWay--;
					response.writeHead(204).end();
				}, 200);
			});
		}),
	);
	const { error } = await upload(
		withRequestOptions(options, fromJson()),
		files.map((file) => itemWith(issuedFor(`${server.url}/uploads`, { key: file.name }), file)),
	);
	await server.close();

	expect(error).toBeUndefined();
	expect(busiest).toBe(most);
	expect([...sums].sort()).toEqual(
		files.map(({ name, content }) => [name, sha256(content)]).sort(),
	);
});
