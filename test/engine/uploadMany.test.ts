import { expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

import { listen } from '../service/listen';
import { partsOf } from '../unit/transport/multipartBody';
import { fromJson, issuedFor, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const MEBIBYTE = 1024 * 1024;

const world = useWorld();
const { upload, issue } = uploadsIn(() => world);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** 20 files of 8 MiB. */
const files = Array.from({ length: 20 }, (_, index) => ({
	content: randomBytes(8 * MEBIBYTE),
	name: `file ${index}.bin`,
	mimeType: 'application/octet-stream',
}));

test('20 files of 8 MiB each arrive in the store, each equal by SHA-256', async () => {
	const issued = await Promise.all(files.map(async (file) => await issue(file)));
	const { error, json } = await upload(
		fromJson('={{ $json }}'),
		files.map((file, index) => ({ json: { ...issued[index] }, files: { data: file } })),
	);

	expect(error).toBeUndefined();
	const keys = issued.map(({ upload_data }) => upload_data.fields.key ?? '');
	expect(json).toMatchObject(keys.map((key) => ({ key, size: 8 * MEBIBYTE, status: 204 })));
	for (const [index, file] of files.entries()) {
		expect(sha256(await world.store.read(keys[index] ?? ''))).toBe(sha256(file.content));
	}
	expect(world.store.ledger.map(({ key }) => key).sort()).toEqual([...keys].sort());
});

test.each([
	['8 at once', {}, 8],
	['as many at once as the option says', { concurrentRequests: 3 }, 3],
])('they are sent %s and no more', async (_, options, most) => {
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
		{ ...fromJson('={{ $json }}'), options },
		files.map((data) => ({
			json: issuedFor(`${server.url}/uploads`, { key: data.name }),
			files: { data },
		})),
	);
	await server.close();

	expect(error).toBeUndefined();
	expect(busiest).toBe(most);
	expect([...sums].sort()).toEqual(
		files.map(({ name, content }) => [name, sha256(content)]).sort(),
	);
});
