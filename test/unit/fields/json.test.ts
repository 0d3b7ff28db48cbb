import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';

import { object } from '../../../nodes/shared/fields/kinds';
import { parseJson } from '../../../nodes/shared/fields/json';
import { loop, refusal, wire } from './writing';

const field = object('settings', 'Settings');

const good: [title: string, value: unknown, sent: object][] = [
	['keeps an object', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
	['reads an object from text', '{"a": 1}', { a: 1 }],
	['reads an object from text on several lines', '\n{\n\t"a": "b"\n}\n', { a: 'b' }],
	['takes an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
];

test.each(good)('%s', (_, value, sent) => {
	expect(wire(field, value)).toEqual(sent);
});

describe('broken JSON is refused with the place of the mistake', () => {
	const broken: [title: string, text: string, place: string][] = [
		['at a comma too many', '{"a":1,}', 'line 1, column 8'],
		['at single quotes', "{'a':1}", 'line 1, column 2'],
		['at a missing colon', '{"a" 1}', 'line 1, column 6'],
		['at a brace too many', '{"a":1}}', 'line 1, column 8'],
		['at a missing comma on the third line', '{\n"a": 1\n"b": 2}', 'line 3, column 1'],
		['at a comma too many on the second line', '{"a":\n1,}', 'line 2, column 3'],
		['at a line break inside a text', '{"a":"x\ny"}', 'line 1, column 8'],
		['at a sudden end', '{"a":1', 'line 1, column 7'],
		['at a sudden end on the second line', '{\n"a": [1, 2', 'line 2, column 11'],
		['at a lone brace', '{', 'line 1, column 2'],
		['at a word that is no value', '{"a": yes}', 'line 1, column 7'],
		[
			'at a word that is no value on the second line',
			'{\n"a": undefined,\n"b": 1\n}',
			'line 2, column 6',
		],
		['at a number that JSON does not have', '{"a": NaN}', 'line 1, column 7'],
		['at a comma without a value', '{"a": [1,,2]}', 'line 1, column 10'],
		['at free text', 'blue', 'line 1, column 1'],
		['in a long text', `{"a": "${'x'.repeat(500)}",\n"b": oops,\n"c": 1}`, 'line 2, column 6'],
	];

	test.each(broken)('%s', (_, text, place) => {
		const [said, remedy] = refusal(field, text);
		expect(said).toMatch(new RegExp(`JSON.*${place}$`));
		expect(remedy).toMatch(/^Fix the JSON there/);
	});
});

const bad: [title: string, value: unknown, shown: string][] = [
	['a list', [1], 'the list [1]'],
	['a list as text', '[1]', 'the list [1]'],
	['an empty list as text', '[]', 'the list []'],
	['a JSON text', '"a"', '"a"'],
	['a JSON number', '1', '1'],
	['a JSON truth value', 'true', 'true'],
	['a JSON null', 'null', 'null'],
	['a number', 5, '5'],
	['a truth value', false, 'false'],
	['not a number', NaN, 'NaN'],
	['a function', () => ({}), 'a function'],
	['a date object', new Date(0), 'the object "1970-01-01T00:00:00.000Z"'],
	['a date of Luxon', DateTime.fromISO('2026-01-01', { zone: 'utc' }), 'the object "2026-01-01'],
	['a map', new Map([['a', 1]]), 'the object {}'],
	['an object that refers to itself', loop(), 'the object that cannot be shown'],
];

test.each(bad)('refuses %s', (_, value, shown) => {
	const [said, remedy] = refusal(field, value);
	expect(said).toContain(shown);
	expect(said).toMatch(/is not an object|cannot be sent/);
	expect(remedy).toMatch(/^Give an object/);
});

test('parses every type of JSON', () => {
	expect(parseJson('null')).toEqual({ ok: true, value: null });
	expect(parseJson('[1, "a"]')).toEqual({ ok: true, value: [1, 'a'] });
	expect(parseJson('').ok).toBe(false);
});
