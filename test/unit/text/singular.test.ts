import { expect, test } from '@jest/globals';

import * as lists from '../../../nodes/shared/lists/lists';
import { workItems } from '../../../nodes/shared/lists/workItems';
import { toSingular } from '../../../nodes/shared/text/singular';

test.each([
	['labels', 'label'],
	['work items', 'work item'],
	['customer properties', 'customer property'],
	['activities', 'activity'],
	['stickies', 'sticky'],
	['initiatives', 'initiative'],
])('the singular of %s is %s', (records, singular) => {
	expect(toSingular(records)).toBe(singular);
});

test('the records of every list have a singular', () => {
	const nouns = [...Object.values(lists), workItems]
		.map((list) => ('records' in list ? list.records : ''))
		.filter((noun) => noun !== '');

	expect(nouns.length).toBeGreaterThan(15);
	expect(nouns.filter((noun) => toSingular(noun).endsWith('s'))).toEqual([]);
});
