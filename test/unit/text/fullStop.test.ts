import { expect, test } from '@jest/globals';

import { endWithFullStop, withoutFullStop } from '../../../nodes/shared/text/fullStop';

test.each([
	['It broke', 'It broke.'],
	['It broke.', 'It broke.'],
	['v1.2 broke', 'v1.2 broke.'],
	['Did it break?', 'Did it break?'],
])('endWithFullStop makes a sentence of %s: %s', (text, whole) => {
	expect(endWithFullStop(text)).toBe(whole);
});

test.each([
	['It broke...', 'It broke'],
	['It broke. Twice.', 'It broke. Twice'],
	['Did it break?', 'Did it break?'],
])('withoutFullStop makes a message of %s: %s', (text, message) => {
	expect(withoutFullStop(text)).toBe(message);
});
