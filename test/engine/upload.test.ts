import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import type { Outcome, PlaneNode } from './engine';
import { parametersFor } from './samples';
import type { InputFile, InputItem } from './startNode';
import {
	startOddServer,
	startWorld,
	type Arrived,
	type OddServer,
	type World,
	faceNames,
} from './world';

describe.each(faceNames)('on the face %s', (face) => {
	let world: World;

	beforeAll(async () => {
		world = await startWorld({ face });
	});

	afterAll(async () => {
		await world.close();
	});

	const textFile = (text: string, more: Partial<InputFile> = {}): InputFile => ({
		content: Buffer.from(text),
		name: 'notes.txt',
		mimeType: 'text/plain',
		...more,
	});

	/** Has the service issue what it takes to upload this file. */
	async function issue({ content, name, mimeType }: InputFile): Promise<UploadCredentials> {
		if (!Buffer.isBuffer(content)) throw new Error('The size of a stream is not known');
		return await world.service.issueUpload({ name, type: mimeType, size: content.length });
	}

	const fromJson = (uploadData: string): INodeParameters => ({
		credentialSource: 'json',
		uploadData,
		binaryPropertyName: 'data',
	});

	/** The single parameters with these credentials. */
	const fromFields = (
		{ url, fields }: UploadCredentials['upload_data'],
		prefix = 'x-amz-',
	): INodeParameters => ({
		credentialSource: 'fields',
		uploadUrl: url,
		contentType: fields['Content-Type'] ?? '',
		key: fields.key ?? '',
		algorithm: fields[`${prefix}algorithm`] ?? '',
		credential: fields[`${prefix}credential`] ?? '',
		date: fields[`${prefix}date`] ?? '',
		policy: fields.policy ?? '',
		signature: fields[`${prefix}signature`] ?? '',
		binaryPropertyName: 'data',
	});

	async function upload(
		parameters: INodeParameters,
		items: readonly InputItem[],
		settings: Partial<PlaneNode> = {},
	): Promise<Outcome> {
		return await world.engine.run(
			{ ...settings, parameters: parametersFor('workItemAttachment.upload', parameters) },
			items,
			world.credential,
		);
	}

	/** Uploads one file with the credentials issued for it, by an expression. */
	async function uploadOne(file: InputFile): Promise<{ outcome: Outcome; stored: Buffer }> {
		const issued = await issue(file);
		const outcome = await upload(fromJson('={{ $json }}'), [
			{ json: { ...issued }, files: { data: file } },
		]);
		if (outcome.error !== undefined) throw new Error(outcome.error.message);
		return { outcome, stored: await world.store.read(issued.upload_data.fields.key ?? '') };
	}

	const lastRequest = () => world.store.requests.at(-1);

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

	/** A form that the store's own maker signs, for what the service never issues. */
	async function presigned(key: string, options: Partial<PresignedPostOptions> = {}) {
		const { url: endpoint, accessKey, secretKey, bucket } = world.store;
		const client = new S3Client({
			endpoint,
			forcePathStyle: true,
			region: 'us-east-1',
			credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
		});
		const form = await createPresignedPost(client, {
			Bucket: bucket,
			Key: key,
			Fields: { 'Content-Type': 'text/plain' },
			...options,
		});
		client.destroy();
		return form;
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

	/** One part of a form as it arrived. */
	interface Part {
		readonly name: string;
		readonly value: string;
		readonly fileName?: string;
		readonly type: string | undefined;
	}

	/** A file name as the standard for HTML forms writes it into a header: `%22` is a quote. */
	const unescaped = (name: string): string =>
		name.replace(/%(22|0D|0A)/g, (escaped) => decodeURIComponent(escaped));

	describe('On the wire', () => {
		let sink: OddServer;
		let answer: RequestListener;

		beforeEach(async () => {
			answer = (_request, response) => response.writeHead(204).end();
			sink = await startOddServer((request, response) => answer(request, response));
		});

		afterEach(async () => {
			await sink.close();
		});

		const only = (): Arrived => {
			const [arrived, ...others] = sink.arrived;
			if (arrived === undefined || others.length > 0) {
				throw new Error(`${sink.arrived.length} requests arrived`);
			}
			return arrived;
		};

		/** The parts of the form that arrived. */
		function parts(): Part[] {
			const { body, headers } = only();
			const [, boundary = ''] = /boundary=(\S+)/.exec(headers['content-type'] ?? '') ?? [];
			const [before, ...rest] = String(body).split(`--${boundary}`);
			expect([before, rest.pop()]).toEqual(['', '--\r\n']);
			return rest.map((part) => {
				const end = part.indexOf('\r\n\r\n');
				const head = part.slice(0, end);
				const inQuotes = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1];
				const fileName = inQuotes('filename');
				return {
					name: inQuotes('name') ?? '',
					value: part.slice(end + 4, -2),
					...(fileName === undefined ? {} : { fileName: unescaped(fileName) }),
					type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim(),
				};
			});
		}

		/** The parts before the last one, which is the file. */
		const sentFields = () =>
			parts()
				.slice(0, -1)
				.map(({ name, value }) => [name, value]);

		const sentFile = () => parts().at(-1);

		const issuedTo = (fields: Record<string, string> = {}, path = '/uploads') => ({
			url: sink.url + path,
			fields: {
				'Content-Type': 'text/plain',
				key: 'folder/notes.txt',
				'x-amz-algorithm': 'AWS4-HMAC-SHA256',
				'x-amz-credential': 'me/20261121/us-east-1/s3/aws4_request',
				'x-amz-date': '20261121T085901Z',
				policy: 'cG9saWN5',
				'x-amz-signature': '5e1f',
				...fields,
			},
		});

		const send = async (issued: IDataObject, file = textFile('content')) =>
			await upload(fromJson('={{ $json }}'), [{ json: issued, files: { data: file } }]);

		test('the issued fields come first in their order, and the file last', async () => {
			const fields = { 'x-amz-meta-note': 'Grüße', acl: 'private' };
			const { error } = await send(issuedTo(fields));
			expect(error).toBeUndefined();

			expect(sentFields()).toEqual(Object.entries(issuedTo(fields).fields));
			expect(sentFile()).toEqual({
				name: 'file',
				value: 'content',
				fileName: 'notes.txt',
				type: 'text/plain',
			});
		});

		test('the order of the issue is kept, whatever it is', async () => {
			const { url, fields } = issuedTo();
			const turned = Object.fromEntries(Object.entries(fields).reverse());
			await send({ url, fields: turned });
			expect(parts().map(({ name }) => name)).toEqual([...Object.keys(turned), 'file']);
		});

		test.each([
			['from the file system', false],
			['from memory', true],
		])('the length of a body %s is told and is right', async (_, inMemory) => {
			await send(issuedTo(), textFile('Grüße '.repeat(50_000), { inMemory }));
			const { body, headers, method } = only();
			expect(method).toBe('POST');
			expect(headers['content-length']).toBe(String(body.length));
			expect(headers['transfer-encoding']).toBeUndefined();
			expect(headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
		});

		test('a file without content is sent as one', async () => {
			const { error, json } = await send(issuedTo(), textFile(''));
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ size: 0 }]);
			expect(sentFile()).toMatchObject({ name: 'file', fileName: 'notes.txt', value: '' });
			expect(only().headers['content-length']).toBe(String(only().body.length));
		});

		test('no header holds the key of the service, here and in the store', async () => {
			await send(issuedTo());
			await uploadOne(textFile('for the store'));
			for (const headers of [only().headers, lastRequest()?.headers ?? {}]) {
				expect(Object.keys(headers)).toContain('content-length');
				expect(Object.keys(headers)).not.toContain('x-api-key');
				expect(Object.keys(headers)).not.toContain('authorization');
				expect(JSON.stringify(headers)).not.toContain(world.service.apiKey);
			}
			expect(String(only().body)).not.toContain(world.service.apiKey);
		});

		test.each([
			['/uploads', '/uploads/'],
			['/uploads/', '/uploads/'],
			['', '/'],
			['/up%20loads?part=1', '/up%20loads/?part=1'],
		])('the address %s is asked as %s', async (path, asked) => {
			await send(issuedTo({}, path));
			expect(only().url).toBe(asked);
		});

		test.each([
			['AWS4-HMAC-SHA256', undefined, 'x-amz-'],
			['GOOG4-RSA-SHA256', undefined, 'x-goog-'],
			['GOOG4-HMAC-SHA256', undefined, 'x-goog-'],
			['STORE1-HMAC', undefined, 'x-store-'],
			['AWS4-HMAC-SHA256', 'x-store-', 'x-store-'],
			['STORE1-HMAC', 'x-amz-', 'x-amz-'],
			['GOOG4-RSA-SHA256', 'x-oss-', 'x-oss-'],
		])(
			'the algorithm %s with the prefix %s gives fields named %s…',
			async (algorithm, fieldPrefix, prefix) => {
				const parameters = {
					...fromFields(issuedTo({ 'x-amz-algorithm': algorithm })),
					options: fieldPrefix === undefined ? {} : { fieldPrefix },
				};
				const { error } = await upload(parameters, [{ files: { data: textFile('content') } }]);

				expect(error).toBeUndefined();
				expect(sentFields()).toEqual([
					['Content-Type', 'text/plain'],
					['key', 'folder/notes.txt'],
					[`${prefix}algorithm`, algorithm],
					[`${prefix}credential`, 'me/20261121/us-east-1/s3/aws4_request'],
					[`${prefix}date`, '20261121T085901Z'],
					['policy', 'cG9saWN5'],
					[`${prefix}signature`, '5e1f'],
				]);
			},
		);

		test('the neutral names of the specification go out as they were issued', async () => {
			const { url, fields } = issuedTo();
			const neutral = Object.fromEntries(
				Object.entries(fields).map(([name, value]) => [name.replace('x-amz-', 'x-store-'), value]),
			);
			const { error } = await send({ url, fields: neutral });
			expect(error).toBeUndefined();
			expect(sentFields()).toEqual(Object.entries(neutral));
		});

		test.each([
			'with "quotes".txt',
			'Größe und Maß.txt',
			'日本語.txt',
			'rocket 🚀.txt',
			'two\r\nlines.txt',
			'one\nbreak.txt',
			"semi; colon='1'.txt",
			'back\\slash.txt',
		])('the file name %j arrives whole', async (name) => {
			const { error, json } = await send(issuedTo(), textFile('content', { name }));
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ fileName: name }]);
			expect(sentFile()?.fileName).toBe(name);
			expect(sentFields()).toHaveLength(7);
			// A line break in a name must not make a header of its own.
			expect(String(only().body).match(/\r\nContent-Disposition/gi)).toHaveLength(8);
		});

		test('the file has the type that the credentials are for', async () => {
			await send(issuedTo({ 'Content-Type': 'image/png' }), textFile('a picture'));
			expect(sentFile()?.type).toBe('image/png');
		});

		test('an answer in JSON goes out', async () => {
			answer = (_request, response) => {
				response.writeHead(200, { 'content-type': 'application/json', etag: '"abc"' });
				response.end('{"id": "asset-1", "created_at": "2026-11-21T09:00:00Z"}');
			};
			const { json } = await send(issuedTo());
			expect(json).toEqual([
				{
					id: 'asset-1',
					created_at: '2026-11-21T09:00:00Z',
					key: 'folder/notes.txt',
					etag: 'abc',
					fileName: 'notes.txt',
					contentType: 'text/plain',
					size: 7,
					status: 200,
				},
			]);
		});

		test('an answer that gives the form back does not bring its secrets out', async () => {
			answer = (_request, response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ id: 'asset-1', ...issuedTo().fields }));
			};
			const { policy, 'x-amz-signature': signature } = issuedTo().fields;
			const { json } = await send(issuedTo());
			expect(Object.values(json[0] ?? {})).not.toContain(policy);
			expect(Object.values(json[0] ?? {})).not.toContain(signature);
		});

		test.each([301, 302, 307, 308])('a redirect by %d is not followed', async (status) => {
			const other = await startOddServer((_request, response) => response.writeHead(204).end());
			answer = (_request, response) =>
				response.writeHead(status, { location: `${other.url}/uploads/` }).end();
			const { error } = await send(issuedTo());
			await other.close();

			expect(error?.message).toContain(`redirects to ${other.url}/uploads/`);
			expect(other.arrived).toEqual([]);
		});

		test('a storage that fails is an error that tells its status', async () => {
			answer = (_request, response) => response.writeHead(503).end('<html>Down</html>');
			const { error } = await send(issuedTo());
			expect(error?.message).toBe(
				'A proxy or firewall in front of the storage answered with status 503 [item 0]',
			);
			expect(error?.description).toContain('Try again later');
		});
	});

	describe('A refusal of the store', () => {
		/** An error for people: whole, and without the markup that it came in. */
		const expectWords = ({ error }: Outcome, words: string) => {
			expect(error?.message).toContain(words);
			expect(error?.message).toContain('[item 0]');
			expect(error?.description).not.toBe('');
			expect(`${error?.message}${error?.description}`).not.toMatch(/[<>]|Error|status code/);
		};

		test('for a wrong signature is told in its words', async () => {
			const { upload_data } = await issue(textFile('content'));
			const outcome = await upload({ ...fromFields(upload_data), signature: '00'.repeat(32) }, [
				{ files: { data: textFile('content') } },
			]);
			expect(lastRequest()).toMatchObject({ status: 403 });
			expectWords(
				outcome,
				'The signature of the upload credentials does not fit their other fields: The request signature does not match the signature you provided [item 0]',
			);
		});

		test('for a file that is larger than issued is told in its words', async () => {
			const { upload_data } = await issue(textFile('short'));
			const outcome = await upload(fromFields(upload_data), [
				{ files: { data: textFile('much longer than it was said to be') } },
			]);
			expect(lastRequest()).toMatchObject({ status: 400 });
			expectWords(
				outcome,
				'The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed object size [item 0]',
			);
			await expect(world.store.read(upload_data.fields.key ?? '')).rejects.toThrow('no object');
		});

		test('for credentials that have expired is told in its words', async () => {
			const form = await presigned('late.txt', { Expires: -60 });
			const outcome = await upload(fromJson(JSON.stringify(form)), [
				{ files: { data: textFile('content') } },
			]);
			expectWords(
				outcome,
				'The upload credentials have expired: Invalid according to Policy: Policy expired [item 0]',
			);
			expect(outcome.error?.description).toContain('get new ones');
		});

		test('for a field that the policy does not name is told in its words', async () => {
			const { upload_data } = await issue(textFile('content'));
			const fields = { ...upload_data.fields, acl: 'public-read' };
			const outcome = await upload(fromJson(JSON.stringify({ ...upload_data, fields })), [
				{ files: { data: textFile('content') } },
			]);
			expectWords(outcome, 'The upload credentials do not allow the field acl: ');
			expect(outcome.error?.description).toContain('Send only the fields that were issued');
		});
	});

	describe('Without what it needs', () => {
		const file = textFile('content');

		/** Runs it and makes sure that the store was left alone. */
		async function refused(parameters: INodeParameters, item: InputItem): Promise<string> {
			const before = world.store.requests.length;
			const { error } = await upload(parameters, [item]);
			expect(world.store.requests).toHaveLength(before);
			return `${error?.message} ${error?.description}`;
		}

		test('a binary field that is not there is an error that names those that are', async () => {
			const parameters = fromJson(JSON.stringify(await issue(file)));
			const told = await refused(parameters, { files: { report: file, photo: file } });
			expect(told).toContain('Input Binary Field: the item has no binary field "data" [item 0]');
			expect(told).toContain('Use one of: report, photo.');
		});

		test('an item without any file is an error that says so', async () => {
			const parameters = fromJson(JSON.stringify(await issue(file)));
			const told = await refused(parameters, {});
			expect(told).toContain('Input Binary Field: the item has no binary field "data" [item 0]');
			expect(told).toContain('Put a node before this one that gives a file.');
		});

		test('a binary field without a name is an error', async () => {
			const parameters = fromJson(JSON.stringify(await issue(file)));
			const told = await refused(
				{ ...parameters, binaryPropertyName: '={{ "" }}' },
				{ files: { data: file } },
			);
			expect(told).toContain('Input Binary Field: the value is empty [item 0]');
		});

		test.each([
			['Content-Type', 'Content Type'],
			['key', 'Key'],
			['x-amz-algorithm', 'Algorithm'],
			['x-amz-credential', 'Credential'],
			['x-amz-date', 'Date'],
			['policy', 'Policy'],
			['x-amz-signature', 'Signature'],
		])('credentials without %s are an error that names it', async (wire, displayName) => {
			const { upload_data } = await issue(file);
			const others = Object.entries(upload_data.fields).filter(([name]) => name !== wire);
			for (const blank of [{}, { [wire]: '' }, { [wire]: ' ' }]) {
				const fields = { ...Object.fromEntries(others), ...blank };
				const issued = JSON.stringify({ ...upload_data, fields });
				const told = await refused(fromJson(issued), { files: { data: file } });
				expect(told).toContain(
					`Upload Data: these form fields are missing: ${displayName} [item 0]`,
				);
			}
		});

		test('single fields that an expression leaves empty are each named', async () => {
			const empty = Object.keys((await issue(file)).upload_data.fields);
			const parameters = fromFields({
				url: '={{ "" }}',
				fields: Object.fromEntries(empty.map((name) => [name, '={{ "" }}'])),
			});
			const told = await refused(parameters, { files: { data: file } });
			expect(told).toContain('Upload URL: the value is empty [item 0]');
			for (const displayName of [
				'Content Type',
				'Key',
				'Algorithm',
				'Credential',
				'Date',
				'Policy',
				'Signature',
			]) {
				expect(told).toContain(`${displayName}: the value is empty`);
			}
		});

		test('credentials without fields are an error', async () => {
			const { upload_data } = await issue(file);
			const told = await refused(fromJson(JSON.stringify({ url: upload_data.url })), {
				files: { data: file },
			});
			expect(told).toContain('Upload Data: the form fields ("fields") are missing [item 0]');
		});

		test.each([
			undefined,
			'',
			' ',
			'storage',
			'/uploads',
			'file:///etc/passwd',
			'ftp://127.0.0.1/x',
			5,
		])('the address %p is an error', async (url) => {
			const { upload_data } = await issue(file);
			const told = await refused(fromJson(JSON.stringify({ ...upload_data, url })), {
				files: { data: file },
			});
			expect(told).toContain('Upload Data: the storage address ("url") is missing');
			expect(told).toContain('[item 0]');

			const single = await refused(
				{ ...fromFields(upload_data), uploadUrl: '={{ $json.url }}' },
				{ json: { url }, files: { data: file } },
			);
			expect(single).toContain('Upload URL: ');
			expect(single).toContain('[item 0]');
		});

		test.each([
			[
				'broken JSON',
				'{"url": "https://storage.example.com", "fields": {',
				'the JSON has a mistake',
			],
			['a list', '[1]', 'is not an object'],
			['a text', 'nothing', 'the JSON has a mistake'],
			['nothing', '', 'the value is empty'],
			['an expression that finds nothing', '={{ $json.upload }}', 'undefined'],
		])('%s in place of the credentials is an error', async (_, uploadData, problem) => {
			const told = await refused(fromJson(uploadData), { files: { data: file } });
			expect(told).toContain('Upload Data: ');
			expect(told).toContain(problem);
			expect(told).toContain('[item 0]');
		});

		test('a new node asks for the credentials as JSON', async () => {
			const told = await refused({ binaryPropertyName: 'data' }, { files: { data: file } });
			expect(told).toContain('Upload Data: ');
		});

		test('a credential source that does not exist is an error, and nothing is sent', async () => {
			const { upload_data } = await issue(file);
			const told = await refused(
				{ ...fromFields(upload_data), credentialSource: 'other' },
				{
					files: { data: file },
				},
			);
			expect(told).toContain('[item 0]');
		});

		test('one item stops all before anything is sent', async () => {
			const parameters = fromJson(JSON.stringify(await issue(file)));
			const before = world.store.requests.length;
			const { error } = await upload(parameters, [{ files: { data: file } }, {}]);
			expect(error?.message).toContain('has no binary field "data" [item 1]');
			expect(error?.description).toContain('Nothing was sent.');
			expect(world.store.requests).toHaveLength(before);
		});
	});

	describe('With "continue on fail"', () => {
		test('a failed item leaves the others uploaded', async () => {
			const files = ['one', 'two', 'three', 'four'].map((text) => textFile(text));
			const issued = await Promise.all(files.map(async (file) => await issue(file)));
			const items = files.map((data, index): InputItem => {
				const json = { number: index, ...issued[index]?.upload_data };
				// The second has no file, the third is larger than its credentials allow.
				if (index === 1) return { json };
				return { json, files: { data: index === 2 ? textFile('too much '.repeat(9)) : data } };
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
						error: expect.stringContaining('maximum allowed object size [item 2]'),
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
