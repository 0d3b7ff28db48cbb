import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import type { InputItem } from './startNode';
import { fromFields, fromJson, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';
import { faceNames } from './world';

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face });
	const { issue, upload, uploadOne, presigned, lastRequest } = uploadsIn(() => world);

	describe('The credentials', () => {
		const file = textFile('A file with issued credentials');

		test.each<readonly [string, (issued: UploadCredentials) => unknown]>([
			['the whole answer of the service', (issued) => issued],
			['upload_data alone', ({ upload_data }) => ({ upload_data })],
			['url and fields alone', ({ upload_data }) => upload_data],
			['the whole answer as text', (issued) => JSON.stringify(issued)],
			['url and fields as text', ({ upload_data }) => JSON.stringify(upload_data, null, '\t')],
		])('are taken as %s', async (_, shape) => {
			const issued = await issue(file);
			const { error, json } = await upload(fromJson('={{ $json.credentials }}'), [
				{ json: { credentials: shaped(shape(issued)) }, files: { data: file } },
			]);

			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			expect(lastRequest()).toMatchObject({
				method: 'POST',
				status: 204,
				fields: Object.entries(issued.upload_data.fields),
			});
			expect(await world.store.read(issued.upload_data.fields.key ?? '')).toEqual(file.content);
		});

		test('are taken as JSON that is typed into the panel', async () => {
			const issued = await issue(file);
			const { error } = await upload(fromJson(JSON.stringify(issued)), [{ files: { data: file } }]);
			expect(error).toBeUndefined();
			expect(await world.store.read(issued.upload_data.fields.key ?? '')).toEqual(file.content);
		});

		test('are taken field by field, with the names of Amazon for AWS4', async () => {
			const { upload_data } = await issue(file);
			const { error } = await upload(fromFields(upload_data), [{ files: { data: file } }]);

			expect(error).toBeUndefined();
			expect(Object.fromEntries(lastRequest()?.fields ?? [])).toEqual(upload_data.fields);
			expect(await world.store.read(upload_data.fields.key ?? '')).toEqual(file.content);
		});

		test('are taken field by field from expressions of each item', async () => {
			const texts = ['one', 'two', 'three'];
			const issued = await Promise.all(texts.map(async (text) => await issue(textFile(text))));
			const parameters = fromFields({
				url: '={{ $json.url }}',
				fields: Object.fromEntries(
					Object.keys(issued[0]?.upload_data.fields ?? {}).map((name) => [
						name,
						`={{ $json.fields['${name}'] }}`,
					]),
				),
			});
			const items = issued.map(({ upload_data }, index) => ({
				json: { ...upload_data },
				files: { data: textFile(texts[index] ?? '') },
			}));
			const { error } = await upload(parameters, items);

			expect(error).toBeUndefined();
			const keys = issued.map(({ upload_data }) => upload_data.fields.key ?? '');
			const stored = await Promise.all(keys.map(async (key) => await world.store.read(key)));
			expect(stored.map(String)).toEqual(texts);
		});

		test('with capital names and further fields go out as they were issued', async () => {
			const form = await presigned('folder/capital.txt', {
				Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
			});
			expect(Object.keys(form.fields)).toContain('X-Amz-Signature');
			const { error } = await upload(fromJson('={{ $json }}'), [
				{ json: { ...form }, files: { data: file } },
			]);

			expect(error).toBeUndefined();
			expect(lastRequest()?.fields).toEqual(Object.entries(form.fields));
			expect(await world.store.read('folder/capital.txt')).toEqual(file.content);
		});
	});

	/** What the expression `{{ $json.credentials }}` finds in the item. */
	function shaped(value: unknown): IDataObject | string {
		if (typeof value === 'string') return value;
		if (typeof value === 'object' && value !== null) return { ...value };
		throw new Error('Neither an object nor text');
	}

	describe('The file', () => {
		const contents: readonly (readonly [string, Buffer])[] = [
			['1 byte', Buffer.from([0])],
			['24 bytes of text', Buffer.from('Grüße aus n8n 🚀 end\r\n')],
			['lines that look like a multipart form', Buffer.from('\r\n--boundary\r\n\r\n--\r\n--')],
			['all byte values', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
			['64 KiB', randomBytes(64 * 1024)],
			['5 MiB', randomBytes(5 * 1024 * 1024)],
		];

		test.each(contents)('of %s arrives byte for byte from the file system', async (_, content) => {
			const { stored } = await uploadOne({ content, name: 'a.bin', mimeType: 'image/png' });
			expect(stored.equals(content)).toBe(true);
		});

		test.each(contents)('of %s arrives byte for byte from memory', async (_, content) => {
			const file = { content, name: 'a.bin', mimeType: 'image/png', inMemory: true };
			const { stored } = await uploadOne(file);
			expect(stored.equals(content)).toBe(true);
		});

		test('is that of each item, with the credentials of each item', async () => {
			const contents = [1, 1000, 300_000, 12].map((size) => randomBytes(size));
			const files = contents.map((content, index) => ({
				content,
				name: `file ${index}.bin`,
				mimeType: 'application/octet-stream',
				inMemory: index % 2 === 0,
			}));
			const issued = await Promise.all(files.map(async (file) => await issue(file)));
			const { outputs, error } = await upload(
				fromJson('={{ $json }}'),
				files.map((file, index) => ({ json: { ...issued[index] }, files: { data: file } })),
			);

			expect(error).toBeUndefined();
			expect(outputs[0]).toMatchObject(
				files.map(({ content, name, mimeType }, item) => ({
					json: { fileName: name, contentType: mimeType, size: content.length, status: 204 },
					pairedItem: { item },
				})),
			);
			for (const [index, { upload_data }] of issued.entries()) {
				const stored = await world.store.read(upload_data.fields.key ?? '');
				expect(contents[index]?.equals(stored)).toBe(true);
			}
		});

		test.each(contents)('of %s arrives where n8n does not know its size', async (_, content) => {
			const file = { content, name: 'a.bin', mimeType: 'image/png', knownSize: 'none' } as const;
			const { stored, outcome } = await uploadOne(file);
			expect(stored.equals(content)).toBe(true);
			expect(outcome.json).toMatchObject([{ size: content.length }]);
		});

		test.each([4, 6])('that n8n takes for one of %d bytes is an error', async (knownSize) => {
			const file = textFile('12345');
			const issued = await issue({ ...file, content: Buffer.alloc(6) });
			const { error } = await upload(fromJson('={{ $json }}'), [
				{ json: { ...issued }, files: { data: { ...file, knownSize } } },
			]);
			expect(error?.message).toBe(
				'The file "notes.txt" is not as long as the store of n8n says [item 0]',
			);
			expect(error?.description).toContain('Run the nodes before this one again.');
			expect(await world.store.list()).not.toContain(issued.upload_data.fields.key);
		});

		test('that is no longer in the store of n8n is an error', async () => {
			const file = textFile('gone', { pruned: true });
			const issued = await issue(file);
			const { error } = await upload(fromJson('={{ $json }}'), [
				{ json: { ...issued }, files: { data: file } },
			]);
			expect(error?.message).toContain('no longer in the store of n8n [item 0]');
		});

		test('comes from the binary field that the node names', async () => {
			const right = textFile('right');
			const issued = await issue(right);
			const { error, json } = await upload(
				{ ...fromJson('={{ $json }}'), binaryPropertyName: 'report' },
				[
					{
						json: { ...issued },
						files: { data: textFile('wrong'), report: right },
					},
				],
			);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ key: issued.upload_data.fields.key, size: 5 }]);
			expect(String(await world.store.read(issued.upload_data.fields.key ?? ''))).toBe('right');
		});
	});

	describe('The output', () => {
		test('of an answer without content is made from its headers', async () => {
			const file = textFile('Nothing comes back');
			const { outcome } = await uploadOne(file);
			expect(outcome.json).toEqual([
				{
					key: expect.stringContaining('notes.txt'),
					bucket: world.store.bucket,
					location: expect.stringContaining('/uploads/'),
					etag: expect.stringMatching(/^[\da-f]{32}$/),
					fileName: 'notes.txt',
					contentType: 'text/plain',
					size: 18,
					status: 204,
				},
			]);
		});

		test('of an answer in XML has its elements and no markup', async () => {
			const form = await presigned('folder/r&d "plan".txt', {
				Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
			});
			const { json, error } = await upload(fromJson('={{ $json }}'), [
				{ json: { ...form }, files: { data: textFile('XML') } },
			]);

			expect(error).toBeUndefined();
			expect(json).toEqual([
				{
					key: 'folder/r&d "plan".txt',
					bucket: world.store.bucket,
					location: expect.stringContaining('/uploads/'),
					etag: expect.stringMatching(/^[\da-f]{32}$/),
					fileName: 'notes.txt',
					contentType: 'text/plain',
					size: 3,
					status: 201,
				},
			]);
		});

		test('never holds the policy or the signature', async () => {
			const { upload_data } = await issue(textFile('secret'));
			const { policy = '', 'x-amz-signature': signature = '' } = upload_data.fields;
			expect([policy, signature]).not.toContain('');
			const item = { files: { data: textFile('secret') } };
			for (const parameters of [
				fromJson(JSON.stringify(upload_data)),
				fromFields(upload_data),
				// Refused by the store, and refused before anything is sent.
				fromJson(JSON.stringify({ ...upload_data, fields: { ...upload_data.fields, acl: 'x' } })),
				fromJson(JSON.stringify({ ...upload_data, fields: { ...upload_data.fields, key: 'x' } })),
				{ ...fromFields(upload_data), uploadUrl: 'nowhere' },
			]) {
				const { outputs } = await upload(parameters, [item], { onError: 'continueRegularOutput' });
				expect(outputs.flat()).toHaveLength(1);
				const told = JSON.stringify(outputs);
				expect(told).not.toContain(policy);
				expect(told).not.toContain(signature);
			}
		});
	});

	describe('With "continue on fail"', () => {
		test('a failed item leaves the others uploaded', async () => {
			const files = ['one', 'two', 'three', 'four'].map((text) => textFile(text));
			const issued = await Promise.all(files.map(async (file) => await issue(file)));
			const items = files.map((data, index): InputItem => {
				const json = { number: index, ...issued[index]?.upload_data };
				// The second has no file, the store refuses the third.
				if (index === 1) return { json };
				if (index !== 2) return { json, files: { data } };
				const fields = { ...issued[index]?.upload_data.fields, 'x-amz-signature': '00' };
				return { json: { ...json, fields }, files: { data } };
			});
			const { outputs } = await upload(fromJson('={{ $json }}'), items, {
				onError: 'continueErrorOutput',
			});

			const [uploaded = [], failed = []] = outputs;
			expect(uploaded.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
			expect(failed).toMatchObject([
				{
					json: {
						number: 1,
						error: expect.stringContaining('has no binary field "data" [item 1]'),
					},
					pairedItem: { item: 1 },
				},
				{
					json: {
						number: 2,
						error: expect.stringContaining('does not match the signature you provided [item 2]'),
					},
					pairedItem: { item: 2 },
				},
			]);
			const keys = issued.map(({ upload_data }) => upload_data.fields.key ?? '');
			const stored = await world.store.list();
			expect(keys.map((key) => stored.includes(key))).toEqual([true, false, false, true]);
		});
	});
});
