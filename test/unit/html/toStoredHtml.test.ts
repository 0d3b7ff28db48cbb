import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { toReadableText } from '../../../nodes/shared/html/toReadableText';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import repaired from './server/repaired.json';
import server from './server/stored.json';

describe('HTML in the form in which Plane stores a description', () => {
	test.each(server.pairs)('is what the server stores in the end: $html', ({ html, settled }) => {
		expect(toStoredHtml(html)).toBe(settled);
	});

	test.each(server.pairs)('is the same for what was stored: $html', ({ stored, settled }) => {
		expect(toStoredHtml(stored)).toBe(settled);
	});

	test.each(repaired.pairs)('is stored as it is, however broken the HTML: $html', (pair) => {
		expect(toStoredHtml(pair.html)).toBe(pair.stored);
	});

	test('is kept when it is made again, whatever the text is', () => {
		const pieces = fc.constantFrom(
			...'<p> </p> <b> <li> </li> <a> <table> <td> <div> </div> <!-- < & &nbsp; " a'.split(' '),
			'<a href="javascript:x">',
			'<br/>',
			'\n',
			' ',
		);
		const texts = fc.array(pieces).map((all) => all.join(''));

		fc.assert(
			fc.property(fc.oneof(fc.string(), texts), (text) => {
				const once = toStoredHtml(text);

				expect(toStoredHtml(once)).toBe(once);
			}),
		);
	});

	// A step for each pair of characters would take longer than any test may.
	test.each(
		'< <a <!-- </ <b></i> <p><strong> <li> & &#1 <title></ <a_b=" <table><td> <a><i>'.split(' '),
	)('is read in one pass: many times %s', (piece) => {
		const text = piece.replace('_', ' ').repeat(100_000);

		expect(toStoredHtml(text).length).toBeLessThan(100 * text.length);
		expect(toReadableText(text).length).toBeLessThan(2 * text.length);
	});

	test('keeps what the server drops because it is nested too deep', () => {
		const deep = `${'<div>'.repeat(1_000)}deep${'</div>'.repeat(1_000)}`;

		const stored = toStoredHtml(deep);

		expect(stored).toBe(`${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}`);
	});
});
