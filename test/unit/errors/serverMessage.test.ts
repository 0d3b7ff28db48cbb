import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { serverWords } from '../../../nodes/shared/errors/serverMessage';
import { jsonResponse, textResponse, webPage } from '../responses';

const NAMES: Readonly<Record<string, string>> = {
	start_date: 'Start Date',
	members: 'Members',
	name: 'Name',
};

const words = (response: Parameters<typeof serverWords>[0]) =>
	serverWords(response, (wire) => NAMES[wire]);

const said: [title: string, json: JsonValue, text: string][] = [
	['an error', { error: 'Page not found.' }, 'Page not found'],
	['a detail', { detail: 'Given API token is not valid' }, 'Given API token is not valid'],
	['a message', { message: 'No' }, 'No'],
	[
		'an error message beside its code',
		{ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
		'rate limit exceeded',
	],
	[
		'an error without the ID beside it',
		{ error: 'Label with the same name already exists', id: '0c7da278' },
		'Label with the same name already exists',
	],
	[
		'a field by its name in the panel',
		{ start_date: ['Wrong format.'] },
		'Start Date: Wrong format',
	],
	[
		'several fields',
		{ name: ['Too long.', 'Not unique.'], start_date: ['Wrong.'] },
		'Name: Too long. Not unique. Start Date: Wrong',
	],
	['an error inside another object', { error: { message: 'No' } }, 'No'],
	['the errors below a name for all of them', { errors: { name: ['Too long'] } }, 'Name: Too long'],
	[
		'the same once',
		{ error: 'The name is taken.', detail: 'The name is taken.' },
		'The name is taken',
	],
	['a field whose error is a text', { name: 'Enter a name.' }, 'Name: Enter a name'],
	['a word about a field', { name: ['Required'] }, 'Name: Required'],
	['a field that the panel does not have', { estimate: ['No.'] }, 'estimate: No'],
	['nothing of lists of data', { error: 'No', labels: ['bug', 'ui'] }, 'No'],
	['nothing of a record', { id: 'a', name: 'My module' }, ''],
	['a text alone', 'No', 'No'],
	['a list of texts', ['No.', 'Never.'], 'No. Never'],
	['nothing, where there is data alone', { id: 'a', name: 'b', count: 3, ok: false }, ''],
	['nothing, for an empty object', {}, ''],
	['nothing, for null', null, ''],
	['nothing, for a number', 5, ''],
	['nothing, for an error that is empty', { error: '' }, ''],
];

test.each(said)('serverWords says %s', (_, json, text) => {
	expect(words(jsonResponse(json, 400))).toBe(text);
});

describe('a value that holds others', () => {
	test.each<[title: string, json: JsonValue, text: string]>([
		[
			'an entry of a list is counted from 1',
			{ members: { 0: ['Invalid pk "x".'], 11: ['Invalid pk "y".'] } },
			'Members, entry 1: Invalid pk "x". Members, entry 12: Invalid pk "y"',
		],
		[
			'an entry of a list of records is counted too',
			[{}, { name: ['Too long.'] }],
			'entry 2, Name: Too long',
		],
		[
			'a part has the name that it has on the wire, also where the panel has the same for a field',
			{ start_date: { name: ['Wrong.'] } },
			'Start Date, name: Wrong',
		],
	])('%s', (_, json, text) => {
		expect(words(jsonResponse(json, 400))).toBe(text);
	});
});

test('serverWords does not show the wire name of the errors that belong to no field', () => {
	expect(words(jsonResponse({ non_field_errors: ['The dates cross.'] }, 400))).toBe(
		'The dates cross',
	);
});

describe('of a response that is not JSON', () => {
	const texts: [title: string, text: string, shown: string][] = [
		['plain text is said', 'Bad Gateway', 'Bad Gateway'],
		[
			'plain text is said without blanks at its ends',
			'\n upstream timed out \n',
			'upstream timed out',
		],
		[
			'the message of an XML error is said',
			'<Error><Code>A</Code><Message>Access Denied</Message></Error>',
			'Access Denied',
		],
		[
			'the message of an XML error is said as people read it',
			'<Error><Message>Condition failed: &quot;$key&quot; &amp; more</Message></Error>',
			'Condition failed: "$key" & more',
		],
		['XML without a message says nothing', '<Error><Code>A</Code></Error>', ''],
		['broken JSON says nothing', '{"error": "No"', ''],
		['an empty response says nothing', '', ''],
		['blanks say nothing', ' \n ', ''],
	];

	test.each(texts)('%s', (_, text, shown) => {
		expect(words(textResponse(text, 502))).toBe(shown);
	});

	test('a web page says nothing', () => {
		expect(words(webPage(502))).toBe('');
	});
});

describe('serverWords never shows markup or data', () => {
	const hidden: [title: string, json: JsonValue][] = [
		['a web page inside JSON', { error: '<!DOCTYPE html><html><body>No</body></html>' }],
		['JSON inside JSON', { detail: '{"a": {"b": 1}}' }],
		['XML inside JSON', { message: '<?xml version="1.0"?><Error><Code>A</Code></Error>' }],
		['a web page as a JSON text', '<html><body>No</body></html>'],
	];

	test.each(hidden)('of %s', (_, json) => {
		expect(words(jsonResponse(json, 500))).not.toMatch(/[<{]/);
	});
});

test('serverWords cuts what is longer than 300 characters', () => {
	expect(words(textResponse('x'.repeat(1000), 500))).toBe(`${'x'.repeat(300)}…`);
	expect(words(textResponse('x'.repeat(300), 500))).toBe('x'.repeat(300));
});
