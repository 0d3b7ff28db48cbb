import { describe, expect, test } from '@jest/globals';

import { choice, choices, openChoice } from '../../../nodes/shared/fields/kinds';
import {
	itRefuses,
	itWrites,
	createSelfReference,
	valuesWithoutText,
	getRefusal,
} from './fieldAssertions';

const STATUS = ['backlog', 'in-progress', 'cancelled'] as const;
const LISTED = 'Use one of: backlog, in-progress, cancelled.';

const one = choice('status', STATUS, 'Status');
const open = openChoice('property_type', ['TEXT', 'DATE_TIME'], 'Type');
const several = choices('expand', STATUS, 'Expand');

describe('a choice', () => {
	itWrites(one, [
		['takes a value', 'in-progress', 'in-progress'],
		['takes a value in capitals', 'IN-PROGRESS', 'in-progress'],
		['takes a label', 'In Progress', 'in-progress'],
		['takes a label in another case', 'in PROGRESS', 'in-progress'],
		['takes blanks off both ends', ' backlog\n', 'backlog'],
		['takes an object with a name (case P25)', { id: '2', name: 'In Progress' }, 'in-progress'],
		['takes JSON text of such an object', '{"name":"Backlog"}', 'backlog'],
		['takes an object with a value', { value: 'backlog', label: 'Later' }, 'backlog'],
	]);

	test('suggests the value that is most like the one that it refuses (case P46)', () => {
		expect(getRefusal(one, 'Canceled')[1]).toBe(`${LISTED} The closest one is cancelled.`);
	});

	itRefuses(one, (shown) => [`${shown} is not one of its values`, LISTED], [
		['a value that is not listed', 'done', '"done"'],
		['a part of a value', 'in', '"in"'],
		['two values', 'backlog, cancelled', '"backlog, cancelled"'],
		['the name of a property of every object', 'constructor', '"constructor"'],
		['a number', 1, '1'],
		['a truth value', true, 'true'],
		...valuesWithoutText('backlog'),
	]);
});

describe('an open choice', () => {
	itWrites(open, [
		['takes a listed value', 'TEXT', 'TEXT'],
		['takes a listed value in small letters', 'text', 'TEXT'],
		['takes the label of a listed value', 'Date Time', 'DATE_TIME'],
		['takes any other text as it is', 'FORMULA', 'FORMULA'],
		['keeps the case of other text', 'Formula'],
		['takes blanks off both ends', ' FORMULA ', 'FORMULA'],
	]);

	itRefuses(open, (shown) => [`${shown} is not text`, 'Use one of: TEXT, DATE_TIME.'], [
		['an object that refers to itself', createSelfReference(), 'the object that cannot be shown'],
		...valuesWithoutText('TEXT'),
	]);
});

describe('several choices', () => {
	itWrites(several, [
		['takes an array', ['cancelled', 'backlog'], ['cancelled', 'backlog']],
		['takes one value', 'backlog', ['backlog']],
		['parts text at commas', 'backlog, In Progress', ['backlog', 'in-progress']],
		['parts text at semicolons (case P19)', 'backlog; In Progress', ['backlog', 'in-progress']],
		['reads a JSON array', '["backlog"]', ['backlog']],
		['sends a double once', ['backlog', 'Backlog', 'BACKLOG'], ['backlog']],
		['drops blanks between commas that a person typed', ', backlog,', ['backlog']],
	]);

	itRefuses(
		several,
		(problem) => [expect.stringContaining(problem), expect.stringMatching(/\.$/)],
		[
			['an entry without a value', ['', 'backlog', null], 'entry 1 of 3 has no value'],
			['a list with an unknown value', ['backlog', 'done'], '"done" is not one of its values'],
			['text with an unknown value', 'backlog,done', '"done" is not one of its values'],
			['a list with an object', [{ a: 1 }], 'the object {"a":1} is not one of its values'],
			['a list with a number', ['backlog', 5], '5 is not one of its values'],
			['a number', 5, '5 is not one of its values'],
			['an object', { backlog: true }, 'the object {"backlog":true} is not a list'],
			['a function', () => [], 'a function is not a list'],
			['broken JSON', '["backlog"', 'line 1, column 11'],
		],
	);

	test('lists the values where one is unknown', () => {
		expect(getRefusal(several, 'done')[1]).toBe(LISTED);
	});
});
