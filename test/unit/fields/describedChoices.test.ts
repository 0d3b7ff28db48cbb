import { describe, expect, test } from '@jest/globals';

import { describedChoice, describedChoices } from '../../../nodes/shared/fields/kinds';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { isProblem } from '../../../nodes/shared/result/problem';

const CONTEXT = { timezone: 'UTC', origin: FIXED_ORIGIN };
const options = [
	{ value: 'target_date', name: 'Due Date' },
	{ value: 'priority', description: 'How urgent it is' },
] as const;

describe('choices with names and descriptions', () => {
	const field = describedChoices('fields', options, 'Fields to watch');

	test('are shown in their order, with a name for each', () => {
		expect(field.kind.panel).toMatchObject({
			type: 'multiOptions',
			options: [
				{ name: 'Due Date', value: 'target_date' },
				{ name: 'Priority', value: 'priority', description: 'How urgent it is' },
			],
		});
	});

	test.each([
		['its name, in any case', 'due date', ['target_date']],
		['its value', ['target_date'], ['target_date']],
		['its value in words', 'Target Date, Priority', ['target_date', 'priority']],
		['an object of another tool', [{ name: 'Due Date' }], ['target_date']],
	])('can be given by %s', (_, value, expected) => {
		expect(field.kind.write(value, CONTEXT)).toEqual(expected);
	});

	test('refuse any other word, and list the names', () => {
		const result = field.kind.write('Deadline', CONTEXT);

		expect(isProblem(result) && result.description).toMatch(/^Use one of: Due Date, Priority\./);
	});
});

test('a choice with descriptions has the first value by default', () => {
	const field = describedChoice('output', options, 'What is an item');

	expect(field.kind.panel).toMatchObject({
		type: 'options',
		default: 'target_date',
		options: [{ name: 'Due Date' }, { description: 'How urgent it is' }],
	});
});
