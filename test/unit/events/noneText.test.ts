import { expect, test } from '@jest/globals';

import { noneTextToNull } from '../../../nodes/shared/events/noneText';

// The members that are the text "None" in the vendor's sample of an update, and those that polling met.
test.each([
	'point',
	'type_id',
	'parent_id',
	'deleted_at',
	'start_date',
	'target_date',
	'archived_at',
	'external_id',
	'completed_at',
	'updated_by_id',
	'external_source',
	'estimate_point_id',
	'parent',
	'estimate_point',
	'updated_by',
])('the text None is turned into null in %s, which can be empty', (name) => {
	expect(noneTextToNull(name, 'None')).toBeNull();
	expect(noneTextToNull(name, 'none')).toBe('none');
});

test.each(['name', 'title', 'comment_stripped', 'description', 'priority'])(
	'the text None is kept in %s, which people type',
	(name) => {
		expect(noneTextToNull(name, 'None')).toBe('None');
	},
);
