import { describe, expect, test } from '@jest/globals';

import { executeUpload, parseUploadResponse } from '../../../nodes/Plane/execute/files/uploadFile';
import type { UploadCall } from '../../../nodes/shared/model/call';
import { isProblem } from '../../../nodes/shared/result/problem';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import * as calls from '../calls';
import { jsonResponse, networkFault, textResponse, webPage } from '../responses';
import { createClient } from './testExecution';

const STORAGE = 'https://storage.example.com/uploads';
const ADDRESS = `${STORAGE}/acme/notes.txt`;

const uploadOfText = calls.upload();

/** The output of an upload whose response has no details of its own. */
const sentDetails = {
	key: 'acme/notes.txt',
	bucket: 'uploads',
	location: ADDRESS,
	fileName: 'notes.txt',
	contentType: 'text/plain',
	size: 3,
};

/** An upload whose form has these fields besides the usual ones, or instead of them. */
const uploadWith = (fields: Readonly<Record<string, string>>, more: Partial<UploadCall> = {}) => {
	const form = Object.entries({ ...Object.fromEntries(uploadOfText.form), ...fields });

	return { ...uploadOfText, form, ...more };
};

const headersOnly = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
	...textResponse('', status),
	headers,
});

const REDIRECT = 'https://app.example.com/done';

const LOCATION = 'https://cdn.example.com/acme%2Fnotes.txt';
const record = { id: 'a', created_at: '2026-11-21T00:00:00Z' };
const xmlResponse = (elements: string) =>
	textResponse(`<?xml version="1.0"?>\n<PostResponse>${elements}</PostResponse>`, 201);
const fullXmlResponse = xmlResponse(
	'<Location>https://s.example.com/a?b&amp;c</Location><Bucket>box</Bucket><Key>acme/n &#38; m.txt</Key><ETag>&quot;e1&quot;</ETag>',
);
const redirectHeaders = { location: `${REDIRECT}?bucket=box&key=acme%2Fn%20m.txt&etag=%22e1%22` };
const policy = Buffer.from(
	JSON.stringify({ conditions: [{ key: 'a' }, ['eq', '$bucket', 'box']] }),
).toString('base64');
const fileWithFolders = { name: 'C:\\folder/a $& b.txt' };

/**
 * The responses of storages: 204 with headers (row 15; recorded: `exchanges` 42), JSON as in the specification, and
 * XML and redirects as documented by S3 for `success_action_status` and `success_action_redirect` (POST Object).
 */
type Row = readonly [title: string, response: HttpResponse, put: object, call?: UploadCall];

const rows: readonly Row[] = [
	[
		'204 with ETag and Location',
		headersOnly(204, { etag: '"e1"', location: LOCATION }),
		{ etag: 'e1', location: LOCATION },
	],
	['204 with a weak ETag', headersOnly(204, { etag: 'W/"e1"' }), { etag: 'e1' }],
	[
		'204 with an ETag that has a quote inside',
		headersOnly(204, { etag: '"e"1"' }),
		{ etag: 'e"1' },
	],
	[
		'204 with a Location that has a query',
		headersOnly(204, { location: `${LOCATION}?key=b` }),
		{ location: `${LOCATION}?key=b` },
	],
	['204 with nothing', headersOnly(204), {}],
	['200 with nothing', headersOnly(200), {}],
	['200 with plain text', textResponse('OK'), {}],
	['200 with a text in JSON', jsonResponse('ok'), {}],
	['200 with a record in JSON', jsonResponse(record), record],
	[
		'200 with a record that repeats signed fields',
		jsonResponse({ ...record, POLICY: 'a', 'x-amz-signature': 'b' }),
		record,
	],
	[
		'201 with XML',
		fullXmlResponse,
		{ key: 'acme/n & m.txt', etag: 'e1', bucket: 'box', location: 'https://s.example.com/a?b&c' },
	],
	['201 with empty XML', xmlResponse(''), {}],
	[
		'303 to the redirect address in the form',
		headersOnly(303, redirectHeaders),
		{ key: 'acme/n m.txt', bucket: 'box', etag: 'e1', location: `${STORAGE}/acme/n%20m.txt` },
		uploadWith({ success_action_redirect: REDIRECT }),
	],
	[
		'303 with a web page to the redirect address in the form, by its old name',
		{ ...webPage(303), headers: { 'content-type': 'text/html', location: REDIRECT } },
		{},
		uploadWith({ redirect: REDIRECT }),
	],
	['a bucket of the form', headersOnly(204), { bucket: 'box' }, uploadWith({ bucket: 'box' })],
	['a bucket of the policy', headersOnly(204), { bucket: 'box' }, uploadWith({ policy })],
	['an address with a query', headersOnly(204), {}, uploadWith({}, { url: `${STORAGE}?part=1` })],
	[
		'a key with the name of the file in it',
		headersOnly(204),
		{
			fileName: fileWithFolders.name,
			key: 'acme/a $& b.txt',
			location: `${STORAGE}/acme/a%20%24%26%20b.txt`,
		},
		uploadWith({ key: 'acme/${filename}' }, { file: { ...uploadOfText.file, ...fileWithFolders } }),
	],
];

describe('parseUploadResponse', () => {
	test.each(rows)('returns the output for %s', (_, response, output, call = uploadOfText) => {
		const { status } = response;

		expect(parseUploadResponse(response, call)).toStrictEqual([
			{ ...sentDetails, status, ...output },
		]);
	});

	test('returns no key if the form has none', () => {
		const form = uploadOfText.form.filter(([name]) => name !== 'key');
		const output = parseUploadResponse(headersOnly(204), { ...uploadOfText, form });

		expect(output).toEqual([
			{ ...sentDetails, key: undefined, location: `${STORAGE}/`, status: 204 },
		]);
	});

	test.each([
		['https://storage.example.com', 'https://storage.example.com/acme/notes.txt'],
		['https://storage.example.com/a/b', 'https://storage.example.com/a/b/acme/notes.txt'],
	])('returns no bucket for the address %s, which does not contain it', (url, location) => {
		expect(parseUploadResponse(headersOnly(204), uploadWith({}, { url }))).toEqual([
			{ ...sentDetails, bucket: undefined, location, status: 204 },
		]);
	});

	test('refuses a web page, which no storage returns', () => {
		expect(parseUploadResponse(webPage(), uploadOfText)).toMatchObject({
			tag: 'unknownOutcome',
			status: 200,
			message: 'The storage responded with a web page',
			description: expect.stringMatching(/^Check the address /),
			rerunAdvice: expect.stringContaining('storage may or may not have'),
		});
	});
});

describe('executeUpload', () => {
	const redirectTo = (location: string, status = 303) => headersOnly(status, { location });
	const redirectingCall = uploadWith({ success_action_redirect: REDIRECT });

	test.each<[title: string, outcome: Outcome, call: UploadCall, isSuccess: boolean]>([
		[
			'a redirect to the address in the form',
			redirectTo(`${REDIRECT}?key=a`),
			redirectingCall,
			true,
		],
		[
			'a redirect to another address',
			redirectTo('https://login.example.com/'),
			redirectingCall,
			false,
		],
		['a redirect with another status', redirectTo(REDIRECT, 302), redirectingCall, false],
		['a redirect if the form has no address', redirectTo(REDIRECT), uploadOfText, false],
		[
			'a redirect if the address in the form is empty',
			redirectTo(REDIRECT),
			uploadWith({ redirect: '' }),
			false,
		],
		['a redirect without an address', headersOnly(303), redirectingCall, false],
		['a dropped connection', networkFault('ECONNRESET'), redirectingCall, false],
	])(
		'knows whether an upload that ends with %s has succeeded: %p',
		async (_, outcome, call, isSuccess) => {
			const client = createClient({ storage: () => Promise.resolve(outcome) });

			expect(isProblem(await executeUpload(call, client))).toBe(!isSuccess);
		},
	);
});
