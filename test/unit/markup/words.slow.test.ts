import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { isProblem } from '../../../nodes/shared/result/problem';
import { randomTimeout, runs } from '../random';
import { findMissingWords, FORMAT_NAMES, LONG_TEXTS, RANDOM_TEXTS } from './randomTexts';

const seed = Number(process.env.SEED ?? 1);

describe.each(FORMAT_NAMES)('5,000 random texts in the format %s', (format) => {
	test(
		'keep their words in order, and are stored as they are sent',
		() => {
			fc.assert(
				fc.property(RANDOM_TEXTS[format], (text) => {
					const written = writeFormattedText(text, format);
					const html = isProblem(written) ? '' : written.html;

					expect([text, findMissingWords(text, format)]).toEqual([text, []]);
					expect(toStoredHtml(html)).toBe(html);
				}),
				{ numRuns: runs(5_000), seed },
			);
		},
		randomTimeout,
	);

	/** In quadratic time, a single one of the texts would take longer than this. */
	const MAX_MS_OF_TEXT = 5_000;

	test(
		'take time linear to the length',
		() => {
			fc.assert(
				fc.property(LONG_TEXTS, (text) => {
					const start = process.cpuUsage();

					writeFormattedText(text, format);

					const { user, system } = process.cpuUsage(start);

					expect([text.slice(0, 40), (user + system) / 1000 < MAX_MS_OF_TEXT]).toEqual([
						text.slice(0, 40),
						true,
					]);
				}),
				{ numRuns: runs(50), seed },
			);
		},
		randomTimeout,
	);
});
