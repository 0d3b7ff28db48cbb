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
	moment,
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
import { getRefusal, writeValue } from './fieldAssertions';

const list = { method: 'searchMembers', parents: [], path: 'members/', records: 'members' };

const EMPTY = 'the value is empty';
const UNDEFINED = 'the expression returns no value (undefined)';

/** What each kind sends for a field that was added and left empty (docs/values.md). */
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
	['text that is kept as HTML', html('a_html', 'A'), '<p></p>'],
	['a time zone', timezone('a', 'A'), 'UTC'],
	['a number', number('a', 'A'), null],
	['a list of IDs', ids('a', 'A'), []],
	['a list of texts', texts('a', 'A'), []],
	['a list of values', values('a', 'A'), []],
	['several choices', choices('a', ['x', 'y'], 'A'), []],
	['an object', object('a', 'A'), {}],
];

/** What has no empty state on the server. */
const notClearableFields: [kind: string, field: Field][] = [
	['an ID that no record can be without', notClearable(id('a', 'A'))],
	['a record that no other can be without', notClearable(record('a', 'A', list))],
	['a labeled value', labeled('a', { X: 1 }, 'A')],
	['a truth value', boolean('a', 'A')],
	['a moment', moment('a', 'A')],
	['a count', count('a', { from: 0, default: 0 }, 'A')],
	['a color', color('a', 'A')],
	['the name of a record', notClearable(text('a', 'A'))],
];

const empty: [title: string, value: unknown][] = [
	['null', null],
	['an empty text', ''],
	['blanks', ' \t '],
];

describe.each(empty)('%s', (_title, value) => {
	test.each(clearable)('clears %s', (_kind, field, cleared) => {
		expect(writeValue(field, value)).toEqual(cleared);
	});

	test.each(clearable)('is refused for %s that is required', (_kind, field) => {
		expect(getRefusal(required(field), value)).toEqual([EMPTY, 'Fill in A.']);
	});

	test.each(notClearableFields)('is refused for %s, which cannot be cleared', (_kind, field) => {
		expect(getRefusal(field, value)).toEqual([EMPTY, 'Fill in A or remove it.']);
	});

	test('is refused for a locator, which always is required', () => {
		expect(getRefusal(locator('a_id', 'A'), value)).toEqual([EMPTY, 'Fill in A.']);
	});
});

const ROW = 'Most likely, its column is empty in this row.';
const NO_NULL = `Give A a value for this item. ${ROW}`;
const OR_NULL = `Give A a value for this item, or clear it with {{ $json.value ?? null }}. ${ROW}`;

describe('undefined, which an expression gives that finds nothing', () => {
	test.each(clearable)('never clears %s', (_kind, field) => {
		expect(getRefusal(field, undefined)).toEqual([UNDEFINED, OR_NULL]);
		expect(getRefusal(required(field), undefined)).toEqual([UNDEFINED, NO_NULL]);
	});

	test.each(notClearableFields)('is refused for %s', (_kind, field) => {
		expect(getRefusal(field, undefined)).toEqual([UNDEFINED, NO_NULL]);
	});
});

test.each<[what: string, field: Field, value: unknown, cleared: unknown]>([
	['an empty list', ids('a', 'A'), [], []],
	['an empty list of choices', choices('a', ['x'], 'A'), [], []],
	['separators alone that a person typed', ids('a', 'A'), ' , ,\n,', []],
	['an empty list as JSON', texts('a', 'A'), '[]', []],
	['an object without properties', object('a', 'A'), {}, {}],
	['such an object as JSON', object('a', 'A'), ' {} ', {}],
])('%s clears the field', (_, field, value, cleared) => {
	expect(writeValue(field, value)).toEqual(cleared);
});

test.each([' , ,\n,', '[]'])('%j is refused where a list is required', (value) => {
	expect(getRefusal(required(ids('a', 'A')), value)[0]).toBe(EMPTY);
});

test('blank text that an expression gives is not taken for a wish to clear', () => {
	const origin = { kind: 'expression', expressions: [], isAiGenerated: false } as const;
	const problem = 'the expression gives " ", which is blank';

	expect(getRefusal(text('a', 'A'), ' ', { origin })).toEqual([problem, OR_NULL]);
});

test('zero and false are values, not emptiness', () => {
	expect(writeValue(number('a', 'A'), 0)).toBe(0);
	expect(writeValue(boolean('a', 'A'), false)).toBe(false);
	expect(writeValue(required(number('a', 'A')), 0)).toBe(0);
	expect(writeValue(required(text('a', 'A')), 0)).toBe('0');
});
