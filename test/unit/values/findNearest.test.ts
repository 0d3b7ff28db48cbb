import { expect, test } from '@jest/globals';

import { findNearest } from '../../../nodes/shared/values/findNearest';

const states = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled', 'Week 48'];

test.each([
	['To Do', 'Todo'],
	['to-do', 'Todo'],
	['Canceled', 'Cancelled'],
	['InProgress', 'In Progress'],
	['Dome', 'Done'],
])('the closest word to %s is %s', (text, nearest) => {
	expect(findNearest(text, states)).toBe(nearest);
});

test.each(['Highest', 'Week 47', '', '?!', 'x'.repeat(41)])('no word is close to %j', (text) => {
	expect(findNearest(text, [...states, '', 'x'.repeat(41)])).toBeUndefined();
});

test('the word with the fewest differences is the closest one', () => {
	expect(findNearest('medum', ['medial', 'medium', 'median'])).toBe('medium');
});

const people = ['bob@example.com', 'caroline@example.com', 'carl.berg@mail.example', 'Carol Berg'];

test.each<[address: string, nearest: string | undefined]>([
	// An agent asked for carol@example.com, and took bob@example.com, of which only the host was alike.
	['carol@example.com', undefined],
	['rob@example.com', undefined],
	['carolin@example.com', 'caroline@example.com'],
	['carlberg@example.com', 'carl.berg@mail.example'],
	['bob@exampel.com', 'bob@example.com'],
])('the closest address to %s is %p', (address, nearest) => {
	expect(findNearest(address, people)).toBe(nearest);
});

test('of two addresses with the same part before the @, the one with the same host is the closest', () => {
	const addresses = ['ada@mail.example', 'ada@example.com'];

	expect(findNearest('Ada.@example.com', addresses)).toBe('ada@example.com');
});
