import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';

import { partsOf } from '../unit/transport/multipartBody';
import { answering, type Arrived, type Stub } from './stub';
import { fromFields, issuedFor, textFile, uploadsIn } from './uploads';
import { useStubs, useWorld } from './useWorld';

/** What goes over the wire to a storage, which here takes everything. */

const world = useWorld();
const { send, upload } = uploadsIn(world);
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
])(
	'Issued fields with %s are sent as issued, with the file last, and no API key',
	async (_, issued) => {
		const fields = issued(issuedHere().fields);
		expect((await send({ url: storage.url, fields })).error).toBeUndefined();
		expect(only().headers).not.toHaveProperty('x-api-key');
		expect(world.service.requests).toEqual([]);
		expect(sent().fields).toEqual(Object.entries(fields));
		expect(sent().file).toEqual({
			name: 'file',
			content: Buffer.from('content'),
			fileName: 'notes.txt',
			type: 'text/plain',
		});
	},
);

test.each([
	['AWS4-HMAC-SHA256', undefined, 'x-amz-'],
	['GOOG4-RSA-SHA256', undefined, 'x-goog-'],
	['STORE1-HMAC', undefined, 'x-store-'],
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
