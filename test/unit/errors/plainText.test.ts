import { describe, expect, test } from '@jest/globals';

import { plainText } from '../../../nodes/shared/errors/plainText';

describe('plainText', () => {
	test.each([
		['puts the text on one line', ' upstream\n\ttimed   out\u0000 ', 'upstream timed out'],
		['keeps joiners between letters', 'می\u200cخواهم, 👩\u200d💻', 'می\u200cخواهم, 👩\u200d💻'],
		['removes characters that reverse the text', 'a\u202etxt.exe', 'a txt.exe'],
		['turns a code into words', 'RATE_LIMIT_EXCEEDED', 'rate limit exceeded'],
		['keeps an abbreviation', 'ID', 'ID'],
		['keeps a code among other words', 'Limit: RATE_LIMIT', 'Limit: RATE_LIMIT'],
		['keeps a code before other words', 'RATE_LIMIT was hit', 'RATE_LIMIT was hit'],
		[
			'replaces data inside a sentence',
			'Invalid data: {"a": {"b": 1}} here.',
			'Invalid data: … here.',
		],
		['removes a single brace', 'Expected }', 'Expected'],
		['drops a web page', '\n<!doctype html><p>No', ''],
		['drops a part of a web page', 'Sorry <b>no</b>', ''],
		['drops JSON', ' [{"a": 1}]', ''],
		['drops a stack trace of Python', 'Oh\nTraceback (most recent call last)', ''],
		['drops a stack trace of Node.js', 'Error: no\n    at run (x.js:1:1)', ''],
		['drops an object that was not serialized', 'Error: [object Object]', ''],
		[
			'reads only the beginning of a long text',
			`${'No. '.repeat(500)}<html>`,
			'No. '.repeat(500).trim(),
		],
		['keeps formats of dates', 'Use YYYY-MM-DD[T]hh:mm[:ss].', 'Use YYYY-MM-DD[T]hh:mm[:ss].'],
	])('%s', (_, text, plain) => {
		expect(plainText(text)).toBe(plain);
	});
});
