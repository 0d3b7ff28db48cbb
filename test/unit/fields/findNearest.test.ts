import { expect, test } from '@jest/globals';

import { findNearest } from '../../../nodes/shared/fields/findNearest';

const states = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled', 'Week 48'];

test.each([
	['To Do', 'Todo'],
	['to-do', 'Todo'],
	['Canceled', 'Cancelled'],
	['InProgress', 'In Progress'],
	['Dome', 'Done'],
])('the closest word to %s is %s (case P46)', (text, nearest) => {
	expect(findNearest(text, states)).toBe(nearest);
});

test.each(['Highest', 'Week 47', '', '?!', 'x'.repeat(41)])('no word is close to %j', (text) => {
	expect(findNearest(text, [...states, '', 'x'.repeat(41)])).toBeUndefined();
});

test('the word with the fewest differences is the closest one', () => {
	expect(findNearest('medum', ['medial', 'medium', 'median'])).toBe('medium');
});
