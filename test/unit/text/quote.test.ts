import { describe, expect, test } from '@jest/globals';

import { quote } from '../../../nodes/shared/text/quote';
import { createSelfReference } from '../fields/fieldAssertions';

test.each<[title: string, value: unknown, quoted: string]>([
	['text in quotes', 'red', '"red"'],
	['text that reads as a number in quotes', '5', '"5"'],
	['empty text', '', '""'],
	['a number', 5, '5'],
	['not a number', NaN, 'NaN'],
	['infinity', -Infinity, '-Infinity'],
	['a boolean', false, 'false'],
	['null', null, 'null'],
	['undefined', undefined, 'undefined'],
	['an invalid date', new Date(NaN), 'the object that cannot be shown'],
	['a list', [1, 'a'], 'the list [1,"a"]'],
	['an object', { a: 1 }, 'the object {"a":1}'],
	['a function by its type', () => 'secret', 'a function'],
	['a symbol by its type', Symbol('secret'), 'a symbol'],
	['a big integer by its type', 1n, 'a bigint'],
	['a line break as blanks', 'a\r\nb', '"a  b"'],
	['control characters as blanks', 'a\0b\u001bc', '"a b c"'],
	['text of 60 characters in full', 'x'.repeat(60), `"${'x'.repeat(60)}"`],
])('quote shows %s', (_, value, quoted) => {
	expect(quote(value)).toBe(quoted);
});

describe('quote shortens', () => {
	test.each([
		['text', 'x'.repeat(10_000)],
		['a list', Array.from({ length: 10_000 }, (_, index) => index)],
		['an object', { text: 'x'.repeat(10_000) }],
	])('%s that is long', (_, value) => {
		expect(quote(value).length).toBeLessThanOrEqual(75);
		expect(quote(value)).toContain('…');
	});
});

describe('quote does not throw', () => {
	const fail = () => {
		throw new Error('no');
	};

	test.each<[title: string, value: unknown]>([
		['an object that refers to itself', createSelfReference()],
		['a list that holds an object that refers to itself', [createSelfReference()]],
		['an object without a prototype', Object.create(null)],
		['an object without JSON', { toJSON: () => undefined }],
		['an object that cannot become JSON', { toJSON: () => fail() }],
		['an invalid date', new Date(NaN)],
	])('for %s', (_, value) => {
		expect(quote(value)).toMatch(/^(the object|the list|a date) /);
	});
});
