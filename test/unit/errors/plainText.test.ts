import { describe, expect, test } from '@jest/globals';

import { plainText, shortened } from '../../../nodes/shared/errors/plainText';

describe('a text of the server', () => {
	test.each([
		['is on one line', ' upstream\n\ttimed   out\u0000 ', 'upstream timed out'],
		['has a code in words', 'RATE_LIMIT_EXCEEDED', 'rate limit exceeded'],
		['keeps an abbreviation', 'ID', 'ID'],
		['loses data inside it', 'Invalid data: {"a": {"b": 1}} here.', 'Invalid data: … here.'],
		['loses a brace that is left over', 'Expected }', 'Expected'],
		['is nothing where it is a web page', '\n<!doctype html><p>No', ''],
		['is nothing where it is part of one', 'Sorry <b>no</b>', ''],
		['is nothing where it is JSON', ' [{"a": 1}]', ''],
		['is nothing where it is a trace of Python', 'Oh\nTraceback (most recent call last)', ''],
		['is nothing where it is a trace of Node.js', 'Error: no\n    at run (x.js:1:1)', ''],
		['is nothing where an object was not written', 'Error: [object Object]', ''],
		['keeps formats', 'Use YYYY-MM-DD[T]hh:mm[:ss].', 'Use YYYY-MM-DD[T]hh:mm[:ss].'],
	])('%s', (_, text, plain) => {
		expect(plainText(text)).toBe(plain);
	});
});

describe('a long text', () => {
	test('of up to 300 characters is left alone', () => {
		expect(shortened('x'.repeat(300))).toBe('x'.repeat(300));
		expect(shortened(`${'word '.repeat(59)}words`)).toHaveLength(300);
	});

	test('is cut at a word', () => {
		const text = shortened('far too long '.repeat(1000));
		expect(text).toMatch(/ (far|too|long)…$/);
		expect(text.length).toBeLessThanOrEqual(301);
		expect(text.length).toBeGreaterThan(290);
	});

	test('is cut after a word that ends at the 300th character', () => {
		expect(shortened(`${'a'.repeat(297)} bc d`)).toBe(`${'a'.repeat(297)} bc…`);
	});

	test('loses the punctuation before the cut', () => {
		expect(shortened(`${'a'.repeat(290)}, ${'b'.repeat(50)}`)).toBe(`${'a'.repeat(290)}…`);
	});

	test('without a word is cut right there, but not inside a character', () => {
		expect(shortened('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`);
		expect(shortened(`x${'😀'.repeat(300)}`)).toBe(`x${'😀'.repeat(149)}…`);
	});
});
