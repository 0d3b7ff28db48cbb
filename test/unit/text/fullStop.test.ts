import { expect, test } from '@jest/globals';

import { endWithFullStop, removeFullStops } from '../../../nodes/shared/text/fullStop';

test.each([
	['It broke', 'It broke.'],
	['It broke.', 'It broke.'],
	['v1.2 broke', 'v1.2 broke.'],
	['Did it break?', 'Did it break?'],
])('endWithFullStop turns "%s" into "%s"', (text, sentence) => {
	expect(endWithFullStop(text)).toBe(sentence);
});

test.each([
	['It broke...', 'It broke'],
	['It broke. Twice.', 'It broke. Twice'],
	['Did it break?', 'Did it break?'],
])('removeFullStops turns "%s" into "%s"', (text, message) => {
	expect(removeFullStops(text)).toBe(message);
});
