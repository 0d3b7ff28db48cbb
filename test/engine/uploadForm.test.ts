import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { partsOf } from '../unit/transport/multipartBody';
import { fromFields, fromJson, issuedFor, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';
import { startOddServer, type Arrived, type OddServer } from './world';

const world = useWorld();
const { issue, upload } = uploadsIn(() => world);

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
	const parts = () => partsOf(only().body, only().headers['content-type'] ?? '');

	/** The parts before the last one, which is the file. */
	const sentFields = () =>
		parts()
			.slice(0, -1)
			.map(({ name, content }) => [name, String(content)]);

	const sentFile = () => parts().at(-1);

	const issuedTo = (fields: Record<string, string> = {}, path = '/uploads') =>
		issuedFor(sink.url + path, fields);

	const send = async (issued: IDataObject, file = textFile('content')) =>
		await upload(fromJson('={{ $json }}'), [{ json: issued, files: { data: file } }]);

	test('the issued fields come first in their order, and the file last', async () => {
		const fields = { 'x-amz-meta-note': 'Grüße', acl: 'private' };
		const { error } = await send(issuedTo(fields));
		expect(error).toBeUndefined();

		expect(sentFields()).toEqual(Object.entries(issuedTo(fields).fields));
		expect(sentFile()).toEqual({
			name: 'file',
			content: Buffer.from('content'),
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
		expect(sentFile()).toMatchObject({ fileName: 'notes.txt', content: Buffer.from('') });
		expect(only().headers['content-length']).toBe(String(only().body.length));
	});

	test.each<readonly [string, INodeParameters]>([
		['in one piece', fromJson('={{ $json }}')],
		[
			'field by field',
			fromFields({
				url: '={{ $json.url }}',
				fields: Object.fromEntries(
					Object.keys(issuedFor('').fields).map((name) => [name, `={{ $json.fields['${name}'] }}`]),
				),
			}),
		],
	])('no header holds the key of the service, with the credentials %s', async (_, parameters) => {
		const file = textFile('for the store');
		const before = world.service.requests.length;
		const issued = await issue(file);
		const places = [issuedTo(), issued.upload_data];
		const { error } = await upload(
			parameters,
			places.map((json) => ({ json, files: { data: file } })),
		);

		expect(error).toBeUndefined();
		expect(String(await world.store.read(issued.upload_data.fields.key ?? ''))).toBe(
			'for the store',
		);
		expect(world.service.requests).toHaveLength(before);
		for (const headers of [only().headers, ...world.store.requests.map(({ headers }) => headers)]) {
			expect(Object.keys(headers)).toContain('content-length');
			expect(Object.keys(headers)).not.toContain('x-api-key');
			expect(Object.keys(headers)).not.toContain('authorization');
			expect(Object.keys(headers)).not.toContain('cookie');
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
				bucket: 'uploads',
				location: `${sink.url}/uploads/folder/notes.txt`,
				etag: 'abc',
				fileName: 'notes.txt',
				contentType: 'text/plain',
				size: 7,
				status: 200,
			},
		]);
	});

	test.each([200, 400])(
		'an answer of status %d that gives the form back does not bring its secrets out',
		async (status) => {
			answer = (_request, response) => {
				response.writeHead(status, { 'content-type': 'application/json' });
				const { fields } = issuedTo();
				const error = `Wrong: ${Object.values(fields).join(' ')}`;
				response.end(JSON.stringify({ id: 'asset-1', error, fields, ...fields }));
			};
			const { policy, 'x-amz-signature': signature } = issuedTo().fields;
			const outcome = JSON.stringify(await send(issuedTo()));
			expect(outcome).toContain('Wrong: ');
			expect(outcome).not.toContain(policy);
			expect(outcome).not.toContain(signature);
		},
	);

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
