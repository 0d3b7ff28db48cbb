import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { uploadFile } from '../../../nodes/shared/operations';
import { parseCredentials, getFormValue } from '../../../nodes/Plane/storage/uploadCredentials';

const url = 'https://storage.example.com/uploads';

/** Signed form fields of a storage with this prefix. */
const createFormFields = (prefix: string): JsonObject => ({
	'Content-Type': 'text/plain',
	key: 'acme/notes.txt',
	policy: 'eyJhIjoxfQ==',
	[`${prefix}algorithm`]: 'AWS4-HMAC-SHA256',
	[`${prefix}credential`]: 'me/20261121/us-east-1/s3',
	[`${prefix}date`]: '20261121T085901Z',
	[`${prefix}signature`]: '5e1f',
});

const fields = createFormFields('x-amz-');
const remedy = 'Use the whole response of the call that issued the credentials.';

/** The form fields without those with these names. */
const fieldsWithout = (...names: readonly string[]): JsonObject =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe('parseCredentials accepts credentials', () => {
	const { 'Content-Type': type = '', key = '' } = fields;
	const lowerCaseFields = { 'content-type': type, ...fieldsWithout('Content-Type') };
	const reorderedFields = { ...fieldsWithout('key'), key };

	test.each<[what: string, value: JsonObject, form: JsonObject]>([
		['as the service issues them', { upload_data: { url, fields } }, fields],
		['without the object around them', { url, fields }, fields],
		[
			'for Google Cloud Storage',
			{ url, fields: createFormFields('X-Goog-') },
			createFormFields('X-Goog-'),
		],
		[
			'for a storage of no known provider',
			{ url, fields: createFormFields('x-store-') },
			createFormFields('x-store-'),
		],
		['with lower-case names', { url, fields: lowerCaseFields }, lowerCaseFields],
		['and keeps the order of their fields', { url, fields: reorderedFields }, reorderedFields],
		['with a number in a field', { url, fields: { ...fields, size: 5 } }, { ...fields, size: '5' }],
	])('%s', (_, value, form) => {
		expect(parseCredentials(value, uploadFile)).toEqual({ url, form: Object.entries(form) });
	});
});

describe('parseCredentials refuses credentials', () => {
	const missingFields = 'the form fields ("fields") are missing';
	const invalidUrl =
		'the storage address ("url") is missing, or is not one that starts with https:// or http://';
	const missingFormFields = (names: string) => `these form fields are missing: ${names}`;
	const { 'x-amz-date': date = '' } = fields;
	const fieldsWithoutDate = fieldsWithout('x-amz-date');

	test.each<[what: string, value: JsonObject, message: string]>([
		['without form fields', { url }, missingFields],
		['whose form fields are a list', { url, fields: [] }, missingFields],
		['with an empty upload_data', { url, fields, upload_data: {} }, missingFields],
		['without an address', { fields }, invalidUrl],
		['whose address is a number', { url: 5, fields }, invalidUrl],
		[
			'whose address is not one of the web',
			{ url: 'ftp://storage.example.com', fields },
			invalidUrl,
		],
		[
			'with a field that is not text',
			{ url, fields: { ...fields, acl: null } },
			'the form field "acl" is not text',
		],
		[
			'without required fields',
			{ url, fields: fieldsWithout('key', 'policy') },
			missingFormFields('Key, Policy'),
		],
		['with a blank field', { url, fields: { ...fields, key: ' ' } }, missingFormFields('Key')],
		[
			'whose signing field is only part of another name',
			{ url, fields: { ...fieldsWithoutDate, 'my-x-amz-date': date } },
			missingFormFields('Date'),
		],
		[
			'whose signing field has an invalid prefix',
			{ url, fields: { ...fieldsWithoutDate, 'x-5-date': date } },
			missingFormFields('Date'),
		],
		[
			'whose signing field has no prefix',
			{ url, fields: { ...fieldsWithoutDate, date: date } },
			missingFormFields('Date'),
		],
	])('%s', (_, value, message) => {
		expect(parseCredentials(value, uploadFile)).toMatchObject({
			message,
			description: remedy,
		});
	});
});

test('getFormValue ignores the case of names, and returns the first of several values', () => {
	const form = [
		['Policy', 'a'],
		['policy', 'b'],
	] as const;

	expect([getFormValue(form, 'POLICY'), getFormValue(form, 'key')]).toEqual(['a', undefined]);
});
