import { describe, expect, test } from '@jest/globals';

import {
	boolean,
	choice,
	choices,
	color,
	count,
	date,
	email,
	html,
	id,
	ids,
	labeled,
	notClearable,
	locator,
	longText,
	dateTime,
	number,
	object,
	openChoice,
	record,
	records,
	required,
	secret,
	text,
	texts,
	timezone,
	url,
	values,
	type Field,
} from '../../../nodes/shared/fields/kinds';
import { picker } from '../../../nodes/shared/lists/picker';
import { getRefusal, writeValue } from './fieldAssertions';

const list = picker('searchMembers', 'members/');

const EMPTY = 'the value is empty';
const UNDEFINED = 'the expression returns no value (undefined)';

/** The value that clears a field, by its kind (docs/values.md). */
const clearable: [kind: string, field: Field, cleared: unknown][] = [
	['text', text('a', 'A'), ''],
	['long text', longText('a', 'A'), ''],
	['a secret', secret('a', 'A'), ''],
	['an email address', email('a', 'A'), ''],
	['a web address', url('a', 'A'), ''],
	['a date', date('a', 'A'), null],
	['a choice', choice('a', ['x', 'y'], 'A'), null],
	['an open choice', openChoice('a', ['x', 'y'], 'A'), null],
	['an ID', id('a', 'A'), null],
	['a record', record('a', 'A', list), null],
	['several records', records('a', 'A', list, { displayName: 'A' }), []],
	['text that is stored as HTML', html('a_html', 'A'), '<p></p>'],
	['a time zone', timezone('a', 'A'), 'UTC'],
	['a number', number('a', 'A'), null],
	['a list of IDs', ids('a', 'A'), []],
	['a list of texts', texts('a', 'A'), []],
	['a list of values', values('a', 'A'), []],
	['several choices', choices('a', ['x', 'y'], 'A'), []],
	['an object', object('a', 'A'), {}],
];

/** Fields that cannot be empty on the server. */
const notClearableFields: [kind: string, field: Field][] = [
	['an ID that is not clearable', notClearable(id('a', 'A'))],
	['a record that is not clearable', notClearable(record('a', 'A', list))],
	['a labeled value', labeled('a', { X: 1 }, 'A')],
	['a boolean', boolean('a', 'A')],
	['a date and time', dateTime('a', 'A')],
	['a count', count('a', { from: 0, default: 0 }, 'A')],
	['a color', color('a', 'A')],
	['text that is not clearable', notClearable(text('a', 'A'))],
];

const emptyValues: [title: string, value: unknown][] = [
	['null', null],
	['an empty text', ''],
	['blanks', ' \t '],
];

describe.each(emptyValues)('%s', (_title, value) => {
	test.each(clearable)('clears %s', (_kind, field, cleared) => {
		expect(writeValue(field, value)).toEqual(cleared);
	});

	test.each(clearable)('is refused for %s that is required', (_kind, field) => {
		expect(getRefusal(required(field), value)).toEqual([EMPTY, 'Fill in A.']);
	});

	test.each(notClearableFields)('is refused for %s, which cannot be cleared', (_kind, field) => {
		expect(getRefusal(field, value)).toEqual([EMPTY, 'Fill in A or remove it.']);
	});

	test('is refused for a locator, which is always required', () => {
		expect(getRefusal(locator('a_id', 'A'), value)).toEqual([EMPTY, 'Fill in A.']);
	});
});

const LIKELY_CAUSE = 'Most likely, its column is empty in this row, or is called something else.';
const REMEDY = `Give A a value for this item. ${LIKELY_CAUSE}`;
const REMEDY_OR_CLEAR = `Give A a value for this item, or, if every item without one is to lose it in Plane, use {{ $json.value ?? null }}. ${LIKELY_CAUSE}`;

describe('undefined, the result of an expression without a value,', () => {
	test.each(clearable)('never clears %s', (_kind, field) => {
		expect(getRefusal(field, undefined)).toEqual([UNDEFINED, REMEDY_OR_CLEAR]);
		expect(getRefusal(required(field), undefined)).toEqual([UNDEFINED, REMEDY]);
	});

	test.each(notClearableFields)('is refused for %s', (_kind, field) => {
		expect(getRefusal(field, undefined)).toEqual([UNDEFINED, REMEDY]);
	});
});

test.each<[title: string, field: Field, value: unknown, cleared: unknown]>([
	['an empty list', ids('a', 'A'), [], []],
	['an empty list of choices', choices('a', ['x'], 'A'), [], []],
	['text with only separators that a user typed', ids('a', 'A'), ' , ,\n,', []],
	['an empty list as JSON', texts('a', 'A'), '[]', []],
	['an object without properties', object('a', 'A'), {}, {}],
	['an object without properties as JSON', object('a', 'A'), ' {} ', {}],
])('%s clears the field', (_, field, value, cleared) => {
	expect(writeValue(field, value)).toEqual(cleared);
});

test.each([' , ,\n,', '[]'])('%j is refused where a list is required', (value) => {
	expect(getRefusal(required(ids('a', 'A')), value)[0]).toBe(EMPTY);
});

test('blank text from an expression does not clear the field', () => {
	const origin = { kind: 'expression', expressions: [], isAiGenerated: false } as const;
	const problem = 'the expression returns " ", which is blank';

	expect(getRefusal(text('a', 'A'), ' ', { origin })).toEqual([problem, REMEDY_OR_CLEAR]);
});

test('zero and false do not count as empty', () => {
	expect(writeValue(number('a', 'A'), 0)).toBe(0);
	expect(writeValue(boolean('a', 'A'), false)).toBe(false);
	expect(writeValue(required(number('a', 'A')), 0)).toBe(0);
	expect(writeValue(required(text('a', 'A')), 0)).toBe('0');
});
