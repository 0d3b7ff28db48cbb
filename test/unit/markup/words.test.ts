import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';
import { findMissingWords, FORMAT_NAMES, RANDOM_TEXTS } from './randomTexts';

test.each(FORMAT_NAMES)(
	'random texts in the format %s keep their words in order, and are stored as they are sent',
	(format) => {
		fc.assert(
			fc.property(RANDOM_TEXTS[format], (text) => {
				const written = writeFormattedText(text, format);
				const html = isProblem(written) ? '' : written.html;

				expect([text, findMissingWords(text, format)]).toEqual([text, []]);
				expect(toStoredHtml(html)).toBe(html);
			}),
			{ numRuns: runs(300), seed: Number(process.env.SEED ?? 1) },
		);
	},
);
