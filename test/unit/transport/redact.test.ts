import { describe, expect, test } from '@jest/globals';

import { createRedactor, redact } from '../../../nodes/shared/transport/redact';
import { UploadForm } from '../../../nodes/shared/transport/multipart';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { escapeAsUnicode, SIGNED_FIELDS } from '../../tools/signedFields';
import * as calls from '../calls';
import { jsonResponse, textResponse } from '../responses';

const KEY = 'plane_api_0123456789abcdef';
const secretTexts = [KEY, ...Object.values(SIGNED_FIELDS)];
const redactText = createRedactor(
	new Map(secretTexts.map((secret) => [secret, secret === KEY ? '(API key)' : '(signed)'])),
);

/** The JSON of a server that repeats all secrets. */
const reflected = {
	id: 'a',
	key: KEY,
	form: { deep: [SIGNED_FIELDS] },
	[KEY]: KEY,
	...SIGNED_FIELDS,
};

/** A text that repeats all secrets, each spelled by this function. */
const writeSecrets = (write: (secret: string) => string) =>
	`{"said": [${secretTexts.map((secret) => `"${write(secret)}"`).join()}], "${write(KEY)}": 1}`;

const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1);

const toDecimalReferences = (secret: string) =>
	secret.replace(/[^a-z\d]/g, (character) => `&#${String(character.charCodeAt(0))};`);

const toHexadecimalReferences = (secret: string) =>
	secret.replace(/[^\d<>&]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`);

/** A query that has all secrets as values. */
const secretQuery = new URLSearchParams(
	secretTexts.map((secret): [string, string] => ['a', secret]),
);

const encodeInLowerCase = (secret: string) =>
	encodeURIComponent(secret).replace(/%../g, (escaped) => escaped.toLowerCase());

describe('redact removes all secrets from', () => {
	test.each<readonly [string, HttpResponse]>([
		['JSON', jsonResponse(reflected)],
		[
			'JSON with escaped slashes',
			textResponse(writeSecrets((text) => inJson(text).replaceAll('/', '\\/'))),
		],
		['JSON with escaped characters', textResponse(writeSecrets(escapeAsUnicode))],
		[
			'JSON with some escaped characters',
			textResponse(writeSecrets((text) => escapeAsUnicode(text.charAt(0)) + inJson(text.slice(1)))),
		],
		[
			'truncated JSON',
			textResponse(`${writeSecrets((text) => inJson(text).replaceAll('/', '\\/'))},`),
		],
		['text', textResponse(`Wrong: ${secretTexts.join(', ')}`)],
		[
			'an address in a header',
			{
				...textResponse(''),
				headers: { location: `https://s.example.com/?${secretQuery.toString()}` },
			},
		],
		[
			'an address with escapes in lower case',
			textResponse(secretTexts.map(encodeInLowerCase).join('&')),
		],
		[
			'XML with escaped characters',
			textResponse(`<Message>${secretTexts.map(toDecimalReferences).join()}</Message>`),
		],
		[
			'XML with escaped characters by hexadecimal numbers',
			textResponse(`<Message>${secretTexts.map(toHexadecimalReferences).join()}</Message>`),
		],
		['a header', { ...textResponse(''), headers: { 'x-said': secretTexts.join(' ') } }],
	])('%s', (_, response) => {
		const { headers, text, json } = redact(response, redactText);

		for (const shown of [text, JSON.stringify({ json }), ...Object.values(headers)]) {
			const plain = [shown, shown.replaceAll('\\', ''), decodeURIComponent(shown)];

			for (const secret of secretTexts) {
				for (const text of plain) {
					expect(text).not.toContain(secret);
				}
			}
		}

		expect([text, ...Object.values(headers)].join()).toContain('(signed)');
		expect([text, ...Object.values(headers)].join()).toContain('(API key)');
	});
});

test('redact removes a secret completely that contains another one', () => {
	const nested = new Map(
		['5e1f', 'me/5e1f/us-east-1', '5e1f0'].map((secret) => [secret, '(signed)']),
	);
	const { text } = redact(textResponse('me/5e1f/us-east-1 5e1f0 5e1f'), createRedactor(nested));

	expect(text).toBe('(signed) (signed) (signed)');
});

test('redact does not change a response without secrets', () => {
	const response = {
		...textResponse('{"id": "a\\u00e4\\/b", "n": 1.0}'),
		headers: { 'content-type': 'application/json' },
	};

	expect(redact(response, redactText)).toEqual({
		...response,
		json: { id: 'aä/b', n: 1 },
	});
});

test.each([
	'<Message>&#60;b&#62; &#x110000; &#nothing; &amp;</Message>',
	'<Message>&#112;lane, &#x70;lane</Message>',
	'{"html": "<p>&#112;lane</p>"}',
])('redact does not change %s', (text) => {
	expect(redact(textResponse(text), redactText)).toMatchObject({ text });
});

test('redact keeps escaped XML next to a secret', () => {
	const { text } = redact(
		textResponse(`<a>&#60;&amp;&#33;${KEY.replace('p', '&#112;')}</a>`),
		redactText,
	);

	expect(text).toBe('<a>&#60;&amp;!(API key)</a>');
});

test.each([
	['blanks in JSON', '{ "key": "KEY",  "n": 1.0 }', '{ "key": "(API key)",  "n": 1.0 }'],
	['references in JSON', '{"html": "&#33; KEY"}', '{"html": "&#33; (API key)"}'],
	['references in JSON after a line break', '\n[["&#33; KEY"]]', '\n[["&#33; (API key)"]]'],
	['invalid references', '<a>&#x110000; KEY</a>', '<a>&#x110000; (API key)</a>'],
])('redact keeps %s next to a secret', (_, text, shown) => {
	expect(redact(textResponse(text.replace('KEY', KEY)), redactText).text).toBe(shown);
});

test.each(['<a>[KEY]</a>', '<a> {KEY}</a>'])('redact treats %s as XML', (text) => {
	const spelled = text.replace('KEY', KEY.replace('p', '&#112;'));

	expect(redact(textResponse(spelled), redactText).text).toBe(text.replace('KEY', '(API key)'));
});

test('redact keeps the rest of a response', () => {
	const { status, json } = redact(jsonResponse({ id: 'a', key: KEY }, 401), redactText);

	expect([status, json]).toEqual([401, { id: 'a', key: '(API key)' }]);
});

test('the secrets of a form are its signature and the fields that are signed', () => {
	const call = calls.upload();
	const form = [
		...Object.entries(SIGNED_FIELDS),
		['Key', 'acme/notes.txt'],
		['x-amz-Token', 'abc'],
	] as const;

	expect(new UploadForm({ ...call, form }).secrets).toEqual(Object.values(SIGNED_FIELDS));
});
