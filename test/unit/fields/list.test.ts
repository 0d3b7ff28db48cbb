import { describe, expect, test } from '@jest/globals';

import { ids, newRecords, required, texts, values } from '../../../nodes/shared/fields/kinds';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { enterValue } from '../../../nodes/shared/fields/write';
import { workItems } from '../../../nodes/shared/lists/workItems';
import {
	itRefuses,
	itWrites,
	createSelfReference,
	getRefusal,
	writeValue,
} from './fieldAssertions';

const members = ids('members', 'Members');
const workItemIds = ids('issues', 'Work items', { source: workItems });
const textList = texts('default_value', 'Default value');
const valueList = values('values', 'Values');

/** IDs of four records. */
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(
	(letter) => `0c7da278-21b6-4225-9d30-${letter.repeat(12)}`,
) as [string, string, string, string];

const sentences = (problem: string) =>
	[expect.stringContaining(problem), expect.stringMatching(/^(Give|Use|Enter|Fix) .*\.$/)] as const;

describe.each([textList, valueList])('a list of $wire', (field) => {
	itRefuses(field, sentences, [
		['an object', { a: 1 }, 'the object {"a":1} is not a list'],
		['an object that refers to itself', createSelfReference(), 'is not a list'],
		['an object as JSON text', '{"a":1,"b":2}', 'is not a list'],
	]);
});

describe('a list of texts', () => {
	itRefuses(textList, sentences, [
		['a bracket that does not start JSON', '[P1] hot', 'the JSON is invalid'],
	]);
});

describe.each([members, textList, valueList])('a list of $wire', (field) => {
	itRefuses(field, sentences, [
		['not a number', NaN, 'NaN is not a list'],
		['infinity', Infinity, 'Infinity is not a list'],
		['a function', () => [], 'a function is not a list'],
		['a JSON array that ends too early', '["a", "b"', 'line 1, column 10'],
		['a JSON array with a mistake on the second line', '["a",\n"b" "c"]', 'line 2, column 5'],
	]);
});

describe('a list of IDs', () => {
	describe.each([
		['optional', members],
		['required', required(members)],
	])('that is %s', (_, field) => {
		itWrites(field, [
			['keeps an array', [a, b], [a, b]],
			['takes one ID for a list of one', a, [a]],
			['splits text at commas', `${a},${b} , ${c}`, [a, b, c]],
			['splits text at line breaks of every system', `${a}\n${b}\r\n${c}\r${d}`, [a, b, c, d]],
			['reads a JSON array', `["${a}", "${b}"]`, [a, b]],
			['reads a JSON array on several lines', `\n[\n"${a}",\n"${b}"\n]\n`, [a, b]],
			['drops empty entries between commas that a user typed', `,${a},, ,${b},`, [a, b]],
			['drops blank lines', `\n${a}\n\n \n${b},\n${c}\n`, [a, b, c]],
			['removes the blanks around each entry', [` ${a} `, `${b}\n`], [a, b]],
			['sends a repeated ID once', [a, a], [a]],
			['keeps the order of the first appearances', [c, a, c, b, a], [c, a, b]],
			['sends an ID once that is repeated with blanks around it', `${a}, ${a} ,${a}`, [a]],
			['sends an ID once that is repeated in another case', [a.toUpperCase(), a], [a]],
			['takes records for their IDs', [{ id: a, name: 'A' }, b], [a, b]],
			['takes one record for a list of one', { id: a }, [a]],
			['takes JSON text of records', `[{"id":"${a}"},{"id":"${b}"}]`, [a, b]],
			['splits text at semicolons', `${a};${b} ; ${c}`, [a, b, c]],
			['reads a list in brackets that is not JSON', `[${a}, '${b}']`, [a, b]],
		]);
	});

	itRefuses(members, sentences, [
		['a boolean', true, 'true is not an ID'],
		['a number', 42, '"42" is not an ID'],
		['a name', 'ada', '"ada" is not an ID'],
		['an email address', [a, 'ada@example.com'], '"ada@example.com" is not an ID'],
		['a key of another kind of record', 'LNCH-12', '"LNCH-12" is not an ID'],
		['a list with an object without an ID', [a, { b: 1 }], 'the object {"b":1} is not an ID'],
		['an object without an ID', { b: 1 }, 'the object {"b":1} is not an ID, and has none'],
		['a list with a list inside', [a, ['b']], 'the list ["b"] is not an ID'],
		['a list with a bad ID in the middle', [a, 'b/c', d], '"b/c" has "/"'],
		['a list with a path to a parent folder', `${a},..`, '".." is not an ID'],
		['text separated by blanks', `${a} ${b}`, 'has a space'],
		['a list with a web address', `${a}, https://app.plane.so/x`, 'is a web address'],
		['a list with an ID that is too long', [a, 'x'.repeat(256)], '256 characters'],
	]);

	test('splits keys at semicolons, but keeps semicolons in external IDs', () => {
		expect(writeValue(workItemIds, `LNCH-12; lnch-13;${a}`)).toEqual(['LNCH-12', 'lnch-13', a]);
		expect(writeValue(workItemIds, 'sheet:a;sheet:b')).toEqual(['sheet:a', 'sheet:b']);
		expect(writeValue(workItemIds, 'sheet:a;b, sheet:c')).toEqual(['sheet:a;b', 'sheet:c']);
		expect(getRefusal(workItemIds, 'LNCH-12; foo')[0]).toBe('"foo" is not an ID');
	});

	test('takes the keys of its source, and no other text', () => {
		expect(writeValue(workItemIds, `LNCH-12, ${a}`)).toEqual(['LNCH-12', a]);
		expect(writeValue(workItemIds, 'lnch-12')).toEqual(['lnch-12']);
		expect(getRefusal(workItemIds, 'lnch12')[0]).toBe('"lnch12" is not an ID');
	});
});

describe('an entry without a value', () => {
	const listsWithGaps: [title: string, value: unknown, problem: string][] = [
		['undefined', ['a', undefined, 'b'], 'entry 2 of 3 has no value'],
		['null', [null, 'b'], 'entry 1 of 2 has no value'],
		['an empty text', ['a', 'b', ''], 'entry 3 of 3 has no value'],
		['blanks', ['a', ' \n'], 'entry 2 of 2 has no value'],
		['null in a JSON array', '["a", null]', 'entry 2 of 2 has no value'],
		['each of them', [undefined, undefined], 'no entry has a value'],
	];

	describe.each([members, textList, valueList])('of $wire', (field) => {
		test.each(listsWithGaps)('refuses the list: %s', (_, value, problem) => {
			const remedy = 'Fill in every entry, or remove the empty ones.';

			expect(getRefusal(field, value)).toEqual([problem, remedy]);
			expect(getRefusal(required(field), value)).toEqual([problem, remedy]);
		});
	});

	const origin = {
		kind: 'expression',
		expressions: ['{{ $json.ids }}'],
		isAiGenerated: false,
	} as const;

	test.each([
		['between two commas', 'a, ,b', 'entry 2 of 3 has no value'],
		['before the first comma', ',a', 'entry 1 of 2 has no value'],
		['after the last comma', 'a,\n', 'entry 2 of 2 has no value'],
		['in every place', ' , ,\n,', 'no entry has a value'],
	])('refuses the text of an expression: %s', (_, value, problem) => {
		expect(getRefusal(members, value, { origin })[0]).toBe(problem);
	});
});

describe('a list of texts', () => {
	itWrites(textList, [
		['keeps an array', ['Gold', 'Silver'], ['Gold', 'Silver']],
		['splits text at commas and line breaks', 'Gold, Silver\nBronze', ['Gold', 'Silver', 'Bronze']],
		['keeps blanks inside an entry', 'Light Gold, Silver', ['Light Gold', 'Silver']],
		['keeps an entry with a comma in a JSON array', '["Gold, pure"]', ['Gold, pure']],
		['keeps repeated entries', 'a,a', ['a', 'a']],
		['writes numbers and booleans as text', [1, true], ['1', 'true']],
		['takes a boolean for a list of one', true, ['true']],
		['removes the blanks around each entry', [' a ', 'b\n'], ['a', 'b']],
	]);

	itRefuses(textList, sentences, [
		['a list with an object inside', ['a', { b: 1 }], 'the object {"b":1} is not text'],
		['a list with a list inside', [['a']], 'the list ["a"] is not text'],
		['a list with a function inside', [() => 'a'], 'a function is not text'],
		['a list with NaN', ['a', NaN], 'NaN is not text'],
	]);
});

describe('a list of values', () => {
	itWrites(valueList, [
		['keeps the type of each entry', ['a', 1, false, { b: [2] }], ['a', 1, false, { b: [2] }]],
		['reads a JSON array', '["Gold", 3, true]', ['Gold', 3, true]],
		['takes a number for a list of one', 5, [5]],
		['takes zero for a list of one', 0, [0]],
		['takes a boolean for a list of one', false, [false]],
		['keeps repeated entries', [1, 1], [1, 1]],
		['writes a date object as JSON does', [new Date(0)], ['1970-01-01T00:00:00.000Z']],
	]);

	test.each(['Gold, 3', 'Best regards,', ',', '[draft] call back', `${a}, ${b}`, 'a\n\nb'])(
		'leaves text to the kind of the property: %j',
		(text) => {
			expect(writeValue(valueList, ` ${text}\n`)).toEqual([text]);
			const context = { timezone: 'UTC', origin: FIXED_ORIGIN, whenEmpty: 'clear' } as const;

			expect(enterValue(valueList, ` ${text}\n`, context)).toEqual({
				value: text,
				splitLater: context,
			});
		},
	);

	itRefuses(valueList, sentences, [
		['a list with NaN', [1, NaN], 'NaN cannot be sent'],
		['a list with infinity', [Infinity], 'Infinity cannot be sent'],
		['a list with a function', [() => 1], 'a function cannot be sent'],
		['a list with a symbol', [Symbol('a')], 'a symbol cannot be sent'],
		['a list with an object that refers to itself', [createSelfReference()], 'cannot be sent'],
		['a list with a date that does not exist', [new Date(NaN)], 'cannot be sent'],
	]);
});

describe('records to create', () => {
	const field = newRecords(
		'estimate_points',
		{ nameField: 'value', maxLength: 20 },
		'Values of the points',
	);

	itWrites(field, [
		['are the texts of a list', 'S, M, L', [{ value: 'S' }, { value: 'M' }, { value: 'L' }]],
		[
			'keep the position that they are given',
			[{ value: '13', key: 6 }, '21'],
			[{ key: 6, value: '13' }, { value: '21' }],
		],
	]);

	test.each(['1, 2, 2', ['1', { value: '2' }, { value: ' 2 ' }]])(
		'are refused if two are the same: %j',
		(value) => {
			expect(getRefusal(field, value)).toEqual([
				'"2" is listed twice',
				'Enter each of them only once.',
			]);
		},
	);

	test.each<[what: string, entry: unknown]>([
		['a text', 'x'.repeat(21)],
		['an object with a text', { value: 'x'.repeat(21) }],
	])('are refused with %s that is too long (row 467)', (_, entry) => {
		expect(getRefusal(field, ['S', entry])).toEqual([
			`"${'x'.repeat(21)}" is 21 characters long, and Plane takes 20 at most`,
			'Shorten it by 1 character.',
		]);
	});

	test.each<[what: string, entry: unknown, problem: string]>([
		['an object without any', {}, 'the object {} has no "value"'],
		['an object with another field', { key: 2 }, 'the object {"key":2} has no "value"'],
		['an object with an empty one', { value: ' ' }, 'the object {"value":" "} has no "value"'],
		['an object with an ID alone', { id: 5 }, 'the object {"id":5} has no "value"'],
		['an object in its place', { value: { a: 1 } }, 'has no "value"'],
		['a list in place of a text', ['S'], '["S"] is not a name'],
	])('are refused with %s', (_, entry, problem) => {
		expect(getRefusal(field, ['S', entry])).toEqual([
			expect.stringContaining(problem),
			'Use a list of names, or of objects with "value".',
		]);
	});

	itWrites(field, [['take a number for a text', [{ value: 5 }], [{ value: '5' }]]]);

	itWrites(newRecords('options', { nameField: 'name', changesById: true }, 'Options'), [
		['keep their names if an ID says which they are (row 453)', [{ id: a }], [{ id: a }]],
	]);

	test('are refused if two differ only in case', () => {
		expect(getRefusal(field, 'S, M, s')[0]).toBe('"s" is listed twice');
	});
});
