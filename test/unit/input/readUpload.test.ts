import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { uploadFile } from '../../../nodes/shared/operations';
import { causes } from '../../nodeTexts';
import { createContext, expectParts, readItem } from './inputFixtures';

const url = 'https://storage.example.com/uploads';

/** A policy for a text file of three bytes. */
const createPolicy = (expiration: string): string => {
	const conditions = [
		['eq', '$Content-Type', 'text/plain'],
		['starts-with', '$key', 'acme/'],
		['content-length-range', 3, 3],
	];

	return Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
};

const policy = createPolicy('2999-01-01T00:00:00Z');

/** Parameters with the credentials in one field each. */
const fieldParameters = (overrides: INodeParameters = {}): INodeParameters => ({
	credentialSource: 'fields',
	uploadUrl: url,
	contentType: 'text/plain',
	key: 'acme/a.txt',
	algorithm: 'AWS4-HMAC-SHA256',
	credential: 'me/s3',
	date: '20261121T085901Z',
	policy,
	signature: '5e1f',
	binaryPropertyName: 'data',
	...overrides,
});

const createForm = (prefix: string, algorithm: string): [string, string][] =>
	Object.entries({
		'Content-Type': 'text/plain',
		key: 'acme/a.txt',
		[`${prefix}algorithm`]: algorithm,
		[`${prefix}credential`]: 'me/s3',
		[`${prefix}date`]: '20261121T085901Z',
		policy,
		[`${prefix}signature`]: '5e1f',
	});

/** Parameters with the credentials as JSON, as they were issued. */
const jsonParameters = (
	fields: object = {},
	otherProperties: object = { url },
): INodeParameters => ({
	credentialSource: 'json',
	binaryPropertyName: 'data',
	uploadData: JSON.stringify({
		...otherProperties,
		fields: { ...Object.fromEntries(createForm('x-amz-', 'AWS4-HMAC-SHA256')), ...fields },
	}),
});

const readUploadItem = async (
	parameters: INodeParameters,
	mimeType = 'text/x-any',
	text = 'abc',
) => {
	const data = { data: Buffer.from(text).toString('base64'), mimeType, fileName: 'a.txt' };
	const items = [{ json: {}, binary: { data } }];

	return await readItem(uploadFile, await createContext(uploadFile, parameters, { items }));
};

describe('readUpload', () => {
	const file = { field: 'data', name: 'a.txt', size: 3, open: expect.any(Function) as unknown };

	test.each<[string, INodeParameters]>([
		['credentials as JSON', jsonParameters()],
		['credentials field by field', fieldParameters()],
	])('reads the form, and the file with the type in the form, from %s', async (_, parameters) => {
		expect(await readUploadItem(parameters)).toEqual({
			slots: [],
			kind: 'upload',
			itemIndex: 0,
			url,
			form: createForm('x-amz-', 'AWS4-HMAC-SHA256'),
			file: { ...file, mimeType: 'text/plain' },
		});
	});

	test.each([
		['AWS4-HMAC-SHA256', {}, 'x-amz-'],
		['GOOG4-RSA-SHA256', {}, 'x-goog-'],
		['STORE1-AWS4-GOOG4-HMAC', {}, 'x-store-'],
		['GOOG4-RSA-SHA256', { fieldPrefix: 'x-oss-' }, 'x-oss-'],
	])('names the fields signed by %s with options %j as %s…', async (algorithm, options, prefix) => {
		expectParts(await readUploadItem(fieldParameters({ algorithm, options })), {
			form: createForm(prefix, algorithm),
		});
	});
});

describe('readUpload refuses', () => {
	const expiredPolicy = createPolicy('2000-01-01T00:00:00Z');
	const expired = 'the upload credentials expired';
	const expiredRemedy =
		'They are valid for a short time only: get new ones right before the upload.';
	const fieldsRemedy = 'Use all fields exactly as they were issued.';
	const jsonRemedy = 'Use the whole response of the call that issued the credentials.';
	const typeNotAllowed =
		'"text/html" is not what the upload credentials allow, which is "text/plain"';

	test.each<[string, INodeParameters, message: string, remedy: string]>([
		[
			'expired credentials as JSON',
			jsonParameters({ policy: expiredPolicy }),
			`Upload Data: ${expired}`,
			expiredRemedy,
		],
		[
			'expired credentials field by field',
			fieldParameters({ policy: expiredPolicy }),
			`Policy: ${expired}`,
			expiredRemedy,
		],
		[
			'a type that the JSON does not allow',
			jsonParameters({ 'Content-Type': 'text/html' }),
			`Upload Data: ${typeNotAllowed}`,
			fieldsRemedy,
		],
		[
			'a type that the fields do not allow',
			fieldParameters({ contentType: 'text/html' }),
			`Content Type: ${typeNotAllowed}`,
			fieldsRemedy,
		],
		[
			'JSON without an address',
			jsonParameters({}, {}),
			'Upload Data: the storage address ("url") is missing, or is not one that starts with https:// or http://',
			jsonRemedy,
		],
		[
			'JSON without form fields',
			jsonParameters({}, { upload_data: {} }),
			'Upload Data: the form fields ("fields") are missing',
			jsonRemedy,
		],
		[
			'empty JSON',
			{ ...jsonParameters(), uploadData: '={{ "" }}' },
			`Upload Data: ${causes.empty}`,
			'Fill in Upload Data.',
		],
		[
			'an empty form field',
			fieldParameters({ key: '={{ "" }}' }),
			`Key: ${causes.empty}`,
			'Fill in Key.',
		],
		[
			'an address that is not one of the web, before anything else',
			fieldParameters({ uploadUrl: 'ftp://storage', policy: expiredPolicy }),
			`Upload URL: ${causes.notAnAddress('"ftp://storage"')}`,
			'Enter an address that starts with https:// or http://.',
		],
		[
			'an empty field prefix',
			fieldParameters({ options: { fieldPrefix: '' } }),
			`Field Prefix: ${causes.empty}`,
			'Fill in Field Prefix or remove it.',
		],
		[
			'an empty credential source',
			{ ...jsonParameters(), credentialSource: '' },
			`Credential Source: ${causes.empty}`,
			'Fill in Credential Source.',
		],
		[
			'an empty name of a binary field',
			{ ...jsonParameters(), binaryPropertyName: '={{ "" }}' },
			`Input Binary Field: ${causes.empty}`,
			'Fill in Input Binary Field.',
		],
		[
			'a binary field that does not exist, before anything else',
			{ ...jsonParameters({ policy: expiredPolicy }), binaryPropertyName: 'photo' },
			'Input Binary Field: the item has no binary field "photo"',
			'Use one of: data.',
		],
	])('%s', async (_, parameters, message, remedy) => {
		const { problem } = await readUploadItem(parameters);

		expect(problem).toEqual([expect.stringContaining(message), remedy]);
	});

	test('a file of another size than the credentials allow', async () => {
		const { problem } = await readUploadItem(jsonParameters(), 'text/plain', 'abcd');

		expect(problem).toEqual([
			'Upload Data: the file has 4 bytes, and the upload credentials are for 3 bytes',
			'Get upload credentials for a file of 4 bytes.',
		]);
	});
});
