import { expect, test } from '@jest/globals';

import { hasNoAccess } from '../../../nodes/shared/values/hasNoAccess';

test.each([
	[{ is_member: false }, true],
	[{ is_member: true }, false],
	[{}, false],
])('the user has no access to a record with %j: %s', (row, expected) => {
	expect(hasNoAccess(row)).toBe(expected);
});
