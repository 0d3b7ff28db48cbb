import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { partsOf } from '../unit/transport/multipartBody';
import { answering, type Arrived, type Stub } from './stub';
import { fromFields, fromFieldsOfItem, fromJson, issuedFor, textFile, uploadsIn } from './uploads';
import { useStubs, useWorld } from './useWorld';

/** What goes over the wire to a storage, which here takes everything, with a 204 as in row 15. */

const world = useWorld();
const { issue, storedWith, send, upload } = uploadsIn(world);
const startStub = useStubs();

let storage: Stub;
let answer: RequestListener;

beforeEach(async () => {
	answer = answering(204);
	storage = await startStub((request, response) => answer(request, response));
});

const only = (): Arrived => {
	const [arrived, ...others] = storage.arrived;
	if (arrived === undefined || others.length > 0) {
		throw new Error(`${storage.arrived.length} requests arrived`);
	}

	return arrived;
};

/** The form that arrived: its fields, and the file after them. */
const sent = () => {
	const { body, headers } = only();
	const parts = partsOf(body, headers['content-type'] ?? '');
	const fields = parts.slice(0, -1).map(({ name, content }) => [name, String(content)]);

	return { fields, file: parts.at(-1) };
};

const issuedHere = (fields: Record<string, string> = {}) =>
	issuedFor(`${storage.url}/uploads`, fields);

const turned = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());
const neutral = (fields: object) =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [name.replace('x-amz-', 'x-store-'), value]),
	);

test.each([
	[
		'further fields',
		(fields: object) => ({ ...fields, 'x-amz-meta-note': 'Grüße', acl: 'private' }),
	],
	['their own order', turned],
	['the neutral names of the specification', neutral],
])('Issued fields with %s are sent as issued, with the file last', async (_, issued) => {
	const fields = issued(issuedHere().fields);

	expect((await send({ url: storage.url, fields })).error).toBeUndefined();
	expect(sent().fields).toEqual(Object.entries(fields));
	expect(sent().file).toEqual({
		name: 'file',
		content: Buffer.from('content'),
		fileName: 'notes.txt',
		type: 'text/plain',
	});
});

test.each<readonly [string, INodeParameters]>([
	['in one piece', fromJson()],
	['field by field', fromFieldsOfItem],
])('The API key is not sent to the storage with the credentials %s', async (_, parameters) => {
	const { service, store } = world;
	const file = textFile('for the store');
	const before = service.requests.length;
	const issued = await issue(file);
	const { error } = await upload(
		parameters,
		[issuedHere(), issued.upload_data].map((json) => ({ json, files: { data: file } })),
	);

	expect(error).toBeUndefined();
	expect(String(await storedWith(issued))).toBe('for the store');
	expect(service.requests).toHaveLength(before);

	for (const headers of [only().headers, ...store.requests.map(({ headers }) => headers)]) {
		const names = Object.keys(headers);

		expect(names).toContain('content-length');
		for (const name of ['x-api-key', 'authorization', 'cookie']) expect(names).not.toContain(name);
		expect(JSON.stringify(headers)).not.toContain(service.apiKey);
	}

	expect(String(only().body)).not.toContain(service.apiKey);
});

// The names of the fields are those of S3 (row 16) and of Google's storage, whose documentation has
// both algorithms; the other storages stand for any.
test.each([
	['AWS4-HMAC-SHA256', undefined, 'x-amz-'],
	['GOOG4-RSA-SHA256', undefined, 'x-goog-'],
	['GOOG4-HMAC-SHA256', undefined, 'x-goog-'],
	['STORE1-HMAC', undefined, 'x-store-'],
	['AWS4-HMAC-SHA256', 'x-store-', 'x-store-'],
	['STORE1-HMAC', 'x-amz-', 'x-amz-'],
	['GOOG4-RSA-SHA256', 'x-oss-', 'x-oss-'],
])(
	'The algorithm %s with the prefix %s gives fields named %s…',
	async (algorithm, given, prefix) => {
		const parameters = {
			...fromFields(issuedHere({ 'x-amz-algorithm': algorithm })),
			options: given === undefined ? {} : { fieldPrefix: given },
		};
		const { error } = await upload(parameters, [{ files: { data: textFile('content') } }]);

		expect(error).toBeUndefined();
		expect(sent().fields).toEqual([
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

describe('A response', () => {
	test.each([200, 400])(
		'with status %d that repeats the form does not reveal its secrets',
		async (status) => {
			const { fields } = issuedHere();
			const error = `Wrong: ${Object.values(fields).join(' ')}`;

			answer = answering(status, { id: 'asset-1', error, fields, ...fields });
			const outcome = JSON.stringify(await send(issuedHere()));

			expect(outcome).toContain('Wrong: ');
			expect(outcome).not.toContain(fields.policy);
			expect(outcome).not.toContain(fields['x-amz-signature']);
		},
	);

	test.each([301, 302, 307, 308])(
		'that redirects with status %d is not followed',
		async (status) => {
			const other = await startStub();

			answer = answering(status, '', { location: `${other.url}/uploads/` });
			const { error } = await send(issuedHere());

			expect(error?.message).toContain(`redirects to ${other.url}/uploads/`);
			expect(other.arrived).toEqual([]);
		},
	);
});
