import type { PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { withRequestOptions } from './samples';
import type { InputFile, InputItem } from './startNode';
import { fromFields, fromJson, itemWith, keyOf, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();
const { issue, send, upload, presigned, lastRequest } = uploadsIn(world);

interface Form {
	readonly url: string;
	readonly fields: Record<string, string>;
}

const file = textFile('content');
const withFile: InputItem = { files: { data: file } };

const issued = async (): Promise<Form> => (await issue(file)).upload_data;

/** Runs a node on one item, makes sure that the store was left alone, and gives the error. */
async function refused(parameters: INodeParameters, item: InputItem = withFile) {
	const before = world.store.requests.length;
	const { error } = await upload(parameters, [item]);

	expect(world.store.requests).toHaveLength(before);
	expect(error?.message).toMatch(/ \[item 0\]$/);

	return { message: '', description: '', ...error };
}

describe('Nothing is sent', () => {
	test.each<[string, InputItem, field: string, message: string, remedy: string]>([
		[
			'a binary field of that name, and names those that are there',
			{ files: { report: file, photo: file } },
			'data',
			'the item has no binary field "data"',
			'Use one of: report, photo.',
		],
		[
			'any file',
			{},
			'data',
			'the item has no binary field "data"',
			'Add a node before this one that provides a file.',
		],
		['the name of a binary field', withFile, '={{ "" }}', 'the value is empty', 'Fill in'],
	])('without %s', async (_, item, binaryPropertyName, message, remedy) => {
		const parameters = fromJson(JSON.stringify(await issued()));
		const error = await refused({ ...parameters, binaryPropertyName }, item);

		expect(error.message).toBe(`Input Binary Field: ${message} [item 0]`);
		expect(error.description).toContain(remedy);
	});

	const fieldNames = {
		'Content-Type': 'Content Type',
		key: 'Key',
		'x-amz-algorithm': 'Algorithm',
		'x-amz-credential': 'Credential',
		'x-amz-date': 'Date',
		policy: 'Policy',
		'x-amz-signature': 'Signature',
	};

	test.each(Object.entries(fieldNames))(
		'if the credentials lack %s, and the error names it',
		async (wire, displayName) => {
			const { url, fields } = await issued();

			for (const blank of [undefined, '', ' ']) {
				const uploadData = JSON.stringify({ url, fields: { ...fields, [wire]: blank } });

				expect((await refused(fromJson(uploadData))).message).toBe(
					`Upload Data: these form fields are missing: ${displayName} [item 0]`,
				);
			}
		},
	);

	test('if expressions leave single fields empty, and the error names each', async () => {
		const empty = Object.keys(fieldNames).map((name) => [name, '={{ "" }}']);
		const parameters = fromFields({
			url: '={{ "" }}',
			fields: Object.fromEntries(empty) as Form['fields'],
		});
		const { message, description } = await refused(parameters);

		expect(message).toBe('Upload URL: the value is empty [item 0]');

		for (const displayName of Object.values(fieldNames)) {
			expect(description).toContain(`${displayName}: the value is empty`);
		}
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
	])('to the address %p', async (url) => {
		const form = await issued();
		const whole = await refused(fromJson(JSON.stringify({ ...form, url })));

		expect(whole.message).toContain('Upload Data: the storage address ("url") is missing');
		const uploadUrl = '={{ $json.url }}';
		const item = { ...withFile, json: { url } };
		const single = await refused({ ...fromFields(form), uploadUrl }, item);

		expect(single.message).toMatch(/^Upload URL: /);
	});

	test.each([
		['broken JSON', '{"url": "https://storage.example.com"', 'the JSON is not readable'],
		['a list', '[1]', 'is not an object'],
		['a number', '={{ 5 }}', 'is not an object'],
		['a text', 'nothing', 'the JSON is not readable'],
		['nothing', '', 'the value is empty'],
		['an expression that finds nothing', '={{ $json.upload }}', 'undefined'],
		['an object with nothing in it', '{}', 'are missing'],
		['no fields', '{"url": "https://s.example.com"}', 'the form fields ("fields") are missing'],
		['a text for the fields', '{"url": "https://s.example.com", "fields": "key"}', 'are missing'],
		['no field', '{"url": "https://s.example.com", "fields": {}}', 'are missing'],
		['an address alone', '{"upload_data": {"url": "https://s.example.com"}}', 'are missing'],
	])('with %s in place of the credentials', async (_, uploadData, problem) => {
		const { message } = await refused(fromJson(uploadData));

		expect(message).toMatch(/^Upload Data: /);
		expect(message).toContain(problem);
	});

	test('by a new node without credentials, which asks for them as JSON', async () => {
		const { message } = await refused({ binaryPropertyName: 'data' });

		expect(message).toMatch(/^Upload Data: /);
	});

	test('with a credential source that does not exist', async () => {
		const { message } = await refused({
			...fromFields(await issued()),
			credentialSource: 'other',
		});

		expect(message).toContain('"other"');
	});
});

describe('What the policy forbids is found before anything is sent:', () => {
	const expired = async () => await presigned('late.txt', { Expires: -3600 });
	const upTo = (most: number) => async () =>
		await presigned('sized.txt', { Conditions: [['content-length-range', 1, most]] });

	const withField = (name: string, value: string) => async () => {
		const { url, fields } = await presigned('a.txt');

		return { url, fields: { ...fields, [name]: value } };
	};

	const TOO_LARGE = /the file has 7 bytes, and the upload credentials are for 1 to 6 bytes/;

	test.each<[string, () => Promise<Form>, string, problem: RegExp, file: Partial<InputFile>]>([
		[
			'credentials that have expired',
			expired,
			'Policy',
			/the upload credentials expired 1 hour( and \d+ seconds?)? ago, at 20[-\dT:.]+Z/,
			{},
		],
		['a file that is too large', upTo(6), 'Policy', TOO_LARGE, {}],
		['one of a size that n8n does not know', upTo(6), 'Policy', TOO_LARGE, { knownSize: 'none' }],
		[
			'a file without content',
			upTo(20),
			'Policy',
			/the file has 0 bytes, and the upload credentials are for 1 to 20 bytes/,
			{ content: Buffer.alloc(0) },
		],
		['another key', withField('key', 'b.txt'), 'Key', /"b\.txt" is not .*, which is "a\.txt"/, {}],
		[
			'another type',
			withField('Content-Type', 'image/png'),
			'Content Type',
			/"image\/png" is not what .*, which is "text\/plain"/,
			{},
		],
	])('%s', async (_, form, field, problem, more) => {
		const issuedForm = await form();
		const item = { files: { data: textFile('content', more) } };

		for (const [name, parameters] of [
			['Upload Data', fromJson(JSON.stringify(issuedForm))],
			[field, fromFields(issuedForm)],
		] as const) {
			const { message, description } = await refused(parameters, item);

			expect(message).toMatch(new RegExp(`^${name}: ${problem.source} \\[item 0\\]$`));
			expect(description).toMatch(/ Nothing was sent\.$/);
		}
	});
});

describe('What only the storage can find is explained in its words:', () => {
	const forged = (more: Form['fields']) => async (): Promise<Form> => {
		const { url, fields } = await issued();

		return { url, fields: { ...fields, ...more } };
	};

	/** The node reads the first policy, the store goes by the last. */
	const unread = (options: Partial<PresignedPostOptions>) => async (): Promise<Form> => {
		const { url, fields } = await presigned('unread.txt', options);

		return { url, fields: { POLICY: 'not base64', ...fields } };
	};

	test.each<[string, () => Promise<Form>, status: number, words: string, remedy: string]>([
		[
			'a wrong signature',
			forged({ 'x-amz-signature': '00'.repeat(32) }),
			403,
			'The signature of the upload credentials does not match their other fields: The request signature does not match the signature you provided [item 0]',
			'exactly as they were issued',
		],
		[
			'a field that the policy does not name',
			forged({ acl: 'public-read' }),
			403,
			'The upload credentials do not allow the field acl: ',
			'Send only the fields that were issued',
		],
		[
			'a file that is too large, where the policy cannot be read',
			unread({ Conditions: [['content-length-range', 1, 6]] }),
			400,
			'The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed object size [item 0]',
			'Get new ones for 7 bytes',
		],
		[
			'a file that is too small, where the policy cannot be read',
			unread({ Conditions: [['content-length-range', 10, 60]] }),
			400,
			'The file is smaller than the upload credentials allow: Your proposed upload is smaller than the minimum allowed object size [item 0]',
			'Get new ones for 7 bytes',
		],
		[
			'credentials that have expired, where the policy cannot be read',
			unread({ Expires: -60 }),
			403,
			'The upload credentials have expired: Invalid according to Policy: Policy expired [item 0]',
			'get new ones',
		],
	])('%s', async (_, form, status, words, remedy) => {
		const given = await form();
		const { error } = await send(given, file);

		expect(lastRequest()).toMatchObject({ status });
		expect(error?.message).toContain(words);
		expect(error?.message).toContain('[item 0]');
		expect(error?.description).toContain(remedy);
		expect(`${error?.message}${error?.description}`).not.toMatch(/[<>]|Error|status code/);
		expect(await world.store.list()).not.toContain(given.fields.key);
	});

	test('credentials that expire between the reading and the sending', async () => {
		const first = await issued();

		world.store.faults.plan({ kind: 'delay', milliseconds: 2_500 });
		const late = await presigned('late.txt', { Expires: 2 });
		const { json } = await upload(
			withRequestOptions({ concurrentRequests: 1 }, fromJson()),
			[itemWith(first, file), itemWith(late, file)],
			{ onError: 'continueRegularOutput' },
		);

		expect(json).toMatchObject([
			{ key: keyOf(first) },
			{
				error: expect.stringContaining(
					'The upload credentials have expired: Invalid according to Policy: Policy expired [item 1]. They are valid for a short time only',
				),
			},
		]);
	});
});
