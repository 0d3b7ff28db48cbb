import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';

import { parseUntrustedJson } from '../../../nodes/shared/values/json';
import { parseJson } from '../../../nodes/shared/fields/object';
import { object } from '../../../nodes/shared/fields/kinds';
import { isProblem } from '../../../nodes/shared/result/problem';
import { itRefuses, itWrites, createSelfReference } from './fieldAssertions';

const field = object('settings', 'Settings');

describe('an object field', () => {
	itWrites(field, [
		['keeps an object', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
		['reads an object from text', '{"a": 1}', { a: 1 }],
		['reads an object from text on several lines', '\n{\n\t"a": "b"\n}\n', { a: 'b' }],
		[
			'keeps an object that looks like a choice',
			{ mode: 'list', value: '' },
			{ mode: 'list', value: '' },
		],
		['takes an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
	]);

	itRefuses(
		field,
		(shown) => [`${shown} is not an object`, expect.stringMatching(/^Use an object/)],
		[
			['a list', [1], 'the list [1]'],
			['a list as text', '[1]', 'the list [1]'],
			['an empty list as text', '[]', 'the list []'],
			['a JSON text', '"a"', '"a"'],
			['a JSON number', '1', '1'],
			['a JSON boolean', 'true', 'true'],
			['a JSON null', 'null', 'null'],
			['a number', 5, '5'],
			['a boolean', false, 'false'],
			['not a number', NaN, 'NaN'],
			['a function', () => ({}), 'a function'],
			['a date object', new Date(0), 'the object "1970-01-01T00:00:00.000Z"'],
			[
				'a date of Luxon',
				DateTime.fromISO('2026-01-01', { zone: 'utc' }),
				'the object "2026-01-01T00:00:00.000Z"',
			],
			['an object with NaN', { a: [NaN] }, 'the object {"a":[null]}'],
			['a map', new Map([['a', 1]]), 'the object {}'],
			['an object that refers to itself', createSelfReference(), 'the object that cannot be shown'],
		],
	);
});

describe('an object field with invalid JSON', () => {
	const sentences = (position: string) =>
		[
			expect.stringMatching(new RegExp(`JSON.*${position}$`)),
			expect.stringMatching(/^Fix the JSON there/),
		] as const;

	itRefuses(field, sentences, [
		['a trailing comma', '{"a":1,}', 'line 1, column 8'],
		['single quotes', "{'a':1}", 'line 1, column 2'],
		['a missing colon', '{"a" 1}', 'line 1, column 6'],
		['an extra brace', '{"a":1}}', 'line 1, column 8'],
		['a missing comma on the third line', '{\n"a": 1\n"b": 2}', 'line 3, column 1'],
		['a trailing comma on the second line', '{"a":\n1,}', 'line 2, column 3'],
		['a line break inside a text', '{"a":"x\ny"}', 'line 1, column 8'],
		['a missing brace at the end', '{"a":1', 'line 1, column 7'],
		['missing brackets at the end of the second line', '{\n"a": [1, 2', 'line 2, column 11'],
		['a list that ends after a comma', '{"a": [1,', 'line 1, column 10'],
		['a lone brace', '{', 'line 1, column 2'],
		['a word that is not a value', '{"a": yes}', 'line 1, column 7'],
		['no value on the second line', '{\n"a": undefined,\n"b": 1\n}', 'line 2, column 6'],
		['a number that JSON does not have', '{"a": NaN}', 'line 1, column 7'],
		['a comma without a value', '{"a": [1,,2]}', 'line 1, column 10'],
		['a phrase', 'blue', 'line 1, column 1'],
		[
			'a mistake in a long text',
			`{"a": "${'x'.repeat(500)}",\n"b": oops,\n"c": 1}`,
			'line 2, column 6',
		],
	]);
});

test('parseJson reads every type of JSON', () => {
	expect(parseJson('null')).toBeNull();
	expect(parseJson('[1, "a"]')).toEqual([1, 'a']);
	expect(isProblem(parseJson(''))).toBe(true);
});

test('parseUntrustedJson reads up to 1,000 levels', () => {
	const nested = (levels: number) =>
		`{"a": null, "b": ${'['.repeat(levels)}${']'.repeat(levels)}, "c": 1}`;

	expect(parseUntrustedJson('{"a": [null, "b"]}')).toEqual({ a: [null, 'b'] });
	expect(parseUntrustedJson('null')).toBeNull();
	expect(parseUntrustedJson('{"a"')).toBeUndefined();
	expect(parseUntrustedJson(nested(999))).toMatchObject({ a: null, c: 1 });
	expect(parseUntrustedJson(nested(1000))).toBeUndefined();
});
