import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { uploadFile } from '../../../nodes/shared/operations';
import { parseCredentials, formValue } from '../../../nodes/Plane/storage/uploadCredentials';

const url = 'https://storage.example.com/uploads';

/** Form fields as a storage with this prefix has them signed. */
const signed = (prefix: string): JsonObject => ({
	'Content-Type': 'text/plain',
	key: 'acme/notes.txt',
	policy: 'eyJhIjoxfQ==',
	[`${prefix}algorithm`]: 'AWS4-HMAC-SHA256',
	[`${prefix}credential`]: 'me/20261121/us-east-1/s3',
	[`${prefix}date`]: '20261121T085901Z',
	[`${prefix}signature`]: '5e1f',
});

const fields = signed('x-amz-');
const remedy = 'Use the whole response of the call that issued the credentials.';

/** Form fields without these. */
const without = (...names: readonly string[]): JsonObject =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe('upload credentials are taken', () => {
	const { 'Content-Type': type = '', key = '' } = fields;
	const lower = { 'content-type': type, ...without('Content-Type') };
	const turned = { ...without('key'), key };

	test.each<[what: string, value: JsonObject, form: JsonObject]>([
		['as the service issues them', { upload_data: { url, fields } }, fields],
		['without what is around them', { url, fields }, fields],
		['of a storage of Google', { url, fields: signed('X-Goog-') }, signed('X-Goog-')],
		['of a storage without a provider', { url, fields: signed('x-store-') }, signed('x-store-')],
		['in small letters', { url, fields: lower }, lower],
		['in their order', { url, fields: turned }, turned],
		[
			'with a field that is a number',
			{ url, fields: { ...fields, size: 5 } },
			{ ...fields, size: '5' },
		],
	])('%s', (_, value, form) => {
		expect(parseCredentials(value, uploadFile.upload)).toEqual({ url, form: Object.entries(form) });
	});
});

describe('upload credentials are refused', () => {
	const noFields = 'the form fields ("fields") are missing';
	const noUrl =
		'the storage address ("url") is missing, or is not one that starts with https:// or http://';
	const missing = (names: string) => `these form fields are missing: ${names}`;
	const { 'x-amz-date': date = '' } = fields;
	const dateless = without('x-amz-date');

	test.each<[what: string, value: JsonObject, message: string]>([
		['without form fields', { url }, noFields],
		['with form fields that are a list', { url, fields: [] }, noFields],
		['inside which there are none', { url, fields, upload_data: {} }, noFields],
		['without an address', { fields }, noUrl],
		['whose address is a number', { url: 5, fields }, noUrl],
		['whose address is none of the web', { url: 'ftp://storage.example.com', fields }, noUrl],
		[
			'with a field that is no text',
			{ url, fields: { ...fields, acl: null } },
			'the form field "acl" is not text',
		],
		['that lack fields', { url, fields: without('key', 'policy') }, missing('Key, Policy')],
		['with a blank field', { url, fields: { ...fields, key: ' ' } }, missing('Key')],
		[
			'with a signing field inside another name',
			{ url, fields: { ...dateless, 'my-x-amz-date': date } },
			missing('Date'),
		],
		[
			'with a signing field of a prefix that is none',
			{ url, fields: { ...dateless, 'x-5-date': date } },
			missing('Date'),
		],
		[
			'with a signing field without a prefix',
			{ url, fields: { ...dateless, date: date } },
			missing('Date'),
		],
	])('%s', (_, value, message) => {
		expect(parseCredentials(value, uploadFile.upload)).toMatchObject({
			message,
			description: remedy,
		});
	});
});

test('a form field is found whatever the case of its name, the first one of several', () => {
	const form = [
		['Policy', 'a'],
		['policy', 'b'],
	] as const;

	expect([formValue(form, 'POLICY'), formValue(form, 'key')]).toEqual(['a', undefined]);
});
