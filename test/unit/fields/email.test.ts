import { expect, test } from '@jest/globals';

import { email } from '../../../nodes/shared/fields/kinds';
import { refusal, wire } from './writing';

const field = email('email', 'Email');

test.each([
	['keeps an address', 'ada@example.com', 'ada@example.com'],
	['takes blanks off both ends', '\tada@example.com\n', 'ada@example.com'],
	[
		'keeps capitals, dots and a plus',
		'Ada.L+n8n@Mail.Example.co.uk',
		'Ada.L+n8n@Mail.Example.co.uk',
	],
	['keeps letters of every script', 'jörg@bücher.example', 'jörg@bücher.example'],
	['keeps an apostrophe', "o'neil@example.com", "o'neil@example.com"],
])('%s', (_, value, sent) => {
	expect(wire(field, value)).toBe(sent);
});

const bad: [title: string, value: unknown][] = [
	['a name', 'Ada'],
	['an address without a name', '@example.com'],
	['an address without a host', 'ada@'],
	['an address without a domain', 'ada@example'],
	['an address that ends in a dot', 'ada@example.com.'],
	['an address with two at signs', 'ada@@example.com'],
	['two addresses', 'ada@example.com, bob@example.com'],
	['two addresses with a semicolon', 'ada@example.com;bob@example.com'],
	['two addresses on two lines', 'ada@example.com\nbob@example.com'],
	['a name with its address', 'Ada <ada@example.com>'],
	['a blank inside', 'ada lovelace@example.com'],
	['a control character', 'ada\0@example.com'],
	['a number', 5],
	['a truth value', true],
	['not a number', NaN],
	['an object', { email: 'ada@example.com' }],
	['a list', ['ada@example.com']],
	['a function', () => 'ada@example.com'],
];

test.each(bad)('refuses %s', (_, value) => {
	const [said, remedy] = refusal(field, value);
	expect(said).toMatch(/^.+ is not an email address$/);
	expect(remedy).toBe('Give one address, e.g. ada@example.com.');
});
