import { expect, test } from '@jest/globals';

import { findNearest } from '../../../nodes/shared/fields/findNearest';

const states = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled', 'Week 48'];

test.each([
	['To Do', 'Todo'],
	['to-do', 'Todo'],
	['Canceled', 'Cancelled'],
	['InProgress', 'In Progress'],
	['Dome', 'Done'],
])('%s is most like %s (case P46)', (text, nearest) => {
	expect(findNearest(text, states)).toBe(nearest);
});

test.each(['Highest', 'Week 47', '', '?!', 'x'.repeat(41)])(
	'%j is like none of the words',
	(text) => {
		expect(findNearest(text, [...states, '', 'x'.repeat(41)])).toBeUndefined();
	},
);

test('the word that differs least is the nearest one', () => {
	expect(findNearest('medum', ['medial', 'medium', 'median'])).toBe('medium');
});
