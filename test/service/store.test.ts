import { describe, expect, it } from '@jest/globals';
import { startStore } from './store';
import { at, encodeForm, exchange, first, projectPath, send, mapToText } from './testing/client';
import { useServers } from './testing/useServers';

const { startWithStore } = useServers();
const name = "plan & größe (1)'s.bin";
const type = 'application/octet-stream';
const bytes = new Uint8Array(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
const helloFile = { name, type, content: 'hello' };

const uploadForm = async (url: string, ...form: Parameters<typeof encodeForm>) =>
	await exchange(url, await encodeForm(...form));

/** Starts a service with a store, and issues the credentials to upload a file of this size. */
async function issueUpload(size: number) {
	const servers = await startWithStore();
	const { upload_data: data } = await servers.service.issueUpload({ name, type, size });

	return { ...servers, ...data };
}

describe('An upload to the test store', () => {
	it.each(['specification', 'community'] as const)(
		'to a %s server is stored byte for byte, and listed and downloadable once it is completed',
		async (serverKind) => {
			const { service, store } = await startWithStore({ serverKind });
			const { id } = first(service.state.workItems);
			const path = `${projectPath(service)}work-items/${id}/attachments/`;

			const credentials = await send(service, 'POST', path, { name, type, size: bytes.length });
			const fields = mapToText(at(credentials.body, 'upload_data', 'fields'));
			const url = String(at(credentials.body, 'upload_data', 'url'));

			expect(credentials.status).toBe(200);
			expect(Object.keys(fields)).toEqual([
				'Content-Type',
				'key',
				'x-amz-algorithm',
				'x-amz-credential',
				'x-amz-date',
				'policy',
				'x-amz-signature',
			]);
			const policy: unknown = JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString());

			expect(policy).toMatchObject({
				expiration: expect.any(String),
				conditions: expect.arrayContaining([['content-length-range', 1, bytes.length]]),
			});
			const uploaded = await uploadForm(url, fields, { name, type, content: bytes });

			expect(uploaded).toMatchObject({ status: 204, text: '' });

			const key = fields.key ?? '';

			expect(await store.list()).toEqual([key]);
			expect((await store.read(key)).equals(bytes)).toBe(true);
			expect(store.requests).toMatchObject([
				{
					method: 'POST',
					url: '/uploads',
					status: 204,
					fields: Object.entries(fields),
					file: { name, type },
				},
			]);

			const asset = `${path}${String(at(credentials.body, 'asset_id'))}/`;
			const listAttachments = async () => (await send(service, 'GET', path)).body;

			expect(await listAttachments()).toHaveLength(4);
			expect(await send(service, 'GET', asset)).toMatchObject({ status: 400 });
			const completed = await send(service, 'PATCH', asset, { is_uploaded: true });

			expect(completed).toMatchObject({ status: 204, body: '' });
			expect(await listAttachments()).toHaveLength(5);

			const { status, headers } = await send(service, 'GET', asset);
			const location = headers.location ?? '';

			expect(status).toBe(302);
			const download = await fetch(location);

			expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
			const forged = location.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

			expect(await exchange(forged)).toMatchObject({ status: 403 });
		},
	);

	it('is accepted with a trailing slash in its URL, too', async () => {
		const { store, url, fields } = await issueUpload(5);

		expect(await uploadForm(`${url}/`, fields, helloFile)).toMatchObject({ status: 204, text: '' });
		expect((await store.read(fields.key ?? '')).toString()).toBe('hello');
	});

	it.each<[string, Record<string, string>, string]>([
		['a wrong signature', { 'x-amz-signature': '0' }, 'SignatureDoesNot'],
		['another key', { key: 'x' }, 'Policy Condition failed'],
		['another type', { 'Content-Type': 'a/b' }, 'Policy Condition failed'],
		['a field more', { acl: 'x' }, 'Extra input fields: acl'],
		['another date', { 'x-amz-date': '' }, 'Policy Condition failed'],
		['another policy', { policy: 'e30=' }, 'no policy'],
	])('with %s is refused as real stores do', async (_name, changed, problem) => {
		const { store, url, fields } = await issueUpload(5);

		expect(await uploadForm(url, { ...fields, ...changed }, helloFile)).toMatchObject({
			status: 403,
			text: expect.stringMatching(new RegExp(`^<\\?xml .*${problem}`, 's')),
		});
		expect(await store.list()).toEqual([]);
	});

	it.each([
		['255 bytes', 222, 204],
		['256 bytes', 223, 400],
	])(
		'with a key part of %s is accepted if that is at most 255 bytes (row 71)',
		async (_, length, status) => {
			const { service, store } = await startWithStore();
			const longFile = { name: 'n'.repeat(length), type, size: 5 };
			const { upload_data: data } = await service.issueUpload(longFile);

			const answer = await uploadForm(data.url, data.fields, { ...helloFile, name: longFile.name });

			expect(answer.status).toBe(status);
			expect(answer.text.includes('Object name contains unsupported characters.')).toBe(
				status === 400,
			);
			expect(store.ledger).toHaveLength(status === 204 ? 1 : 0);
		},
	);

	it('is refused if it is too large, has no file or declares no length', async () => {
		const { store, url, fields } = await issueUpload(4);

		expect((await uploadForm(url, fields, helloFile)).text).toContain('EntityTooLarge');
		expect((await uploadForm(url, fields)).text).toContain('exactly one file');
		const { headers = {}, body = '' } = await encodeForm(fields, helloFile);
		const chunked = {
			'content-type': headers['content-type'] ?? '',
			'transfer-encoding': 'chunked',
		};

		expect((await exchange(url, { method: 'POST', headers: chunked, body })).status).toBe(411);
		expect(await store.list()).toEqual([]);
	});
});

it('A store that was stopped does not answer', async () => {
	const store = await startStore();

	await store.close();
	expect((await exchange(store.url)).error).toBe('ECONNREFUSED');
});
