import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { plainTextToHtml } from '../../../nodes/shared/fields/html';
import { html, htmlText, labeled } from '../../../nodes/shared/fields/kinds';
import { htmlToText } from '../../../nodes/shared/operations/shared/simplifiers';
import { itRefuses, itWrites } from './fieldAssertions';

describe('plain text as HTML', () => {
	test.each([
		['one line', 'Hello', '<p>Hello</p>'],
		['markup as it stands', '<b>1 < 2 & 3</b>', '<p>&lt;b&gt;1 &lt; 2 &amp; 3&lt;/b&gt;</p>'],
		['an entity as it stands', '&nbsp;', '<p>&amp;nbsp;</p>'],
		['line breaks', 'a\nb\r\nc', '<p>a<br>b<br>c</p>'],
		['paragraphs in one element', 'a\n\nb\r\n\r\nc', '<div><p>a</p><p>b</p><p>c</p></div>'],
		['paragraphs that lie far apart', 'a\n \t\n\n\nb', '<div><p>a</p><p>b</p></div>'],
		['a no-break space by its name', '5\u00A0kg', '<p>5&nbsp;kg</p>'],
		['blanks around it', '\n\n a \n', '<p>a</p>'],
		['nothing', '', '<p></p>'],
		['blanks alone', ' \r\n ', '<p></p>'],
	])('has %s', (_, plain, sent) => {
		expect(plainTextToHtml(plain)).toBe(sent);
	});

	test('has no markup of the text, whatever it is, and all of its words', () => {
		const pieces = '< > & " </p> <br> &lt; &amp;nbsp; a'.split(' ').concat(' ', '\n', '\r\n');
		const joined = fc.array(fc.constantFrom(...pieces)).map((all) => all.join(''));
		const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

		fc.assert(
			fc.property(fc.oneof(fc.string(), joined), (plain) => {
				const sent = plainTextToHtml(plain);

				expect(sent).toMatch(/^(<div>)?(<p>([^<>]|<br>)*<\/p>)+(<\/div>)?$/);
				expect(words(htmlToText(sent))).toEqual(words(plain));
			}),
		);
	});
});

test('a field of HTML is called without it, and has a field that tells how it is meant', () => {
	const { wire, parameter, displayName, formatField } = html(
		'description_html',
		'What is to be done',
	);

	expect([wire, parameter, displayName].join()).toBe('description_html,description,Description');
	const { parameter: name, kind } = formatField ?? { kind: undefined };

	expect([name, kind?.look.default]).toEqual(['descriptionFormat', 'text']);
});

describe('text that is always HTML', () => {
	const content = htmlText('description_html', 'Content of the page as HTML');

	itWrites(content, [
		['goes out as Plane stores it', '<p>a</p><p>b</p>', '<div><p>a</p><p>b</p></div>'],
		[
			'goes out without what runs in a browser',
			'<p onclick="x()">a<script>x()</script></p>',
			'<p>a</p>',
		],
	]);
	itRefuses(
		content,
		(part) => [
			`it has a picture that Plane does not keep, ${part}`,
			expect.stringContaining('Attach the file instead'),
		],
		[
			['a picture of an email (case P41)', '<p><img src="cid:1"></p>', '"cid:1"'],
			[
				'a picture within the text (case P41)',
				'<img src=data:image/png;base64,AA>',
				'"data:image/png;base64,AA"',
			],
		],
	);
});

const role = labeled('role', { Guest: 5, 'Team Lead': 20 }, 'Role');
const only = 'Use one of: Guest, Team Lead.';

describe('a value that people know by another name', () => {
	itWrites(role, [
		['goes out for its name', 'Guest', 5],
		['goes out for its name in any case', ' team lead', 20],
		['goes out as it is', 20],
	]);
	itRefuses(role, (part) => [`${part} is not one of its values`, only], [
		['a value without a name', 10, '10'],
		['a list', [5], 'the list [5]'],
	]);
});
