import { describe, expect, test } from '@jest/globals';

import { plainText } from '../../../nodes/shared/errors/plainText';

describe('a text of the server', () => {
	test.each([
		['is on one line', ' upstream\n\ttimed   out\u0000 ', 'upstream timed out'],
		['keeps what joins letters', 'می\u200cخواهم, 👩\u200d💻', 'می\u200cخواهم, 👩\u200d💻'],
		['loses what turns letters around', 'a\u202etxt.exe', 'a txt.exe'],
		['has a code in words', 'RATE_LIMIT_EXCEEDED', 'rate limit exceeded'],
		['keeps an abbreviation', 'ID', 'ID'],
		['keeps a code among other words', 'Limit: RATE_LIMIT', 'Limit: RATE_LIMIT'],
		['keeps a code before other words', 'RATE_LIMIT was hit', 'RATE_LIMIT was hit'],
		['loses data inside it', 'Invalid data: {"a": {"b": 1}} here.', 'Invalid data: … here.'],
		['loses a brace that is left over', 'Expected }', 'Expected'],
		['is nothing where it is a web page', '\n<!doctype html><p>No', ''],
		['is nothing where it is part of one', 'Sorry <b>no</b>', ''],
		['is nothing where it is JSON', ' [{"a": 1}]', ''],
		['is nothing where it is a trace of Python', 'Oh\nTraceback (most recent call last)', ''],
		['is nothing where it is a trace of Node.js', 'Error: no\n    at run (x.js:1:1)', ''],
		['is nothing where an object was not written', 'Error: [object Object]', ''],
		['is not looked through to its end', `${'No. '.repeat(500)}<html>`, 'No. '.repeat(500).trim()],
		['keeps formats', 'Use YYYY-MM-DD[T]hh:mm[:ss].', 'Use YYYY-MM-DD[T]hh:mm[:ss].'],
	])('%s', (_, text, plain) => {
		expect(plainText(text)).toBe(plain);
	});
});
