import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import type { InputFile, InputItem } from './startNode';
import { fromFields, fromJson, itemWith, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();
const { issue, storedWith, send, upload, uploadOne, presigned, lastRequest } = uploadsIn(world);

describe('The credentials', () => {
	const file = textFile('A file with issued credentials');
	const asField = fromJson('={{ $json.credentials }}');

	test.each<
		[string, (issued: UploadCredentials) => readonly [INodeParameters, credentials?: unknown]]
	>([
		['the whole answer of the service', (issued) => [asField, issued]],
		['upload_data alone', ({ upload_data }) => [asField, { upload_data }]],
		['url and fields alone', ({ upload_data }) => [asField, upload_data]],
		['the whole answer as text', (issued) => [asField, JSON.stringify(issued)]],
		[
			'url and fields as text',
			({ upload_data }) => [asField, JSON.stringify(upload_data, null, '\t')],
		],
		['JSON that is typed into the panel', (issued) => [fromJson(JSON.stringify(issued))]],
		['single fields', ({ upload_data }) => [fromFields(upload_data)]],
	])('are accepted as %s', async (_, given) => {
		const issued = await issue(file);
		const [parameters, credentials] = given(issued);
		const json = credentials === undefined ? {} : ({ credentials } as IDataObject);
		const outcome = await upload(parameters, [{ json, files: { data: file } }]);

		expect(outcome.error).toBeUndefined();
		expect(outcome.json).toHaveLength(1);
		expect(lastRequest()).toMatchObject({ method: 'POST', status: 204 });
		expect(Object.fromEntries(lastRequest()?.fields ?? [])).toEqual(issued.upload_data.fields);
		expect(await storedWith(issued)).toEqual(file.content);
	});

	test('are sent as issued if they have capital names and further fields', async () => {
		const form = await presigned('folder/capital.txt', {
			Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
		});
		expect(Object.keys(form.fields)).toContain('X-Amz-Signature');
		expect((await send(form, file)).error).toBeUndefined();
		expect(lastRequest()?.fields).toEqual(Object.entries(form.fields));
		expect(await world.store.read('folder/capital.txt')).toEqual(file.content);
	});
});

describe('The file', () => {
	const contents: readonly (readonly [string, Buffer])[] = [
		['1 byte', Buffer.from([0])],
		['24 bytes of text', Buffer.from('Grüße aus n8n 🚀 end\r\n')],
		['lines that look like a multipart form', Buffer.from('\r\n--boundary\r\n\r\n--\r\n--')],
		['all byte values', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
		['64 KiB', randomBytes(64 * 1024)],
		['5 MiB', randomBytes(5 * 1024 * 1024)],
	];

	describe.each<[string, Partial<InputFile>]>([
		['from the file system', {}],
		['from memory', { inMemory: true }],
		['where n8n does not know its size', { knownSize: 'none' }],
	])('arrives byte for byte %s:', (_, place) => {
		test.each(contents)('%s', async (__, content) => {
			const file = { content, name: 'a.bin', mimeType: 'image/png', ...place };
			const { stored, outcome } = await uploadOne(file);
			expect(stored.equals(content)).toBe(true);
			expect(outcome.json).toMatchObject([{ size: content.length }]);
		});
	});

	test.each([4, 6])('is an error if it has 5 bytes and n8n says %d', async (knownSize) => {
		const file = textFile('12345', { knownSize });
		const issued = await issue({ ...file, content: Buffer.alloc(6) });
		const { error } = await send(issued, file);
		expect(error?.message).toBe(
			'The file "notes.txt" is not as long as the store of n8n says [item 0]',
		);
		expect(error?.description).toContain('Run the nodes before this one again.');
		expect(await world.store.list()).not.toContain(issued.upload_data.fields.key);
	});

	test('is taken from the binary field that the node names', async () => {
		const report = textFile('right');
		const issued = await issue(report);
		const { error, json } = await upload({ ...fromJson(), binaryPropertyName: 'report' }, [
			{ json: { ...issued }, files: { data: textFile('wrong'), report } },
		]);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ key: issued.upload_data.fields.key, size: 5 }]);
		expect(String(await storedWith(issued))).toBe('right');
	});
});

describe('The output', () => {
	const described = () => ({
		bucket: world.store.bucket,
		location: expect.stringContaining('/uploads/'),
		etag: expect.stringMatching(/^[\da-f]{32}$/),
		fileName: 'notes.txt',
		contentType: 'text/plain',
	});

	test('is made from the headers of a response without a body', async () => {
		const { outcome } = await uploadOne(textFile('Nothing comes back'));
		expect(outcome.json).toEqual([
			{ ...described(), key: expect.stringContaining('notes.txt'), size: 18, status: 204 },
		]);
	});

	test('has the elements of a response in XML, without markup', async () => {
		const key = 'folder/r&d "plan".txt';
		const form = await presigned(key, {
			Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
		});
		const { json, error } = await send(form, textFile('XML'));
		expect(error).toBeUndefined();
		expect(json).toEqual([{ ...described(), key, size: 3, status: 201 }]);
	});

	test('never contains the policy or the signature', async () => {
		const { upload_data } = await issue(textFile('secret'));
		const { policy = '', 'x-amz-signature': signature = '' } = upload_data.fields;
		expect([policy, signature]).not.toContain('');
		const withField = (name: string) =>
			fromJson(JSON.stringify({ ...upload_data, fields: { ...upload_data.fields, [name]: 'x' } }));
		for (const parameters of [
			fromJson(JSON.stringify(upload_data)),
			fromFields(upload_data),
			// Refused by the store, and refused before anything is sent.
			withField('acl'),
			withField('key'),
			{ ...fromFields(upload_data), uploadUrl: 'nowhere' },
		]) {
			const { outputs } = await upload(parameters, [{ files: { data: textFile('secret') } }], {
				onError: 'continueRegularOutput',
			});
			expect(outputs.flat()).toHaveLength(1);
			const shown = JSON.stringify(outputs);
			expect(shown).not.toContain(policy);
			expect(shown).not.toContain(signature);
		}
	});
});

describe('An item that cannot be uploaded', () => {
	const good = async () => itemWith((await issue(textFile('good'))).upload_data, textFile('good'));
	const unfit: readonly (readonly [string, () => Promise<InputItem>, message: string])[] = [
		['has no file', async () => ({ json: { ...(await issue(textFile('a'))) } }), 'has no binary'],
		[
			'has a file that n8n has pruned',
			async () => itemWith(await issue(textFile('a')), textFile('a', { pruned: true })),
			'the file of "data" is no longer in the store of n8n',
		],
		[
			'has a file that the policy does not allow',
			async () => itemWith(await issue(textFile('a')), textFile('larger')),
			'the file has 6 bytes',
		],
	];

	test.each(unfit)('stops the node before anything is sent if it %s', async (_, item, message) => {
		const before = world.store.requests.length;
		const { error } = await upload(fromJson(), [await good(), await item()]);
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/ \[item 1\]$/);
		expect(error?.description).toMatch(/Nothing was sent\.$/);
		expect(world.store.requests).toHaveLength(before);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'does not keep others from being uploaded with %s',
		async (onError) => {
			const forged = (await issue(textFile('forged'))).upload_data;
			const signed = { ...forged, fields: { ...forged.fields, 'x-amz-signature': '00' } };
			const items = [
				await good(),
				...(await Promise.all(unfit.map(async ([, item]) => await item()))),
				itemWith(signed, textFile('forged')),
				await good(),
			];
			const { outputs } = await upload(fromJson(), items, { onError });

			const all = outputs.flat();
			const failed = all.filter(({ json }) => json.error !== undefined);
			if (onError === 'continueErrorOutput') expect(outputs[1]).toEqual(failed);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
				[1, 2, 3, 4].map((item) => ({ item })),
			);
			const messages = [...unfit.map(([, , message]) => message), 'does not match the signature'];
			expect(failed.map(({ json }) => json)).toMatchObject(
				messages.map((message) => ({ error: expect.stringContaining(message) })),
			);
			const uploaded = all.filter(({ json }) => json.status === 204);
			expect(uploaded.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 5 }]);
			const stored = await world.store.list();
			for (const { json } of uploaded) expect(stored).toContain(json.key);
			expect(stored).not.toContain(forged.fields.key);
		},
	);
});
