import { expect, test } from '@jest/globals';

import { joinWithConjunction } from '../../../nodes/shared/text/joinWithConjunction';

test.each([
	[[], ''],
	[['a'], 'a'],
	[['a', 'b'], 'a or b'],
	[['a', 'b', 'c'], 'a, b or c'],
])('joinWithConjunction joins %j into "%s"', (parts, text) => {
	expect(joinWithConjunction(parts, 'or')).toBe(text);
});
