import { describe, expect, test } from '@jest/globals';

import { redact, type Secrets } from '../../../nodes/shared/transport/redact';
import { UploadForm } from '../../../nodes/shared/transport/multipart';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { escapeAsUnicode, SIGNED_FIELDS } from '../../tools/signedFields';
import * as calls from '../calls';
import { jsonResponse, textResponse } from '../responses';

const KEY = 'plane_api_0123456789abcdef';
const all = [KEY, ...Object.values(SIGNED_FIELDS)];
const secrets: Secrets = new Map(
	all.map((secret) => [secret, secret === KEY ? '(API key)' : '(signed)']),
);

/** What no server should send: it repeats all that it was asked with. */
const said = { id: 'a', key: KEY, form: { deep: [SIGNED_FIELDS] }, [KEY]: KEY, ...SIGNED_FIELDS };

/** The text that a response says, where every secret is written like this. */
const written = (write: (secret: string) => string) =>
	`{"said": [${all.map((secret) => `"${write(secret)}"`).join()}], "${write(KEY)}": 1}`;

const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1);

describe('what nobody may see is taken out of', () => {
	test.each<readonly [string, HttpResponse]>([
		['JSON', jsonResponse(said)],
		[
			'JSON with escaped slashes',
			textResponse(written((text) => inJson(text).replaceAll('/', '\\/'))),
		],
		['JSON with escaped characters', textResponse(written(escapeAsUnicode))],
		[
			'JSON with some of them escaped',
			textResponse(written((text) => escapeAsUnicode(text.charAt(0)) + inJson(text.slice(1)))),
		],
		[
			'JSON that breaks off',
			textResponse(`${written((text) => inJson(text).replaceAll('/', '\\/'))},`),
		],
		['text', textResponse(`Wrong: ${all.join(', ')}`)],
		[
			'an address in a header',
			{
				...textResponse(''),
				headers: {
					location: `https://s.example.com/?${new URLSearchParams(all.map((one) => ['a', one] as [string, string])).toString()}`,
				},
			},
		],
		[
			'an address with escapes in lower case',
			textResponse(
				all
					.map((one) => encodeURIComponent(one).replace(/%../g, (escaped) => escaped.toLowerCase()))
					.join('&'),
			),
		],
		[
			'XML with escaped characters',
			textResponse(
				`<Message>${all.map((one) => one.replace(/[^a-z\d]/g, (each) => `&#${String(each.charCodeAt(0))};`)).join()}</Message>`,
			),
		],
		[
			'XML with escaped characters by hexadecimal numbers',
			textResponse(
				`<Message>${all.map((one) => one.replace(/[^\d<>&]/g, (each) => `&#x${each.charCodeAt(0).toString(16)};`)).join()}</Message>`,
			),
		],
		['a header', { ...textResponse(''), headers: { 'x-said': all.join(' ') } }],
	])('%s', (_, response) => {
		const { headers, text, json } = redact(response, secrets);

		for (const shown of [text, JSON.stringify({ json }), ...Object.values(headers)]) {
			const plain = [shown, shown.replaceAll('\\', ''), decodeURIComponent(shown)];

			for (const secret of all) for (const each of plain) expect(each).not.toContain(secret);
		}

		expect([text, ...Object.values(headers)].join()).toContain('(signed)');
		expect([text, ...Object.values(headers)].join()).toContain('(API key)');
	});
});

test('a secret that is a part of another one leaves nothing of it', () => {
	const nested = new Map(['5e1f', 'me/5e1f/us-east-1', '5e1f0'].map((one) => [one, '(signed)']));
	const { text } = redact(textResponse('me/5e1f/us-east-1 5e1f0 5e1f'), nested);

	expect(text).toBe('(signed) (signed) (signed)');
});

test('all else is left as it is, escaped or not', () => {
	const response = {
		...textResponse('{"id": "a\\u00e4\\/b", "n": 1.0}'),
		headers: { 'content-type': 'application/json' },
	};

	expect(redact(response, secrets)).toEqual({
		...response,
		json: { id: 'aä/b', n: 1 },
	});
});

test.each([
	'<Message>&#60;b&#62; &#x110000; &#nothing; &amp;</Message>',
	'<Message>&#112;lane, &#x70;lane</Message>',
	'{"html": "<p>&#112;lane</p>"}',
])('%s has nothing to be taken out', (text) => {
	expect(redact(textResponse(text), secrets)).toMatchObject({ text });
});

test('what was escaped for XML stays so beside what was taken out', () => {
	const { text } = redact(
		textResponse(`<a>&#60;&amp;&#33;${KEY.replace('p', '&#112;')}</a>`),
		secrets,
	);

	expect(text).toBe('<a>&#60;&amp;!(API key)</a>');
});

test.each([
	[
		'blanks between what is in JSON',
		'{ "key": "KEY",  "n": 1.0 }',
		'{ "key": "(API key)",  "n": 1.0 }',
	],
	['references in JSON', '{"html": "&#33; KEY"}', '{"html": "&#33; (API key)"}'],
	['references in JSON behind a line break', '\n[["&#33; KEY"]]', '\n[["&#33; (API key)"]]'],
	['what is no reference', '<a>&#x110000; KEY</a>', '<a>&#x110000; (API key)</a>'],
])('%s stay beside what was taken out', (_, text, shown) => {
	expect(redact(textResponse(text.replace('KEY', KEY)), secrets).text).toBe(shown);
});

test.each(['<a>[KEY]</a>', '<a> {KEY}</a>'])('%s is XML, whatever is in it', (text) => {
	const spelled = text.replace('KEY', KEY.replace('p', '&#112;'));

	expect(redact(textResponse(spelled), secrets).text).toBe(text.replace('KEY', '(API key)'));
});

test('the rest of a response stays beside what was taken out', () => {
	const { status, json } = redact(jsonResponse({ id: 'a', key: KEY }, 401), secrets);

	expect([status, json]).toEqual([401, { id: 'a', key: '(API key)' }]);
});

test('of the fields of a form, those that are signed or sign are secret', () => {
	const call = calls.upload();
	const form = [
		...Object.entries(SIGNED_FIELDS),
		['Key', 'acme/notes.txt'],
		['x-amz-Token', 'abc'],
	] as const;

	expect(new UploadForm({ ...call, form }).secrets).toEqual(Object.values(SIGNED_FIELDS));
});
