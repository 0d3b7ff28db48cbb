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
const REMEDY = 'Use one of: backlog, in-progress, cancelled.';

const status = choice('status', STATUS, 'Status');
const propertyType = openChoice('property_type', ['TEXT', 'DATE_TIME'], 'Type');
const expand = choices('expand', STATUS, 'Expand');

describe('a choice', () => {
	itWrites(status, [
		['takes a value', 'in-progress', 'in-progress'],
		['takes a value in upper case', 'IN-PROGRESS', 'in-progress'],
		['takes a label', 'In Progress', 'in-progress'],
		['takes a label in another case', 'in PROGRESS', 'in-progress'],
		['removes blanks at both ends', ' backlog\n', 'backlog'],
		['takes an object with a name', { id: '2', name: 'In Progress' }, 'in-progress'],
		['takes JSON text of such an object', '{"name":"Backlog"}', 'backlog'],
		['takes an object with a value', { value: 'backlog', label: 'Later' }, 'backlog'],
	]);

	test('suggests the closest value when it refuses one', () => {
		expect(getRefusal(status, 'Canceled')[1]).toBe(`${REMEDY} The closest one is cancelled.`);
	});

	itRefuses(status, (shown) => [`${shown} is not one of its values`, REMEDY], [
		['a value that is not listed', 'done', '"done"'],
		['a part of a value', 'in', '"in"'],
		['two values', 'backlog, cancelled', '"backlog, cancelled"'],
		['the name of a property of every object', 'constructor', '"constructor"'],
		['a number', 1, '1'],
		['a boolean', true, 'true'],
		...valuesWithoutText('backlog'),
	]);
});

describe('an open choice', () => {
	itWrites(propertyType, [
		['takes a listed value', 'TEXT', 'TEXT'],
		['takes a listed value in lower case', 'text', 'TEXT'],
		['takes the label of a listed value', 'Date Time', 'DATE_TIME'],
		['takes any other text as it is', 'FORMULA', 'FORMULA'],
		['keeps the case of other text', 'Formula'],
		['removes blanks at both ends', ' FORMULA ', 'FORMULA'],
	]);

	itRefuses(propertyType, (shown) => [`${shown} is not text`, 'Use one of: TEXT, DATE_TIME.'], [
		['an object that refers to itself', createSelfReference(), 'the object that cannot be shown'],
		...valuesWithoutText('TEXT'),
	]);
});

describe('several choices', () => {
	itWrites(expand, [
		['takes an array', ['cancelled', 'backlog'], ['cancelled', 'backlog']],
		['takes one value', 'backlog', ['backlog']],
		['splits text at commas', 'backlog, In Progress', ['backlog', 'in-progress']],
		['splits text at semicolons', 'backlog; In Progress', ['backlog', 'in-progress']],
		['reads a JSON array', '["backlog"]', ['backlog']],
		['sends a repeated value once', ['backlog', 'Backlog', 'BACKLOG'], ['backlog']],
		['drops empty entries between commas that a user typed', ', backlog,', ['backlog']],
	]);

	itRefuses(expand, (problem) => [expect.stringContaining(problem), expect.stringMatching(/\.$/)], [
		['an entry without a value', ['', 'backlog', null], 'entry 1 of 3 has no value'],
		['a list with an unknown value', ['backlog', 'done'], '"done" is not one of its values'],
		['text with an unknown value', 'backlog,done', '"done" is not one of its values'],
		['a list with an object', [{ a: 1 }], 'the object {"a":1} is not one of its values'],
		['a list with a number', ['backlog', 5], '5 is not one of its values'],
		['a number', 5, '5 is not one of its values'],
		['an object', { backlog: true }, 'the object {"backlog":true} is not a list'],
		['a function', () => [], 'a function is not a list'],
		['broken JSON', '["backlog"', 'line 1, column 11'],
	]);

	test('lists the values when it refuses one', () => {
		expect(getRefusal(expand, 'done')[1]).toBe(REMEDY);
	});
});
