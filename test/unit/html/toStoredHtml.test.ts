import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { toReadableText } from '../../../nodes/shared/html/toReadableText';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { collectMistakes } from '../../tools/mistakes';
import repaired from './server/repaired.json';
import server from './server/stored.json';

/** Names pairs of HTML by what is sent, as the cases of a matrix. */
const byHtml = <Pair extends { readonly html: string }>(pairs: readonly Pair[]) =>
	pairs.map((pair) => [pair.html, pair] as const);

describe('HTML in the form in which Plane stores a description', () => {
	test('is the form that the server no longer changes', async () => {
		const mistakes = await collectMistakes(byHtml(server.pairs), ({ html, settled }) => {
			expect(toStoredHtml(html)).toBe(settled);
		});

		expect(mistakes).toEqual([]);
	});

	test('is the same if it was stored before', async () => {
		const mistakes = await collectMistakes(byHtml(server.pairs), ({ stored, settled }) => {
			expect(toStoredHtml(stored)).toBe(settled);
		});

		expect(mistakes).toEqual([]);
	});

	test('is stored unchanged, even of broken HTML', async () => {
		const mistakes = await collectMistakes(byHtml(repaired.pairs), ({ html, stored }) => {
			expect(toStoredHtml(html)).toBe(stored);
		});

		expect(mistakes).toEqual([]);
	});

	// Measured on a server: what starts no tag is text.
	test.each([
		['<p>a</', '<p>a&lt;/</p>'],
		['</', '<span>&lt;/</span>'],
		['a </>b', '<span>a b</span>'],
		['<p><constructor>a</p><p>b</p>', '<div><p>a</p><p>b</p></div>'],
	])('has the text of %s', (html, stored) => {
		expect(toStoredHtml(html)).toBe(stored);
	});

	test('is not changed by another conversion', () => {
		const pieces = fc.constantFrom(
			...'<p> </p> <b> <li> </li> <a> <table> <td> <div> </div> <!-- < & &nbsp; " a'.split(' '),
			'<a href="javascript:x">',
			'<p><a href="x">',
			'<br/>',
			'\n',
			' ',
		);
		const texts = fc.array(pieces).map((parts) => parts.join(''));

		fc.assert(
			fc.property(fc.oneof(fc.string(), texts), (text) => {
				const once = toStoredHtml(text);

				expect(toStoredHtml(once)).toBe(once);
			}),
		);
	});

	// In quadratic time, these would take longer than the timeout of a test.
	test.each(
		'< <a <!-- </ <b></i> <p><strong> <li> & &#1 <title></ <a_b=" <table><td> <a><i>'.split(' '),
	)('is created in time linear to the length: 100,000 times %s', (piece) => {
		const text = piece.replace('_', ' ').repeat(100_000);

		expect(toStoredHtml(text).length).toBeLessThan(100 * text.length);
		expect(toReadableText(text).length).toBeLessThan(2 * text.length);
	});

	test('keeps contents that the server would drop because of their depth', () => {
		const deeplyNested = `${'<div>'.repeat(1_000)}deep${'</div>'.repeat(1_000)}`;

		const stored = toStoredHtml(deeplyNested);

		expect(stored).toBe(`${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}`);
	});
});
