import { expect, test } from '@jest/globals';

import { leftOutFieldHints } from '../../../nodes/Plane/execute/hints/leftOutFieldHints';
import type { Call } from '../../../nodes/shared/model/call';
import { create } from '../calls';

const without = (...skippedFields: readonly string[]): Call => ({ ...create, skippedFields });

test('a field that no record got is named, because its expression may be misspelled', () => {
	const calls = [without('Target Date', 'Labels'), without('Target Date'), without('Target Date')];

	expect(leftOutFieldHints(calls)).toEqual([
		'Target Date was left out of all 3 records: its expression found nothing in any item. Check the name of the property in it.',
	]);
});

test('a field that one record got, and one of a single record, are not named', () => {
	expect(leftOutFieldHints([without('Target Date'), create])).toEqual([]);
	expect(leftOutFieldHints([without('Target Date')])).toEqual([]);
	expect(leftOutFieldHints([])).toEqual([]);
});
