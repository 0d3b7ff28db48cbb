import { describe, expect, test } from '@jest/globals';

import { choice, choices, openChoice } from '../../../nodes/shared/fields/kinds';
import { loop, refusal, wire } from './writing';

const STATUS = ['backlog', 'in-progress', 'cancelled'] as const;
const LISTED = 'Use one of: backlog, in-progress, cancelled.';

const one = choice('status', STATUS, 'Status');
const open = openChoice('property_type', ['TEXT', 'DATE_TIME'], 'Type');
const several = choices('expand', STATUS, 'Expand');

describe('a choice', () => {
	test.each([
		['takes a value', 'in-progress', 'in-progress'],
		['takes a value in capitals', 'IN-PROGRESS', 'in-progress'],
		['takes a label', 'In Progress', 'in-progress'],
		['takes a label in another case', 'in PROGRESS', 'in-progress'],
		['takes blanks off both ends', ' backlog\n', 'backlog'],
	])('%s', (_, value, sent) => {
		expect(wire(one, value)).toBe(sent);
	});

	test('writes the value as the specification spells it, where that is in capitals', () => {
		expect(wire(open, 'text')).toBe('TEXT');
		expect(wire(open, 'Date Time')).toBe('DATE_TIME');
	});

	const bad: [title: string, value: unknown, shown: string][] = [
		['a value that is not listed', 'done', '"done"'],
		['a part of a value', 'in', '"in"'],
		['two values', 'backlog, cancelled', '"backlog, cancelled"'],
		['the name of a property of every object', 'constructor', '"constructor"'],
		['a number', 1, '1'],
		['a truth value', true, 'true'],
		['not a number', NaN, 'NaN'],
		['a list with a value', ['backlog'], 'the list ["backlog"]'],
		['an object', { value: 'backlog' }, 'the object {"value":"backlog"}'],
		['a function', () => 'backlog', 'a function'],
	];

	test.each(bad)('refuses %s and lists the values', (_, value, shown) => {
		const [said, remedy] = refusal(one, value);
		expect(said).toBe(`${shown} is not one of its values`);
		expect(remedy).toBe(LISTED);
	});
});

describe('an open choice', () => {
	test.each([
		['takes a listed value', 'TEXT', 'TEXT'],
		['takes any other text as it is', 'FORMULA', 'FORMULA'],
		['keeps the case of other text', 'Formula', 'Formula'],
		['takes blanks off both ends', ' FORMULA ', 'FORMULA'],
	])('%s', (_, value, sent) => {
		expect(wire(open, value)).toBe(sent);
	});

	const bad: [title: string, value: unknown, shown: string][] = [
		['a list', ['TEXT'], 'the list ["TEXT"]'],
		['an object', { a: 1 }, 'the object {"a":1}'],
		['an object that refers to itself', loop(), 'the object that cannot be shown'],
		['not a number', NaN, 'NaN'],
		['a function', () => 'TEXT', 'a function'],
	];

	test.each(bad)('refuses %s', (_, value, shown) => {
		const [said, remedy] = refusal(open, value);
		expect(said).toBe(`${shown} is not text`);
		expect(remedy).toBe('Use one of: TEXT, DATE_TIME.');
	});
});

describe('several choices', () => {
	const good: [title: string, value: unknown, sent: string[]][] = [
		['takes an array', ['cancelled', 'backlog'], ['cancelled', 'backlog']],
		['takes one value', 'backlog', ['backlog']],
		['parts text at commas', 'backlog, In Progress', ['backlog', 'in-progress']],
		['reads a JSON array', '["backlog"]', ['backlog']],
		['sends a double once', ['backlog', 'Backlog', 'BACKLOG'], ['backlog']],
		['drops blanks between commas that a person typed', ', backlog,', ['backlog']],
	];

	test.each(good)('%s', (_, value, sent) => {
		expect(wire(several, value)).toEqual(sent);
	});

	const bad: [title: string, value: unknown, problem: string][] = [
		['an entry without a value', ['', 'backlog', null], 'entry 1 of 3 has no value'],
		['a list with an unknown value', ['backlog', 'done'], '"done" is not one of its values'],
		['text with an unknown value', 'backlog,done', '"done" is not one of its values'],
		['a list with an object', [{ a: 1 }], 'the object {"a":1} is not one of its values'],
		['a list with a number', ['backlog', 5], '5 is not one of its values'],
		['a number', 5, '5 is not one of its values'],
		['an object', { backlog: true }, 'the object {"backlog":true} is not a list'],
		['a function', () => [], 'a function is not a list'],
		['broken JSON', '["backlog"', 'line 1, column 11'],
	];

	test.each(bad)('refuses %s', (_, value, problem) => {
		const [said, remedy] = refusal(several, value);
		expect(said).toContain(problem);
		expect(remedy).toMatch(/\.$/);
	});

	test('lists the values where one is unknown', () => {
		expect(refusal(several, 'done')[1]).toBe(LISTED);
	});
});
