import { expect, test } from '@jest/globals';

import * as lists from '../../../nodes/shared/lists/lists';
import { workItems } from '../../../nodes/shared/lists/workItems';
import { toSingular, withArticle } from '../../../nodes/shared/text/singular';

test.each([
	['labels', 'label', 'a label'],
	['work items', 'work item', 'a work item'],
	['customer properties', 'customer property', 'a customer property'],
	['activities', 'activity', 'an activity'],
	['stickies', 'sticky', 'a sticky'],
	['initiatives', 'initiative', 'an initiative'],
])('the singular of %s is %s, and %s with its article', (records, singular, article) => {
	expect(toSingular(records)).toBe(singular);
	expect(withArticle(records)).toBe(article);
});

test('the records of every list have a singular', () => {
	const nouns = [...Object.values(lists), workItems]
		.map((list) => ('records' in list ? list.records : ''))
		.filter((noun) => noun !== '');

	expect(nouns.length).toBeGreaterThan(15);
	expect(nouns.filter((noun) => toSingular(noun).endsWith('s'))).toEqual([]);
});
