import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fromResponse } from '../../../nodes/shared/errors/fromResponse';
import { problem } from '../../../nodes/shared/result/problem';
import { PART } from '../../tools/errorTexts';
import { jsonResponse, textResponse, webPage } from '../responses';
import { values } from './table/badRequests';
import { customer, link, module, upload, workItems } from './table/calls';
import { rights } from './table/forbidden';
import { missing } from './table/notFound';
import { recorded, refusals } from './table/recorded';
import { troubles } from './table/serverErrors';
import { storage } from './table/storage';
import { pages } from './table/webPages';

const tables = { recorded, rights, missing, values, troubles, pages, storage };
const all = Object.values(tables).flat();

/** What the page has for people to search, as patterns: what differs from case to case may be anything. */
const onPage = readFileSync(join(__dirname, '../../../docs/troubleshooting.md'), 'utf8')
	.split('\n')
	.flatMap((line) => /^(?:\| |- )(.*?)(?: +\||$)/.exec(line)?.[1] ?? [])
	.map((text) => text.replaceAll(/\\(.)/g, '$1').replace('{}', PART))
	.filter((text) => text.split(' ').length > 2)
	.map((text) => new RegExp(text.split(PART).map(literally).join('.+')));

function literally(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const isOnPage = (message: string): boolean => onPage.some((pattern) => pattern.test(message));

/** A text as a person should see it: no data, no markup, nothing of the program, no secret. */
function expectPlain(message: string, description: string): void {
	const text = `${message}\n${description}`;
	expect(text).not.toMatch(/[{}<>]|\[object|undefined|status code|Request failed|Traceback/);
	expect(text).not.toMatch(/secret|signature=|plane_api_/i);
	expect(text).not.toMatch(/ {2}|\t|\n\n|: :|::/);
	expect(message).toMatch(/^[A-Z].*[^\s.,:;]$/);
	expect(description).toMatch(/^[A-Z].*[^.]\.$/);
	// The way out; n8n's guidelines ask for none of these words there.
	expect(description).not.toMatch(/\b(error|problem|failure|mistake)/i);
}

describe.each(Object.entries(tables))('a response of the table "%s" is explained', (_, rows) => {
	test.each(rows)('$title', ({ response, call, message, description }) => {
		const { status } = response;
		expect(fromResponse(response, call)).toEqual(
			problem({ tag: 'failed', message, description, status }),
		);
	});
});

describe('the table', () => {
	test('has every recorded response that is no success, by what was noted about it', () => {
		const noted = refusals.map(({ note, response }) => `${String(response.status)}: ${note}`);
		expect(noted.length).toBeGreaterThan(25);
		expect(recorded.map(({ title }) => title)).toEqual(noted);
	});

	test.each(all)('tells people in plain words: $title', ({ message, description }) => {
		expectPlain(message, description);
	});

	test.each(all)('can be looked up: $title', ({ message }) => {
		expect(isOnPage(message)).toBe(true);
	});

	test('cannot be looked up for a text that nothing says', () => {
		expect(isOnPage('Plane has gone fishing')).toBe(false);
		expect(isOnPage('No')).toBe(false);
	});

	test('gives each kind of trouble its own way out', () => {
		const kinds = [
			...['unknown key', 'no key', 'workspace that the key may not see', 'unknown module'],
			...['a path id that is not a UUID', 'operations that this edition lacks', 'same name again'],
			...['bad choice', 'body that is not JSON', 'the 61th request', 'the path as specified'],
		];
		const ways = kinds.map(
			(kind) => recorded.find(({ title }) => title.includes(kind))?.description,
		);
		expect(ways).not.toContain(undefined);
		expect(new Set(ways).size).toBe(kinds.length);
	});
});

describe('no text holds raw JSON, HTML or XML', () => {
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
			for (const call of [module, workItems, customer, link, upload]) {
				const { message, description } = fromResponse({ ...response, status }, call);
				expectPlain(message, description);
			}
		}
	});
});
