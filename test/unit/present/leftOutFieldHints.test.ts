import { expect, test } from '@jest/globals';

import { leftOutFieldHints } from '../../../nodes/Plane/present/hints/leftOutFieldHints';
import type { Draft } from '../../../nodes/shared/model/draft';
import { createCustomer } from '../../../nodes/shared/operations';

const create: Draft<'create'> = {
	kind: 'create',
	operation: createCustomer,
	itemIndex: 0,
	workspace: 'acme',
	slots: [],
	settings: { ifExists: 'fail' },
};

const createWithout = (...skippedFields: readonly string[]): Draft => ({
	...create,
	skippedFields,
});

test('names a field that was left out of all records', () => {
	const drafts = [
		createWithout('Target Date', 'Labels'),
		createWithout('Target Date'),
		createWithout('Target Date'),
	];

	expect(leftOutFieldHints(drafts)).toEqual([
		'Target Date was left out of all 3 records: its expression found nothing in any item. Check the name of the property in it.',
	]);
});

test('does not name a field that one record has, nor that of a single record', () => {
	expect(leftOutFieldHints([createWithout('Target Date'), create])).toEqual([]);
	expect(leftOutFieldHints([createWithout('Target Date')])).toEqual([]);
	expect(leftOutFieldHints([])).toEqual([]);
});
