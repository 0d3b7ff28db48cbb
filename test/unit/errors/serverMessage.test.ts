import { expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { readServerMessages, serverMessageText } from '../../../nodes/shared/errors/serverMessage';
import { jsonResponse, textResponse, webPage } from '../responses';

const NAMES: Readonly<Record<string, string>> = {
	start_date: 'Start Date',
	members: 'Members',
	name: 'Name',
};

const readMessage = (response: Parameters<typeof serverMessageText>[0]) =>
	serverMessageText(response, (wire) => NAMES[wire]);

// The shapes are those of row 17, and others of Django REST framework and of proxies. The words are made up.

/** A message nested in this many objects. */
const nested = (levels: number): JsonValue =>
	levels === 0 ? ['No way.'] : { a: nested(levels - 1) };

test.each<[title: string, json: JsonValue, text: string]>([
	['an error', { error: 'Page not found.' }, 'Page not found'],
	['a detail', { detail: 'Given API token is not valid' }, 'Given API token is not valid'],
	['a message', { message: 'No' }, 'No'],
	['an error message beside its code', { error_code: 5900, error_message: 'TOO_MANY' }, 'too many'],
	['an error without the ID next to it', { error: 'It exists', id: '0c7da278' }, 'It exists'],
	['a question', { error: 'Is this a date?' }, 'Is this a date?'],
	['a field by its panel name', { start_date: ['Wrong format.'] }, 'Start Date: Wrong format'],
	[
		'several fields',
		{ name: ['Too long.', 'Not unique.'], start_date: ['Wrong.'] },
		'Name: Too long. Not unique. Start Date: Wrong',
	],
	['an error inside another object', { error: { message: 'No' } }, 'No'],
	['the errors below a name for all of them', { errors: { name: ['Too long'] } }, 'Name: Too long'],
	['a repeated message once', { error: 'It is taken.', detail: 'It is taken.' }, 'It is taken'],
	['a field whose error is a text', { name: 'Enter a name.' }, 'Name: Enter a name'],
	['a single word about a field', { name: ['Required'] }, 'Name: Required'],
	['a field that the panel does not have', { estimate: ['No.'] }, 'estimate: No'],
	['an error of no field without a name', { non_field_errors: ['They cross.'] }, 'They cross'],
	[
		'an entry of a list, counted from 1',
		{ members: { 0: ['Invalid pk "x".'], 11: ['Invalid pk "y".'] } },
		'Members, entry 1: Invalid pk "x". Members, entry 12: Invalid pk "y"',
	],
	['an entry of a list of records', [{}, { name: ['Too long.'] }], 'entry 2, Name: Too long'],
	[
		'a part by its name on the wire, also where the panel has the same for a field',
		{ start_date: { name: ['Wrong.'] } },
		'Start Date, name: Wrong',
	],
	[
		'a single word about an entry of a list',
		{ members: { 0: ['Invalid'] } },
		'Members, entry 1: Invalid',
	],
	['a name with a number in it', { line_2: ['No.'], '2nd': ['No.'] }, 'line_2: No. 2nd: No'],
	['nothing of markup among other words', { name: ['<b>No</b>'], members: ['No.'] }, 'Members: No'],
	['nothing under a name that the panel does not have', { estimate: 'May not be blank.' }, ''],
	['nothing of data with a full stop in it', { versions: ['1.2', 'a.b'] }, ''],
	['a message that is nested deeply', nested(19), `${'a, '.repeat(18)}a: No way`],
	['nothing that is nested too deeply', nested(20), ''],
	['nothing of lists of data', { error: 'No', labels: ['bug', 'ui'] }, 'No'],
	['nothing of a record', { id: 'a', name: 'My module' }, ''],
	['a single text', 'No', 'No'],
	['a list of texts', ['No.', 'Never.'], 'No. Never'],
	['nothing if there is only data', { id: 'a', name: 'b', count: 3, ok: false }, ''],
	['nothing, for an empty object', {}, ''],
	['nothing, for null', null, ''],
	['nothing, for a number', 5, ''],
	['nothing, for an error that is empty', { error: '' }, ''],
	['no web page', { error: '<!DOCTYPE html><html><body>No</body></html>' }, ''],
	['no JSON inside JSON', { detail: '{"a": {"b": 1}}' }, ''],
	['no XML', { message: '<?xml version="1.0"?><Error><Code>A</Code></Error>' }, ''],
	['no web page as a JSON text', '<html><body>No</body></html>', ''],
])('serverMessageText reads from JSON %s', (_, json, text) => {
	expect(readMessage(jsonResponse(json, 400))).toBe(text);
});

const ACCESS_DENIED = '<Error><Code>A</Code><Message>Access Denied</Message></Error>';
const CONDITION = '<Error><Message>Failed: &quot;$key&quot; &amp; more</Message></Error>';

test.each([
	['plain text', 'Bad Gateway', 'Bad Gateway'],
	['plain text without blanks at its ends', '\n upstream timed out \n', 'upstream timed out'],
	['the message of an XML error', ACCESS_DENIED, 'Access Denied'],
	['the message of an XML error with its entities decoded', CONDITION, 'Failed: "$key" & more'],
	['nothing of XML without a message', '<Error><Code>A</Code></Error>', ''],
	['nothing of broken JSON', '{"error": "No"', ''],
	['nothing of an empty response', '', ''],
	['nothing of blanks', ' \n ', ''],
	['nothing of a web page', webPage().text, ''],
	['no more than 300 characters', 'x'.repeat(1000), `${'x'.repeat(300)}…`],
])('serverMessageText reads from other text %s', (_, text, shown) => {
	expect(readMessage(textResponse(text, 502))).toBe(shown);
});

test('readServerMessages reads at most fifty messages', () => {
	const messages = Array.from({ length: 60 }, (_, index) => `No ${index}.`);

	expect(readServerMessages(jsonResponse(messages, 400)).map(({ text }) => text)).toEqual(
		messages.slice(0, 50),
	);
});
