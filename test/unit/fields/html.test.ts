import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { plainTextToHtml } from '../../../nodes/shared/fields/textFormats';
import { html, htmlText, labeled } from '../../../nodes/shared/fields/kinds';
import { htmlToText } from '../../../nodes/shared/operations/shared/simplifiers';
import { causes } from '../../nodeTexts';
import { itRefuses, itWrites } from './fieldAssertions';

describe('plain text that is sent as HTML', () => {
	test.each([
		['one line', 'Hello', '<p>Hello</p>'],
		['escaped markup', '<b>1 < 2 & 3</b>', '<p>&lt;b&gt;1 &lt; 2 &amp; 3&lt;/b&gt;</p>'],
		['escaped entities', '&nbsp;', '<p>&amp;nbsp;</p>'],
		['line breaks', 'a\nb\r\nc', '<p>a<br>b<br>c</p>'],
		['paragraphs in one element', 'a\n\nb\r\n\r\nc', '<div><p>a</p><p>b</p><p>c</p></div>'],
		['paragraphs after several blank lines', 'a\n \t\n\n\nb', '<div><p>a</p><p>b</p></div>'],
		['no-break spaces as entities', '5\u00A0kg', '<p>5&nbsp;kg</p>'],
		['no blanks at its ends', '\n\n a \n', '<p>a</p>'],
		['an empty paragraph if it is empty', '', '<p></p>'],
		['an empty paragraph if it is blank', ' \r\n ', '<p></p>'],
	])('has %s', (_, plain, sent) => {
		expect(plainTextToHtml(plain)).toBe(sent);
	});

	test('has all words of the text, and none of its markup', () => {
		const pieces = '< > & " </p> <br> &lt; &amp;nbsp; a'.split(' ').concat(' ', '\n', '\r\n');
		const joinedPieces = fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join(''));
		const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

		fc.assert(
			fc.property(fc.oneof(fc.string(), joinedPieces), (plain) => {
				const sent = plainTextToHtml(plain);

				expect(sent).toMatch(/^(<div>)?(<p>([^<>]|<br>)*<\/p>)+(<\/div>)?$/);
				expect(words(htmlToText(sent))).toEqual(words(plain));
			}),
		);
	});
});

test('an HTML field is named without "HTML", and has a field for its format', () => {
	const { wire, parameter, displayName, formatField } = html(
		'description_html',
		'Description of the work',
	);

	expect([wire, parameter, displayName].join()).toBe('description_html,description,Description');
	expect(formatField).toMatchObject({ parameter: 'descriptionFormat', default: 'markdown' });
});

describe('text that is always HTML', () => {
	const content = htmlText('description_html', 'What the initiative is about, as HTML');

	itWrites(content, [
		['is sent as Plane stores it', '<p>a</p><p>b</p>', '<div><p>a</p><p>b</p></div>'],
		['is sent without scripts', '<p onclick="x()">a<script>x()</script></p>', '<p>a</p>'],
		[
			'is sent with the name of a picture that is attached',
			'<p><img src="cid:1"></p>',
			'<p>cid:1</p>',
		],
	]);
});

const role = labeled('role', { Guest: 5, 'Team Lead': 20 }, 'Role');
const REMEDY = 'Use one of: Guest, Team Lead.';

describe('a value with another label', () => {
	itWrites(role, [
		['is sent for its label', 'Guest', 5],
		['is sent for its label in any case', ' team lead', 20],
		['is sent for itself', 20],
	]);
	itRefuses(role, (part) => [causes.notOneOfItsValues(part), REMEDY], [
		['a value without a label', 10, '10'],
		['a list', [5], 'the list [5]'],
	]);
});
