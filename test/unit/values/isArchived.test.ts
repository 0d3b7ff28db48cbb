import { expect, test } from '@jest/globals';

import { isArchived } from '../../../nodes/shared/values/isArchived';

test.each([
	[{ archived_at: '2026-01-02' }, true],
	[{ archived_at: null }, false],
	[{}, false],
])('a record with %j is archived: %s', (row, expected) => {
	expect(isArchived(row)).toBe(expected);
});
