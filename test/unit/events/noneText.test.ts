import { expect, test } from '@jest/globals';

import { withoutNoneText } from '../../../nodes/shared/events/noneText';

// The members of the vendor's sample of an update that are the text "None" (case P12), and what polling met.
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
])('the text None in %s is null', (name) => {
	expect(withoutNoneText(name, 'None')).toBeNull();
	expect(withoutNoneText(name, 'none')).toBe('none');
});

test.each(['name', 'title', 'comment_stripped', 'description', 'priority'])(
	'a %s may be the text None',
	(name) => {
		expect(withoutNoneText(name, 'None')).toBe('None');
	},
);
