import { describe, expect, test } from '@jest/globals';

import type { HttpResponse } from '../../../nodes/shared/transport/response';
import type { UploadCall } from '../../../nodes/shared/model/call';
import { isSentOn, uploadOf, withoutSecrets } from '../../../nodes/shared/execute/uploadResult';
import { jsonResponse, textResponse, webPage } from '../responses';
import { upload } from '../calls';

const ADDRESS = 'https://storage.example.com/uploads/acme/notes.txt';

/** What every upload of the tests puts out, where the answer says nothing else. */
const sent = {
	key: 'acme/notes.txt',
	bucket: 'uploads',
	location: ADDRESS,
	fileName: 'notes.txt',
	contentType: 'text/plain',
	size: 3,
};

/** An upload with these fields instead of those that it has, or besides them. */
const uploadWith = (fields: Readonly<Record<string, string>>, more: Partial<UploadCall> = {}) => {
	const call = upload();
	const form = Object.entries({ ...Object.fromEntries(call.form), ...fields });
	return { ...call, form, ...more };
};

const headersOnly = (status: number, headers: Record<string, string>): HttpResponse => ({
	...textResponse('', status),
	headers,
});

const policyOf = (...conditions: readonly unknown[]) =>
	Buffer.from(JSON.stringify({ conditions })).toString('base64');

const post = (elements: string) =>
	textResponse(
		`<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse>${elements}</PostResponse>`,
		201,
		'application/xml',
	);

const back = 'https://app.example.com/done';

const rows: readonly (readonly [title: string, response: HttpResponse, call: UploadCall, put: object])[] =
	[
		[
			'204 with ETag and Location',
			headersOnly(204, { etag: '"e1"', location: 'https://cdn.example.com/acme%2Fnotes.txt' }),
			upload(),
			{ ...sent, status: 204, etag: 'e1', location: 'https://cdn.example.com/acme%2Fnotes.txt' },
		],
		[
			'204 with an ETag that is weak',
			headersOnly(204, { etag: 'W/"e1"' }),
			upload(),
			{ ...sent, status: 204, etag: 'e1' },
		],
		['204 with nothing', headersOnly(204, {}), upload(), { ...sent, status: 204 }],
		['200 with nothing', headersOnly(200, {}), upload(), { ...sent, status: 200 }],
		['200 with plain text', textResponse('OK'), upload(), { ...sent, status: 200 }],
		['200 with a word in JSON', jsonResponse('ok'), upload(), { ...sent, status: 200 }],
		[
			'200 with a record in JSON',
			jsonResponse({ id: 'a', created_at: '2026-11-21T00:00:00Z' }),
			upload(),
			{ ...sent, status: 200, id: 'a', created_at: '2026-11-21T00:00:00Z' },
		],
		[
			'201 with XML',
			post(
				'<Location>https://s.example.com/a?b&amp;c</Location><Bucket>box</Bucket><Key>acme/n &#38; m.txt</Key><ETag>&quot;e1&quot;</ETag>',
			),
			upload(),
			{
				...sent,
				status: 201,
				key: 'acme/n & m.txt',
				etag: 'e1',
				bucket: 'box',
				location: 'https://s.example.com/a?b&c',
			},
		],
		['201 with empty XML', post(''), upload(), { ...sent, status: 201 }],
		[
			'303 to the place for the case of success',
			headersOnly(303, {
				location: `${back}?bucket=box&key=acme%2Fn%20m.txt&etag=%22e1%22`,
			}),
			uploadWith({ success_action_redirect: back }),
			{
				...sent,
				status: 303,
				key: 'acme/n m.txt',
				bucket: 'box',
				etag: 'e1',
				location: 'https://storage.example.com/uploads/acme/n%20m.txt',
			},
		],
		[
			'303 with a web page to that place, by its old name',
			{ ...webPage(303), headers: { 'content-type': 'text/html', location: back } },
			uploadWith({ redirect: back }),
			{ ...sent, status: 303 },
		],
		[
			'a bucket that the form names',
			headersOnly(204, {}),
			uploadWith({ bucket: 'box' }),
			{ ...sent, status: 204, bucket: 'box' },
		],
		[
			'a bucket that the policy names',
			headersOnly(204, {}),
			uploadWith({ policy: policyOf({ key: 'a' }, ['eq', '$bucket', 'box']) }),
			{ ...sent, status: 204, bucket: 'box' },
		],
		[
			'an address with a query',
			headersOnly(204, {}),
			uploadWith({}, { url: 'https://storage.example.com/uploads?part=1' }),
			{ ...sent, status: 204 },
		],
		[
			'a key with the name of the file in it',
			headersOnly(204, {}),
			uploadWith(
				{ key: 'acme/${filename}' },
				{ file: { ...upload().file, name: 'C:\\folder/a $& b.txt' } },
			),
			{
				...sent,
				status: 204,
				fileName: 'C:\\folder/a $& b.txt',
				key: 'acme/a $& b.txt',
				location: 'https://storage.example.com/uploads/acme/a%20%24%26%20b.txt',
			},
		],
	];

describe('the outcome of an upload', () => {
	test.each(rows)('is right for %s', (_, response, call, put) => {
		expect(uploadOf(response, call)).toEqual([put]);
	});

	test.each([
		['https://storage.example.com', 'https://storage.example.com/acme/notes.txt'],
		['https://storage.example.com/a/b', 'https://storage.example.com/a/b/acme/notes.txt'],
	])('names no bucket for the address %s, which does not tell it', (url, location) => {
		expect(uploadOf(headersOnly(204, {}), uploadWith({}, { url }))).toEqual([
			{ ...sent, bucket: undefined, location, status: 204 },
		]);
	});

	test('is a problem for a web page, which no storage gives', () => {
		expect(uploadOf(webPage(), upload())).toMatchObject({
			message: 'The storage answered with a web page',
			description: expect.stringMatching(/^Check the address .* storage may or may not have/),
			isDoubtful: true,
			cause: { status: 200 },
		});
	});
});

describe('a redirect', () => {
	const to = (location: string, status = 303) => headersOnly(status, { location });
	const wanted = uploadWith({ success_action_redirect: back });

	test.each([
		['to the place of the form', to(`${back}?key=a`), wanted, true],
		['to another place', to('https://login.example.com/'), wanted, false],
		['with another status', to(back, 302), wanted, false],
		['where the form names no place', to(back), upload(), false],
		['where the form leaves the place empty', to(back), uploadWith({ redirect: '' }), false],
		['without a place', headersOnly(303, {}), wanted, false],
	])('%s: success is %p', (_, response, call, isSuccess) => {
		expect(isSentOn(response, call)).toBe(isSuccess);
	});

	test('is no fault', () => {
		expect(isSentOn({ fault: 'ECONNRESET' }, wanted)).toBe(false);
	});
});

describe('the secrets of a form', () => {
	const secrets = {
		policy: 'eyJhIjoxfQ/+==',
		'x-amz-signature': '5e1fab/2',
		'x-amz-credential': 'KEY/20261121/us-east-1/s3/aws4_request',
		'x-amz-security-token': 'tok-en-1',
	};
	const call = uploadWith(secrets);

	test.each<readonly [string, HttpResponse]>([
		['JSON', jsonResponse({ id: 'a', form: { deep: [secrets] }, ...secrets })],
		['JSON with escaped slashes', phpJson({ id: 'a', ...secrets })],
		['text', textResponse(`Wrong: ${Object.values(secrets).join(', ')}`)],
		[
			'an address in a header',
			headersOnly(204, { location: `${ADDRESS}?${new URLSearchParams(secrets).toString()}` }),
		],
	])('are taken out of %s', (_, response) => {
		const hidden = withoutSecrets(response, call);
		const problemFrom = decodeURIComponent(JSON.stringify(hidden)).replaceAll('\\', '');
		for (const secret of Object.values(secrets)) expect(problemFrom).not.toContain(secret);
		expect(problemFrom).toContain('(signed)');
	});

	test('are the only thing that is taken out', () => {
		const response = jsonResponse({ id: 'a', key: 'acme/notes.txt', type: 'text/plain' });
		expect(withoutSecrets(response, call)).toEqual(response);
		expect(withoutSecrets({ fault: 'EPIPE' }, call)).toEqual({ fault: 'EPIPE' });
	});

	test('do not stand in the outcome, where the answer repeats the form', () => {
		const response = withoutSecrets(jsonResponse({ id: 'a', form: secrets, ...secrets }), call);
		const problemFrom = JSON.stringify('fault' in response ? response : uploadOf(response, call));
		for (const secret of Object.values(secrets)) expect(problemFrom).not.toContain(secret);
		expect(problemFrom).toContain('"id":"a"');
	});

	/** As PHP writes JSON: a slash is escaped. */
	function phpJson(value: Record<string, string>): HttpResponse {
		const text = JSON.stringify(value).replaceAll('/', '\\/');
		return { ...jsonResponse(value), text };
	}
});
