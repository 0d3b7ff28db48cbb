import { describe, expect, it } from '@jest/globals';

import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import {
	jsonResponse,
	networkFault,
	textResponse,
	webPage,
	withHeaders,
} from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { outcomes } from '../../nodeTexts';
import {
	encodePolicy,
	fileInItem,
	signedForm,
	STORAGE,
	UPLOADS,
	type FormParts,
} from './signedForm';

const startServer = useAnswers();

/** Uploads a file with a signed form to a storage that responds like this. */
async function upload(
	response: Outcome,
	{ name = 'notes.txt', ...form }: FormParts & { readonly name?: string } = {},
) {
	const server = startServer({}, { others: { [STORAGE]: () => response } });

	return await server.run(
		'workItemAttachment.upload',
		{ credentialSource: 'json', uploadData: '={{ $json }}', binaryPropertyName: 'data' },
		{ items: [{ json: signedForm(form), files: { data: fileInItem(name) } }] },
	);
}

/** The output of an upload whose response has no details of its own, if the address has no bucket. */
const detailsWithoutBucket = {
	key: 'acme/notes.txt',
	location: `${UPLOADS}/acme/notes.txt`,
	fileName: 'notes.txt',
	contentType: 'text/plain',
	size: 3,
};

const sentDetails = { ...detailsWithoutBucket, bucket: 'uploads' };

const headersOnly = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
	...textResponse('', status),
	headers,
});

const LOCATION = 'https://cdn.example.com/acme%2Fnotes.txt';
const REDIRECT = 'https://app.example.com/done';

const record = { id: 'a', created_at: '2026-11-21T00:00:00Z' };

const xmlResponse = (elements: string) =>
	textResponse(`<?xml version="1.0"?>\n<PostResponse>${elements}</PostResponse>`, 201);

/**
 * The responses of storages: 204 with headers (row 15), JSON as in the specification, and XML and redirects as
 * documented by S3 for `success_action_status` and `success_action_redirect` (POST Object).
 */
describe('Upload File outputs what it sent, and what the storage says in', () => {
	it.each<[title: string, response: HttpResponse, output: object]>([
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
			'200 with a record that repeats signed fields, which it leaves out',
			jsonResponse({ ...record, POLICY: 'a', 'x-amz-signature': 'b' }),
			record,
		],
		[
			'201 with XML',
			xmlResponse(
				'<Location>https://s.example.com/a?b&amp;c</Location><Bucket>box</Bucket><Key>acme/n &#38; m.txt</Key><ETag>&quot;e1&quot;</ETag>',
			),
			{
				key: 'acme/n & m.txt',
				etag: 'e1',
				bucket: 'box',
				location: 'https://s.example.com/a?b&c',
			},
		],
		['201 with empty XML', xmlResponse(''), {}],
	])('%s', async (_, response, output) => {
		const { error, json } = await upload(response);

		expect(error).toBeUndefined();
		expect(json).toStrictEqual([{ ...sentDetails, status: response.status, ...output }]);
	});
});

describe('Upload File outputs what it knows from', () => {
	const fileWithFolders = 'C:\\folder/a $& b.txt';

	it.each<[title: string, form: Parameters<typeof upload>[1], output: object]>([
		['a bucket in the form', { fields: { bucket: 'box' } }, { ...sentDetails, bucket: 'box' }],
		[
			'a bucket in the policy',
			{ fields: { policy: encodePolicy([['eq', '$bucket', 'box']]) } },
			{ ...sentDetails, bucket: 'box' },
		],
		['an address with a query', { url: `${UPLOADS}?part=1` }, sentDetails],
		[
			'an address without a bucket',
			{ url: STORAGE },
			{ ...detailsWithoutBucket, location: `${STORAGE}/acme/notes.txt` },
		],
		[
			'an address whose path does not say which part of it is the bucket',
			{ url: `${STORAGE}/a/b` },
			{ ...detailsWithoutBucket, location: `${STORAGE}/a/b/acme/notes.txt` },
		],
		[
			'a key with the name of the file in it',
			{ name: fileWithFolders, fields: { key: 'acme/${filename}' } },
			{
				...sentDetails,
				fileName: fileWithFolders,
				key: 'acme/a $& b.txt',
				location: `${UPLOADS}/acme/a%20%24%26%20b.txt`,
			},
		],
	])('%s', async (_, form, output) => {
		const { error, json } = await upload(headersOnly(204), form);

		expect(error).toBeUndefined();
		expect(json).toStrictEqual([{ ...output, status: 204 }]);
	});
});

describe('A storage that redirects to the address that the form has for successful uploads', () => {
	it.each<[title: string, location: string, response: HttpResponse, output: object]>([
		[
			'reports details in the query',
			'success_action_redirect',
			headersOnly(303, {
				location: `${REDIRECT}?bucket=box&key=acme%2Fn%20m.txt&etag=%22e1%22`,
			}),
			{
				key: 'acme/n m.txt',
				bucket: 'box',
				etag: 'e1',
				location: `${UPLOADS}/acme/n%20m.txt`,
			},
		],
		[
			'has the file, even if it responds with a web page and the form has the old name for the address',
			'redirect',
			withHeaders(webPage(303), { location: REDIRECT }),
			{},
		],
	])('%s', async (_, field, response, output) => {
		const { error, json } = await upload(response, { fields: { [field]: REDIRECT } });

		expect(error).toBeUndefined();
		expect(json).toStrictEqual([{ ...sentDetails, status: 303, ...output }]);
	});
});

describe('Upload File fails if the storage answers with', () => {
	const redirectTo = (location: string, status = 303) => headersOnly(status, { location });
	const redirecting = { success_action_redirect: REDIRECT };

	it.each<[title: string, outcome: Outcome, fields: Record<string, string>, message: RegExp]>([
		[
			'a redirect to another address',
			redirectTo('https://login.example.com/'),
			redirecting,
			/redirects to/,
		],
		['a redirect with another status', redirectTo(REDIRECT, 302), redirecting, /redirects to/],
		['a redirect if the form has no address', redirectTo(REDIRECT), {}, /redirects to/],
		[
			'a redirect if the address in the form is empty',
			redirectTo(REDIRECT),
			{ redirect: '' },
			/redirects to/,
		],
		['a redirect without an address', headersOnly(303), redirecting, /redirects to/],
		[
			'a connection that is dropped once the file was sent',
			networkFault('ECONNRESET'),
			redirecting,
			/closed the connection before its response was complete/,
		],
	])('%s', async (_, outcome, fields, message) => {
		const { error, json } = await upload(outcome, { fields });

		expect(error?.message).toMatch(message);
		expect(json).toEqual([]);
	});
});

it('Upload File does not know whether the storage has the file if it answers with a web page, as none does', async () => {
	const { error } = await upload(webPage());

	expect(error?.message).toBe('The storage responded with a web page [item 0]');
	expect(error?.description).toMatch(
		`Check the address that came with the upload credentials. ${outcomes.maybeUploaded} `,
	);
});
