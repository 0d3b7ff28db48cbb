import { describe, expect, it } from '@jest/globals';

import { problem } from '../../nodes/shared/result/problem';
import { expectProblem, type ExpectedProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';

const cause = causes.notAnId('".."');

const error = {
	message: `Module: ${cause} [item 2]`,
	description: `Enter only the ID.<br>${outcomes.nothingChanged}`,
};
const inDoubt = { message: 'It broke off [item 2]', description: outcomes.maybeSaved };
const savedInPart = { message: `${outcomes.saved('m1')}not added to Cycle "A" [item 2]` };
const ofUnits = problem({
	cause: 'failed',
	effect: 'maybeDone',
	message: `Module: ${cause}`,
	description: 'Enter only the ID.',
	tryAgain: 'Try again later.',
});

describe('A problem', () => {
	it.each<[title: string, received: unknown, expected: ExpectedProblem]>([
		['of a node', error, { about: 'Module', cause, item: 2, remedy: 'only', effect: 'notDone' }],
		[
			'in the JSON of an item',
			`Module: ${cause} [item 2]. Enter only the ID.`,
			{ about: 'Module', cause, item: 2, remedy: /^Enter/ },
		],
		['of a function', ofUnits, { about: 'Module', cause, remedy: 'later', effect: 'maybeDone' }],
		['by an expression', error, { about: 'Module', cause: /^"\.\." is/ }],
		['whose outcome is unknown', inDoubt, { cause: 'It broke off', effect: 'maybeDone' }],
		['of a record that lacks a part', savedInPart, { cause: 'not added', effect: 'partlyDone' }],
	])('%s is what a test expects', (_, received, expected) => {
		expect(() => {
			expectProblem(received, expected);
		}).not.toThrow();
	});

	it.each<[title: string, received: unknown, expected: ExpectedProblem]>([
		['there is none', undefined, { cause: '' }],
		['it is about another parameter', error, { about: 'Cycle', cause }],
		['it is about a parameter', error, { cause }],
		['its cause is another one', error, { about: 'Module', cause: causes.empty }],
		['its cause does not match', error, { about: 'Module', cause: /empty/ }],
		['it is about another item', error, { about: 'Module', cause, item: 22 }],
		['its remedy is another one', error, { about: 'Module', cause, remedy: 'later' }],
		['its outcome is known', error, { about: 'Module', cause, effect: 'maybeDone' }],
		['its outcome is unknown', inDoubt, { cause: 'It broke off', effect: 'notDone' }],
		['nothing was saved', error, { about: 'Module', cause, effect: 'partlyDone' }],
		['it has another effect', ofUnits, { about: 'Module', cause, effect: 'notDone' }],
	])('is not what a test expects if %s', (_, received, expected) => {
		expect(() => {
			expectProblem(received, expected);
		}).toThrow();
	});
});
