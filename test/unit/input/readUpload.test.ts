import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { uploadFile } from '../../../nodes/shared/operations';
import { contextOf, expectParts, read } from './reading';

const url = 'https://storage.example.com/uploads';

/** A policy as it is signed: for text of three bytes, until then. */
const policyUntil = (expiration: string): string => {
	const conditions = [
		['eq', '$Content-Type', 'text/plain'],
		['starts-with', '$key', 'acme/'],
		['content-length-range', 3, 3],
	];

	return Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
};

const policy = policyUntil('2999-01-01T00:00:00Z');

/** The parameters with the credentials field by field. */
const inFields = (more: INodeParameters = {}): INodeParameters => ({
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
	...more,
});

const formWith = (prefix: string, algorithm: string): [string, string][] =>
	Object.entries({
		'Content-Type': 'text/plain',
		key: 'acme/a.txt',
		[`${prefix}algorithm`]: algorithm,
		[`${prefix}credential`]: 'me/s3',
		[`${prefix}date`]: '20261121T085901Z',
		policy,
		[`${prefix}signature`]: '5e1f',
	});

/** The parameters with the credentials as they were issued. */
const inJson = (fields: object = {}, given: object = { url }): INodeParameters => ({
	credentialSource: 'json',
	binaryPropertyName: 'data',
	uploadData: JSON.stringify({
		...given,
		fields: { ...Object.fromEntries(formWith('x-amz-', 'AWS4-HMAC-SHA256')), ...fields },
	}),
});

const one = async (parameters: INodeParameters, mimeType = 'text/x-any', text = 'abc') => {
	const data = { data: Buffer.from(text).toString('base64'), mimeType, fileName: 'a.txt' };
	const items = [{ json: {}, binary: { data } }];

	return await read(uploadFile, await contextOf(uploadFile, parameters, { items }));
};

describe('an upload', () => {
	const file = { field: 'data', name: 'a.txt', size: 3, open: expect.any(Function) as unknown };

	test.each<[string, INodeParameters]>([
		['as the credentials were issued', inJson()],
		['field by field', inFields()],
	])('takes a form and a file, with the type that the form has, %s', async (_, parameters) => {
		expect(await one(parameters)).toEqual({
			kind: 'upload',
			itemIndex: 0,
			url,
			form: formWith('x-amz-', 'AWS4-HMAC-SHA256'),
			file: { ...file, mimeType: 'text/plain' },
		});
	});

	test.each([
		['AWS4-HMAC-SHA256', {}, 'x-amz-'],
		['GOOG4-RSA-SHA256', {}, 'x-goog-'],
		['STORE1-AWS4-GOOG4-HMAC', {}, 'x-store-'],
		['GOOG4-RSA-SHA256', { fieldPrefix: 'x-oss-' }, 'x-oss-'],
	])('signed by %s with options %j has fields named %s…', async (algorithm, options, prefix) => {
		expectParts(await one(inFields({ algorithm, options })), { form: formWith(prefix, algorithm) });
	});
});

describe('an upload is a problem', () => {
	const old = policyUntil('2000-01-01T00:00:00Z');
	const expired = 'the upload credentials expired';
	const soon = 'They are valid for a short time only: get new ones right before the upload.';
	const asIssued = 'Use all fields exactly as they were issued.';
	const whole = 'Use the whole response of the call that issued the credentials.';
	const type = '"text/html" is not what the upload credentials allow, which is "text/plain"';

	test.each<[string, INodeParameters, message: string, remedy: string]>([
		['where its credentials are too old', inJson({ policy: old }), `Upload Data: ${expired}`, soon],
		['where its fields are too old', inFields({ policy: old }), `Policy: ${expired}`, soon],
		[
			'of a type that is not allowed',
			inJson({ 'Content-Type': 'text/html' }),
			`Upload Data: ${type}`,
			asIssued,
		],
		[
			'of a type that is not allowed, field by field',
			inFields({ contentType: 'text/html' }),
			`Content Type: ${type}`,
			asIssued,
		],
		[
			'without an address',
			inJson({}, {}),
			'Upload Data: the storage address ("url") is missing, or is not one that starts with https:// or http://',
			whole,
		],
		[
			'without credentials',
			inJson({}, { upload_data: {} }),
			'Upload Data: the form fields ("fields") are missing',
			whole,
		],
		[
			'with nothing for credentials',
			{ ...inJson(), uploadData: '={{ "" }}' },
			'Upload Data: the value is empty',
			'Fill in Upload Data.',
		],
		[
			'without a field that it needs',
			inFields({ key: '={{ "" }}' }),
			'Key: the value is empty',
			'Fill in Key.',
		],
		[
			'to no address',
			inFields({ uploadUrl: 'ftp://storage', policy: old }),
			'Upload URL: "ftp://storage" is not a web address',
			'Enter an address that starts with https:// or http://.',
		],
		[
			'without a prefix that is wanted',
			inFields({ options: { fieldPrefix: '' } }),
			'Field Prefix: the value is empty',
			'Fill in Field Prefix or remove it.',
		],
		[
			'where nobody says how its credentials are given',
			{ ...inJson(), credentialSource: '' },
			'Credential Source: the value is empty',
			'Fill in Credential Source.',
		],
		[
			'without the name of a file',
			{ ...inJson(), binaryPropertyName: '={{ "" }}' },
			'Input Binary Field: the value is empty',
			'Fill in Input Binary Field.',
		],
		[
			'without a file',
			{ ...inJson({ policy: old }), binaryPropertyName: 'photo' },
			'Input Binary Field: the item has no binary field "photo"',
			'Use one of: data.',
		],
	])('%s', async (_, parameters, message, remedy) => {
		const { problem } = await one(parameters);

		expect(problem).toEqual([expect.stringContaining(message), remedy]);
	});

	test('of another size than its credentials are for', async () => {
		const { problem } = await one(inJson(), 'text/plain', 'abcd');

		expect(problem).toEqual([
			'Upload Data: the file has 4 bytes, and the upload credentials are for 3 bytes',
			'Get upload credentials for a file of 4 bytes.',
		]);
	});
});
