import { describe, expect, test } from '@jest/globals';

import {
	color,
	email,
	exactText,
	link,
	longText,
	name,
	projectIdentifier,
	projectName,
	required,
	secret,
	text,
	url,
} from '../../../nodes/shared/fields/kinds';
import { toTextList } from '../../../nodes/shared/values/asText';
import {
	itRefuses,
	itWrites,
	createSelfReference,
	valuesWithoutText,
	getRefusal,
	writeValue,
} from './fieldAssertions';

const kinds = [
	['text', text('name', 'Name')],
	['long text', longText('name', 'Name')],
	['a secret', secret('name', 'Name')],
	['exact text', exactText('name', 'Name')],
] as const;

const validValues: [title: string, value: unknown, sent?: string][] = [
	['keeps text as it is', 'Release 2'],
	['keeps line breaks and tabs', 'a\nb\tc'],
	['keeps markup', '<p>a &amp; "b"</p>'],
	['keeps characters of every script', 'Ünïcode 漢字 😀'],
	['keeps a text of 100,000 characters', 'x'.repeat(100_000)],
	['converts a number to text', 42, '42'],
	['converts zero to text', 0, '0'],
	['converts a boolean to text', false, 'false'],
	['converts a big integer to text', 12345678901234567890n, '12345678901234567890'],
	['keeps text that looks like JSON', '{"a": 1}'],
];

const invalidValues: [title: string, value: unknown, shown: string][] = [
	['an object that refers to itself', createSelfReference(), 'the object that cannot be shown'],
	['infinity', Infinity, 'Infinity'],
	['a symbol', Symbol('a'), 'a symbol'],
	['a date object', new Date(0), 'the object "1970-01-01T00:00:00.000Z"'],
	...valuesWithoutText(),
];

describe.each(kinds)('%s', (_, field) => {
	itWrites(field, validValues);
	const remedy = expect.stringMatching(/^Use one text/);

	itRefuses(field, (shown) => [`${shown} is not text`, remedy], invalidValues);
});

// A server removes them, but then searches for the name with them, and never finds it again.
test('only text on one line loses the blanks at its ends', () => {
	const entered = '  bug \n';

	expect(kinds.map(([kind, field]) => [kind, writeValue(field, entered)])).toEqual([
		['text', 'bug'],
		['long text', entered],
		['a secret', entered],
		['exact text', entered],
	]);
});

describe.each([
	['a color', color('color', 'Color')],
	['a required color', required(color('color', 'Color'))],
])('%s', (_, field) => {
	itWrites(field, [
		['keeps a color', '#3f76ff'],
		['takes six digits without a hash, as GitHub has them', 'd73a4a', '#d73a4a'],
		['takes three digits', '#F00', '#FF0000'],
		['takes three digits without a hash', 'f0a', '#ff00aa'],
		['takes the name of a CSS color, as Trello has them', 'Green', '#008000'],
		['takes the longest name', 'lightgoldenrodyellow', '#fafad2'],
		['keeps the case', '#3F76Ff'],
		['removes blanks at both ends', ' #000000\n', '#000000'],
	]);

	const sentences = (shown: string) =>
		[
			`${shown} is not a color`,
			'Use the form #rrggbb, e.g. #3f76ff, or the name of a CSS color, e.g. steelblue.',
		] as const;

	itRefuses(field, sentences, [
		['four digits', '#ffff', '"#ffff"'],
		['a name that CSS does not have', 'sky', '"sky"'],
		['a property of every object', 'constructor', '"constructor"'],
		['letters that are not digits', '#gggggg', '"#gggggg"'],
		['seven digits', '#1234567', '"#1234567"'],
		['eight digits, with transparency', '#3f76ffff', '"#3f76ffff"'],
		['two colors', '#3f76ff #000000', '"#3f76ff #000000"'],
		['a color on the second of two lines', 'x\n#3f76ff', '"x #3f76ff"'],
		['another notation of CSS', 'rgb(0, 0, 0)', '"rgb(0, 0, 0)"'],
		['a number', 0x3f76ff, '4159231'],
		['a boolean', true, 'true'],
		...valuesWithoutText('#3f76ff'),
	]);
});

describe('an email address', () => {
	const field = email('email', 'Email');
	const REMEDY = 'Enter one address, e.g. ada@example.com.';

	itWrites(field, [
		['keeps an address', 'ada@example.com'],
		['removes blanks at both ends', '\tada@example.com\n', 'ada@example.com'],
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
		['a boolean', true],
		...valuesWithoutText('ada@example.com'),
	]);
});

describe('a web address', () => {
	const field = url('url', 'Address');
	const REMEDY = 'Enter an address that starts with https:// or http://.';

	itWrites(field, [
		['keeps an address as it was written', 'https://Example.com'],
		['keeps http', 'http://example.com/a'],
		['keeps a scheme in capitals', 'HTTPS://example.com'],
		['removes blanks at both ends', ' https://example.com\n', 'https://example.com'],
		['keeps port, path, query and fragment', 'https://example.com:8080/a%20b?c=d&e=f#g'],
		['keeps an address of the local network', 'http://127.0.0.1:3000'],
		['keeps an IPv6 address', 'http://[::1]/'],
		['keeps letters of every script', 'https://bücher.example/ß'],
	]);

	itRefuses(field, () => [expect.stringMatching(/^.+ is not a web address$/), REMEDY], [
		['a phrase', 'not a link'],
		['a host without a scheme', 'example.com'],
		['an address without a scheme', '//example.com/a'],
		['a path', '/a/b'],
		['a file on the disk', 'file:///etc/passwd'],
		['a script', 'javascript:alert(1)'],
		['a script in capitals with blanks', ' JavaScript:alert(1)'],
		['another scheme before an address', 'view-source:https://example.com'],
		['an FTP address', 'ftp://example.com/a'],
		['data', 'data:text/html,<p>a</p>'],
		['a link to an email address', 'mailto:ada@example.com'],
		['an address without a host', 'https://'],
		['an address with a query and no host', 'https://?a=b'],
		['an address with a fragment and no host', 'https://#a'],
		['an address whose host is missing before the path', 'https:///a/b'],
		['an address with one slash', 'https:/example.com'],
		['an address without slashes', 'https:example.com'],
		['an address with backslashes', 'https:\\\\example.com'],
		['a port that does not exist', 'https://example.com:99999'],
		['a blank in the host', 'https://exa mple.com'],
		['two addresses', 'https://example.com, https://example.org'],
		['a number', 5],
		['a boolean', true],
		...valuesWithoutText('https://example.com'),
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
])('toTextList reads from %j the texts %j', (value, texts) => {
	expect(toTextList(value)).toEqual(texts);
});

describe('a web address is refused for what is in it, not for how it starts:', () => {
	test.each([
		['a blank in the path', 'https://example.com/a b'],
		['a line break inside', 'https://example.com/a\nb'],
		['a tab inside', 'https://exam\tple.com'],
		['a control character', 'https://example.com/\u0001'],
	])('%s', (_, text) => {
		for (const field of [link('url', 'URL'), url('url', 'URL')]) {
			expect(getRefusal(field, text)).toEqual([
				expect.stringMatching(
					/ has a space, a line break or a control character, which no web address has$/,
				),
				'Leave it out, or write %20 in place of a space.',
			]);
		}
	});
});

describe('text that no server can store is refused before anything is sent', () => {
	const textFields = [...kinds, ['a name', name('name', 'Name')] as const];

	test.each(textFields)('%s', (_, field) => {
		expect(getRefusal(field, 'a\0b')).toEqual([
			'"a b" has the character NUL, which no server can store',
			'Use a text without it.',
		]);
		expect(getRefusal(field, 'cut \ud83d')[0]).toContain('has half of a character');
		expect(getRefusal(field, '\ude00 cut')[0]).toContain('has half of a character');
		expect(writeValue(field, 'a 😀 b')).toBe('a 😀 b');
	});
});

describe('a name', () => {
	const field = name('name', 'Name');

	// Servers count an emoji as one character.
	itWrites(field, [
		['may have 255 letters', 'a'.repeat(255)],
		['may have 255 emoji, which JavaScript counts twice', '😀'.repeat(255)],
		['is measured without the blanks at its ends', ` ${'a'.repeat(255)} `, 'a'.repeat(255)],
	]);

	test.each([
		['256 letters', 'a'.repeat(256), 256, 'Shorten it by 1 character.'],
		['300 letters', 'a'.repeat(300), 300, 'Shorten it by 45 characters.'],
		['256 emoji', '😀'.repeat(256), 256, 'Shorten it by 1 character.'],
	])(
		'is refused with %s, and the error says by how much it is too long',
		(_, value, length, remedy) => {
			const [problem, howToFix] = getRefusal(field, value);

			expect(problem).toMatch(`is ${length} characters long, and Plane takes 255 at most`);
			expect(howToFix).toBe(remedy);
		},
	);
});

describe('the address of a link', () => {
	const field = link('url', 'Address');

	itWrites(field, [
		['is sent with its scheme in lower case', 'HTTPS://Example.com/A', 'https://Example.com/A'],
		['may be that of the machine itself', 'http://localhost/x'],
		['may have an IP address', 'http://10.0.0.5/x'],
		['may have an IPv6 address', 'http://[::1]/x'],
		['may have a port, a user and a query', 'https://ada@wiki.example.com:8443/a?b=c#d'],
		['may be in any script', 'https://bücher.example/ß'],
		['may end its host with a dot', 'https://example.com./x'],
		['may have a name in Punycode', 'https://xn--bcher-kva.xn--p1ai/x'],
		['may have 2,048 characters', `https://example.com/${'a'.repeat(2028)}`],
	]);

	// The check of addresses in Django, which Plane uses.
	const sentences = (part: string) =>
		[
			expect.stringContaining(part),
			'Use the full name of the host, e.g. https://wiki.example.com/page, or its IP address.',
		] as const;

	itRefuses(field, sentences, [
		[
			'a host without a dot',
			'http://wiki/page',
			'has the host "wiki", and Plane takes none without a dot',
		],
		['a host without a dot, with a port', 'http://jira:8080/browse/X-1', 'has the host "jira"'],
		['a host without a dot, after a user', 'http://ada@wiki/x', 'has the host "wiki"'],
		['a host with an underscore', 'https://my_wiki.example.com', 'which Plane does not take'],
		['a host whose last part has a digit', 'https://wiki.example.c0m', 'which Plane does not take'],
		['a part that begins with a hyphen', 'https://-a.example.com', 'which Plane does not take'],
	]);

	test('is refused if it is longer than servers accept', () => {
		const [problem] = getRefusal(field, `https://example.com/${'a'.repeat(2029)}`);

		expect(problem).toContain('is 2049 characters long, and Plane takes 2048 at most');
	});
});

describe('the name of a project', () => {
	const field = projectName('name', 'Name');

	itWrites(field, [
		['may have letters of every script, digits and blanks', 'Überblick 2026 项目'],
		['may have a slash, an underscore and quotes', 'A/B_C "D"'],
	]);

	// `FORBIDDEN_IDENTIFIER_CHARS_PATTERN` of Plane's model of projects.
	test.each([
		['R&D', '"R&D" has &, which Plane does not take in it', 'Leave them out, e.g. "R and D".'],
		['Front-end', 'has -,', 'e.g. "Front end".'],
		['Website (2026)', 'has ( ),', 'e.g. "Website 2026".'],
		["Bob's", "has ',", 'e.g. "Bob s".'],
		['A.B', 'has .,', 'e.g. "A B".'],
		['Ü Nr. 1', 'has .,', 'e.g. "Ü Nr 1".'],
		['!!!', 'has !,', 'Use letters, digits and spaces.'],
	])('is refused with characters that Plane does not accept: %s', (value, clause, remedy) => {
		const [problem, howToFix] = getRefusal(field, value);

		expect(problem).toContain(clause);
		expect(howToFix).toContain(remedy);
	});

	test('is refused with each of the 24 characters that Plane does not accept', () => {
		const refusedCharacters = Array.from("&+,:;$^}{*=?@#|'<>.()%!-").filter((character) =>
			getRefusal(field, `a${character}b`)[0].includes(`has ${character},`),
		);

		expect(refusedCharacters).toHaveLength(24);
	});
});

describe('the identifier of a project', () => {
	const field = projectIdentifier('identifier', 'Identifier');

	itWrites(field, [
		['is sent in upper case, as Plane stores it', 'lnch', 'LNCH'],
		['may have an underscore', 'MY_APP'],
		['may be in any script', '项目'],
	]);

	test('is refused with characters that Plane does not accept', () => {
		expect(getRefusal(field, 'A-B')).toEqual([
			'"A-B" has -, which Plane does not take in it',
			'Leave them out, e.g. "AB".',
		]);
	});

	test('is refused if it is longer than 12 characters', () => {
		expect(getRefusal(field, 'ABCDEFGHIJKLM')).toEqual([
			'"ABCDEFGHIJKLM" is 13 characters long, and Plane takes 12 at most',
			'Shorten it by 1 character.',
		]);
	});
});
