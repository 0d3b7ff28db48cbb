import { expect, test } from '@jest/globals';

import { leftOutFieldHints } from '../../../nodes/Plane/execute/hints/leftOutFieldHints';
import type { Call } from '../../../nodes/shared/model/call';
import { create } from '../calls';

const without = (...skippedFields: readonly string[]): Call => ({ ...create, skippedFields });

test('names a field that was left out of all records', () => {
	const calls = [without('Target Date', 'Labels'), without('Target Date'), without('Target Date')];

	expect(leftOutFieldHints(calls)).toEqual([
		'Target Date was left out of all 3 records: its expression found nothing in any item. Check the name of the property in it.',
	]);
});

test('does not name a field that one record has, nor that of a single record', () => {
	expect(leftOutFieldHints([without('Target Date'), create])).toEqual([]);
	expect(leftOutFieldHints([without('Target Date')])).toEqual([]);
	expect(leftOutFieldHints([])).toEqual([]);
});
