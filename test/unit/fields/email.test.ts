import { describe, expect } from '@jest/globals';

import { email } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites } from './writing';

describe('an email address', () => {
	const field = email('email', 'Email');
	const REMEDY = 'Enter one address, e.g. ada@example.com.';

	itWrites(field, [
		['keeps an address', 'ada@example.com', 'ada@example.com'],
		['takes blanks off both ends', '\tada@example.com\n', 'ada@example.com'],
		[
			'keeps capitals, dots and a plus',
			'Ada.L+n8n@Mail.Example.co.uk',
			'Ada.L+n8n@Mail.Example.co.uk',
		],
		['keeps letters of every script', 'jörg@bücher.example', 'jörg@bücher.example'],
		['keeps an apostrophe', "o'neil@example.com", "o'neil@example.com"],
	]);

	itRefuses(field, () => [expect.stringMatching(/^.+ is not an email address$/), REMEDY], [
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
	]);
});
