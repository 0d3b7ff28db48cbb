import { describe, expect, test } from '@jest/globals';

import { fromResponse } from '../../../nodes/shared/errors/fromResponse';
import { parseUntrustedJson } from '../../../nodes/shared/values/json';
import { problem } from '../../../nodes/shared/result/problem';
import { collectMistakes } from '../../tools/mistakes';
import { withWholeRemedy } from '../wholeRemedy';
import { jsonResponse, textResponse, webPage } from '../responses';
import { values } from './table/badRequests';
import { customer, link, moduleUpdate, upload, workItems } from './table/calls';
import { rights } from './table/forbidden';
import { missing } from './table/notFound';
import { recorded, refusals } from './table/recorded';
import { troubles } from './table/serverErrors';
import { storage } from './table/storage';
import { pages } from './table/webPages';

const tables = { recorded, rights, missing, values, troubles, pages, storage };
const all = Object.values(tables).flat();

/** Expects a text for people: without data, markup, technical terms or secrets. */
function expectPlain(message: string, description: string): void {
	const text = `${message}\n${description}`;

	expect(text).not.toMatch(/[{}<>]|\[object|undefined|status code|Request failed|Traceback/);
	expect(text).not.toMatch(/secret|signature=|plane_api_/i);
	expect(text).not.toMatch(/ {2}|\t|\n\n|: :|::/);
	expect(message).toMatch(/^[A-Z].*[^\s.,:;]$/);
	expect(description).toMatch(/^[A-Z].*[^.]\.$/);
	// n8n's guidelines ask for none of these words in a remedy.
	expect(description).not.toMatch(/\b(error|problem|failure|mistake)/i);
}

describe.each(Object.entries(tables))('a response of the table "%s" is explained', (_, rows) => {
	test.each(rows)('$title', ({ response, call, message, description }) => {
		const { status } = response;
		// The only refusal of upload credentials in the tables is that of the file type.
		const cause = call.kind === 'attach' ? 'fileType' : 'failed';

		const explained = fromResponse(response, call, call.operation.request.path);

		expect(withWholeRemedy(explained)).toEqual(problem({ cause, message, description, status }));
	});
});

describe('the table', () => {
	test('covers every recorded response outside 2xx', () => {
		const noted = refusals.map(({ note, response }) => `${String(response.status)}: ${note}`);

		expect(noted.length).toBeGreaterThan(25);
		expect(recorded.map(({ title }) => title)).toEqual(noted);
	});

	test('is in plain words', async () => {
		const cases = all.map((row) => [row.title, row] as const);

		const mistakes = await collectMistakes(cases, ({ message, description }) => {
			expectPlain(message, description);
		});

		expect(mistakes).toEqual([]);
	});

	test('has a different remedy for each kind of failure', () => {
		const kinds = [
			'unknown key',
			'no key',
			'workspace that the key may not see',
			'unknown module',
			'a path id that is not a UUID',
			'operations that this edition lacks',
			'same name again',
			'bad choice',
			'body that is not JSON',
			'the 61th request',
			'the path as specified',
		];
		const remedies = kinds.map(
			(kind) => recorded.find(({ title }) => title.includes(kind))?.description,
		);

		expect(remedies).not.toContain(undefined);
		expect(new Set(remedies).size).toBe(kinds.length);
	});
});

describe('a refused access token', () => {
	const connectAgain =
		'Its account may have been disconnected in Plane. Open the Plane OAuth2 API credential and connect it again.';

	const explain = (status: number, words: string) =>
		fromResponse({ ...jsonResponse({ detail: words }, status), usesAccessToken: true }, workItems);

	test('that the server has read has to be renewed', () => {
		expect(explain(403, 'Given API token is not valid').description).toBe(connectAgain);
	});

	test('that the server did not read may be one of a Community Edition, which takes API keys only', () => {
		// What a Community Edition answers to a request without a key (row 18).
		expect(explain(401, 'Authentication credentials were not provided.')).toMatchObject({
			message:
				'Plane did not accept the access token: Authentication credentials were not provided',
			description: `${connectAgain} The Community Edition takes no access tokens, only API keys: use a Plane API credential for it.`,
		});
	});
});

describe('an error contains no raw JSON, HTML or XML', () => {
	// No server is known to send all of these with every status.
	const responses = [
		['JSON', jsonResponse({ error: 'No', extra: { a: [1, 2] } })],
		['JSON inside JSON', jsonResponse({ error: '{"a": 1}' })],
		['a web page', webPage()],
		['a web page inside JSON', jsonResponse({ detail: '<html><body>No</body></html>' })],
		['XML', textResponse('<Error><Code>A</Code><Message>No</Message></Error>', 200, 'text/xml')],
		['XML inside XML', textResponse('<Error><Message>&lt;b&gt;No&lt;/b&gt;</Message></Error>')],
		['broken JSON', textResponse('{"error": "No"')],
		['a part of a web page', textResponse('<h1>502 Bad Gateway</h1>')],
		['a trace', textResponse('Error: no\n    at run (/app/x.js:1:1)')],
		['an object as text', textResponse('[object Object]')],
	] as const;
	const statuses = [301, 400, 401, 402, 403, 404, 405, 408, 409, 413, 418, 422, 429, 500, 502, 503];

	test.each(responses)('from %s, whatever the status and the operation', (_, response) => {
		for (const status of statuses) {
			for (const call of [moduleUpdate, workItems, customer, link, upload]) {
				const explained = fromResponse({ ...response, status }, call);
				const { message, description } = withWholeRemedy(explained);

				expectPlain(message, description);
			}
		}
	});
});

// No server is known to send these. Code that is quadratic in the length of such a text takes half a minute.
test.each([
	['tags without an end', `x${'<a'.repeat(200_000)}`],
	['braces', '{'.repeat(400_000)],
	['line breaks', '\n'.repeat(400_000)],
	['elements of XML', '<Code>'.repeat(70_000)],
	['sentences', JSON.stringify(Array(100_000).fill({ a: ['No.'] }))],
	[
		'characters that do not exist',
		'<Error><Code>Slow&#99999999;</Code><Message>&#1114112; No</Message></Error>',
	],
	...['{"error":', '[', '{"results":', '{"data":', '{"a":'].map((start): [string, string] => [
		`thousands of levels of ${start}`,
		`${start.repeat(6000)}"deep"${(start === '[' ? ']' : '}').repeat(6000)}`,
	]),
])(
	'a long text of %s is explained without delay',
	(_, text) => {
		const json = parseUntrustedJson(text);
		const response = { ...textResponse(text, 400), ...(json !== undefined && { json }) };

		for (const call of [moduleUpdate, upload]) {
			const { message, description } = withWholeRemedy(fromResponse(response, call));

			expect(message.length).toBeLessThan(500);
			expectPlain(message, description);
		}
	},
	10_000,
);
