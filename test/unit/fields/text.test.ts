import { describe, expect, test } from '@jest/globals';

import { exactText, longText, required, secret, text } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites, loop, refusal, wire } from './writing';

const name = text('name', 'Name');
const kinds = [
	['text', text('name', 'Name')],
	['long text', longText('name', 'Name')],
	['a secret', secret('name', 'Name')],
	['exact text', exactText('name', 'Name')],
] as const;

const good: [title: string, value: unknown, sent: string][] = [
	['keeps text as it is', 'Release 2', 'Release 2'],
	['keeps line breaks and tabs', 'a\nb\tc', 'a\nb\tc'],
	['keeps markup', '<p>a &amp; "b"</p>', '<p>a &amp; "b"</p>'],
	['keeps characters of every script', 'Ünïcode 漢字 😀', 'Ünïcode 漢字 😀'],
	['keeps a text of 100,000 characters', 'x'.repeat(100_000), 'x'.repeat(100_000)],
	['writes a number as its text', 42, '42'],
	['writes zero as its text', 0, '0'],
	['writes a truth value as its text', false, 'false'],
	['writes a big integer as its text', 12345678901234567890n, '12345678901234567890'],
	['keeps text that looks like JSON', '{"a": 1}', '{"a": 1}'],
];

const bad: [title: string, value: unknown, problem: string][] = [
	['an object', { a: 1 }, 'the object {"a":1} is not text'],
	['a list', ['a', 'b'], 'the list ["a","b"] is not text'],
	['an object that refers to itself', loop(), 'the object that cannot be shown is not text'],
	['not a number', NaN, 'NaN is not text'],
	['infinity', Infinity, 'Infinity is not text'],
	['a function', () => 'a', 'a function is not text'],
	['a symbol', Symbol('a'), 'a symbol is not text'],
	['a date object', new Date(0), 'the object "1970-01-01T00:00:00.000Z" is not text'],
];

describe.each(kinds)('%s', (_, field) => {
	itWrites(field, good);
	itRefuses(field, (problem) => [problem, expect.stringMatching(/^Use one text/)], bad);
});

test('names the value of a wrong type in no more than one short line', () => {
	const [said] = refusal(name, { text: 'a\nb'.repeat(100) });
	expect(said).not.toMatch(/\n/);
	expect(said.length).toBeLessThan(100);
});

// A server takes them off, and then looks for the name with them: it never finds it again.
test('only text on one line loses the blanks at its ends', () => {
	const given = '  bug \n';
	expect(kinds.map(([kind, field]) => [kind, wire(field, given)])).toEqual([
		['text', 'bug'],
		['long text', given],
		['a secret', given],
		['exact text', given],
	]);
});

describe('required text', () => {
	test.each([
		['nothing', null],
		['an empty text', ''],
		['blanks', '   '],
		['line breaks and tabs', '\n\t\r\n'],
	])('refuses %s', (_, value) => {
		expect(refusal(required(name), value)).toEqual(['the value is empty', 'Fill in Name.']);
	});

	test('refuses what an expression finds nothing for', () => {
		expect(refusal(required(name), undefined)).toEqual([
			expect.stringContaining('undefined'),
			'Give Name a value for this item.',
		]);
	});
});
