import { describe, expect, test } from '@jest/globals';

import {
	color,
	email,
	exactText,
	longText,
	required,
	secret,
	text,
	url,
} from '../../../nodes/shared/fields/kinds';
import { textsIn } from '../../../nodes/shared/fields/text';
import { itRefuses, itWrites, loop, notText, wire } from './writing';

const kinds = [
	['text', text('name', 'Name')],
	['long text', longText('name', 'Name')],
	['a secret', secret('name', 'Name')],
	['exact text', exactText('name', 'Name')],
] as const;

const good: [title: string, value: unknown, sent?: string][] = [
	['keeps text as it is', 'Release 2'],
	['keeps line breaks and tabs', 'a\nb\tc'],
	['keeps markup', '<p>a &amp; "b"</p>'],
	['keeps characters of every script', 'Ünïcode 漢字 😀'],
	['keeps a text of 100,000 characters', 'x'.repeat(100_000)],
	['writes a number as its text', 42, '42'],
	['writes zero as its text', 0, '0'],
	['writes a truth value as its text', false, 'false'],
	['writes a big integer as its text', 12345678901234567890n, '12345678901234567890'],
	['keeps text that looks like JSON', '{"a": 1}'],
];

const bad: [title: string, value: unknown, shown: string][] = [
	['an object that refers to itself', loop(), 'the object that cannot be shown'],
	['infinity', Infinity, 'Infinity'],
	['a symbol', Symbol('a'), 'a symbol'],
	['a date object', new Date(0), 'the object "1970-01-01T00:00:00.000Z"'],
	...notText(),
];

describe.each(kinds)('%s', (_, field) => {
	itWrites(field, good);
	const remedy = expect.stringMatching(/^Use one text/);
	itRefuses(field, (shown) => [`${shown} is not text`, remedy], bad);
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

describe.each([
	['a color', color('color', 'Color')],
	['a required color', required(color('color', 'Color'))],
])('%s', (_, field) => {
	itWrites(field, [
		['keeps a color', '#3f76ff'],
		['keeps the case', '#3F76Ff'],
		['takes blanks off both ends', ' #000000\n', '#000000'],
	]);

	const sentences = (shown: string) =>
		[`${shown} is not a color`, 'Use the form #rrggbb, e.g. #3f76ff.'] as const;
	itRefuses(field, sentences, [
		['three digits', '#fff', '"#fff"'],
		['a name', 'red', '"red"'],
		['digits that are none', '#gggggg', '"#gggggg"'],
		['seven digits', '#1234567', '"#1234567"'],
		['eight digits, with transparency', '#3f76ffff', '"#3f76ffff"'],
		['no hash', '3f76ff', '"3f76ff"'],
		['two colors', '#3f76ff #000000', '"#3f76ff #000000"'],
		['a color on the second of two lines', 'x\n#3f76ff', '"x #3f76ff"'],
		['the notation of style sheets', 'rgb(0, 0, 0)', '"rgb(0, 0, 0)"'],
		['a number', 0x3f76ff, '4159231'],
		['a truth value', true, 'true'],
		...notText('#3f76ff'),
	]);
});

describe('an email address', () => {
	const field = email('email', 'Email');
	const REMEDY = 'Enter one address, e.g. ada@example.com.';

	itWrites(field, [
		['keeps an address', 'ada@example.com'],
		['takes blanks off both ends', '\tada@example.com\n', 'ada@example.com'],
		['keeps capitals, dots and a plus', 'Ada.L+n8n@Mail.Example.co.uk'],
		['keeps letters of every script', 'jörg@bücher.example'],
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
		...notText('ada@example.com'),
	]);
});

describe('a web address', () => {
	const field = url('url', 'Address');
	const REMEDY = 'Enter an address that starts with https:// or http://.';

	itWrites(field, [
		['keeps an address as it was written', 'https://Example.com'],
		['keeps http', 'http://example.com/a'],
		['keeps a scheme in capitals', 'HTTPS://example.com'],
		['takes blanks off both ends', ' https://example.com\n', 'https://example.com'],
		['keeps port, path, query and fragment', 'https://example.com:8080/a%20b?c=d&e=f#g'],
		['keeps an address of the local network', 'http://127.0.0.1:3000'],
		['keeps an IPv6 address', 'http://[::1]/'],
		['keeps letters of every script', 'https://bücher.example/ß'],
	]);

	itRefuses(field, () => [expect.stringMatching(/^.+ is not a web address$/), REMEDY], [
		['free text', 'not a link'],
		['a host without a scheme', 'example.com'],
		['an address without a scheme', '//example.com/a'],
		['a path', '/a/b'],
		['a file on the disk', 'file:///etc/passwd'],
		['a script', 'javascript:alert(1)'],
		['a script in capitals with blanks', ' JavaScript:alert(1)'],
		['another scheme before an address', 'view-source:https://example.com'],
		['an FTP address', 'ftp://example.com/a'],
		['data', 'data:text/html,<p>a</p>'],
		['an email link', 'mailto:ada@example.com'],
		['an address without a host', 'https://'],
		['an address with a query and no host', 'https://?a=b'],
		['an address with a fragment and no host', 'https://#a'],
		['an address whose host is missing before the path', 'https:///a/b'],
		['an address with one slash', 'https:/example.com'],
		['an address without slashes', 'https:example.com'],
		['an address with backslashes', 'https:\\\\example.com'],
		['a port that does not exist', 'https://example.com:99999'],
		['a blank in the host', 'https://exa mple.com'],
		['a blank in the path', 'https://example.com/a b'],
		['a line break inside', 'https://example.com/a\nb'],
		['a tab inside', 'https://exam\tple.com'],
		['a control character', 'https://example.com/\u0001'],
		['two addresses', 'https://example.com, https://example.org'],
		['a number', 5],
		['a truth value', true],
		...notText('https://example.com'),
	]);
});

test.each([
	[
		['a', 1, true, null, {}],
		['a', '1', 'true'],
	],
	['a', ['a']],
	[7, ['7']],
	[undefined, []],
	[null, []],
])('the texts in %j are %j', (value, texts) => {
	expect(textsIn(value)).toEqual(texts);
});
