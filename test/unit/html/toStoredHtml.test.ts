import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

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

	test('keeps what the server drops because it is nested too deep', () => {
		const deep = `${'<div>'.repeat(1_000)}deep${'</div>'.repeat(1_000)}`;

		const stored = toStoredHtml(deep);

		expect(stored).toBe(`${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}`);
	});
});
