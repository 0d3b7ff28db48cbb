import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { boolean, count, number } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites, valuesWithoutText, getRefusal } from './fieldAssertions';

describe('a number', () => {
	const field = number('sort_order', 'Sort order');

	// Servers store numbers of double precision as they are sent, and custom properties as text.
	test.each<[sent: number, stored: JsonValue, isSame: boolean]>([
		[65535, '65535', true],
		[65535, 65535.0, true],
		[0.5, '0.50', true],
		[0.1 + 0.2, 0.3, true],
		[-1234.1, -1234.1000000000001, true],
		[12345678901, 12345678902, false],
		[9007199254740991, 9007199254740990, false],
		[12345678901, 12345678901.5, false],
		[0.123456789012, 0.123456789013, false],
		[0, 1e-12, false],
		[7, 'seven', false],
	])('is the stored one if no digit differs that was entered (%d, stored %p: %s)', (...row) => {
		const [sent, stored, isSame] = row;

		expect(field.kind.isUnchanged?.(sent, stored)).toBe(isSame);
	});

	itWrites(field, [
		['keeps a whole number', 65535, 65535],
		['keeps zero', 0, 0],
		['keeps a negative fraction', -0.5, -0.5],
		['reads a number from text', '65535', 65535],
		['reads a fraction with blanks around it', ' 0.5\n', 0.5],
		['reads a sign and an open fraction', '+7.', 7],
		['keeps fifteen digits', '123456789.012345', 123456789.012345],
		['reads zeros at both ends', '007.500', 7.5],
		['reads a small fraction', '0.00000012', 0.00000012],
		['reads a long number that ends in zeros', '1000000000000000000000000', 1e24],
		['keeps the number of an expression', 1e21, 1e21],
		['reads nothing but zeros', '-0.000', -0],
		['reads a negative number from text', '-7', -7],
	]);

	itRefuses(
		field,
		(shown) => [`${shown} is not a number`, expect.stringMatching(/^Enter a number/)],
		[
			['a word', 'many', '"many"'],
			['a number with a unit', '5 days', '"5 days"'],
			['a decimal comma', '1,5', '"1,5"'],
			['blanks between the digits', '1 000', '"1 000"'],
			['two numbers', '1;2', '"1;2"'],
			['infinity', Infinity, 'Infinity'],
			['infinity as text', '-Infinity', '"-Infinity"'],
			['not a number as text', 'NaN', '"NaN"'],
			[
				'an exponent, as sheets write long numbers that they have rounded',
				'1.23457E+15',
				'"1.23457E+15"',
			],
			['hexadecimal digits', '0x10', '"0x10"'],
			['binary digits', '0b11', '"0b11"'],
			['a boolean', true, 'true'],
			...valuesWithoutText(5),
		],
	);

	itWrites(field, [
		['keeps a fraction of three digits that is no text', 1.125, 1.125],
		['reads a fraction of three digits below one', '0.125', 0.125],
		['reads a fraction of three digits behind more than three', '1234.125', 1234.125],
		['reads a fraction of two digits', '1.25', 1.25],
		['reads a fraction of four digits', '1.0000', 1],
	]);

	test.each([
		['1.000', 'may be 1 or 1000'],
		['-12.500 ', 'may be -12.5 or -12500'],
		['999.001', 'may be 999.001 or 999001'],
	])('refuses a point that may separate thousands (%s)', (text, clause) => {
		const [message, remedy] = getRefusal(field, text);

		expect(message).toContain(clause);
		expect(remedy).toContain('{{ Number($json.amount) }}');
	});

	itRefuses(
		field,
		(shown) => [
			expect.stringContaining(`${shown} has more digits than a number can keep: it would become `),
			expect.stringMatching(/^Enter a number with up to 15 digits/),
		],
		[
			['a long number', '12345678901234567890', '"12345678901234567890"'],
			['the first number that is lost', '9007199254740993', '"9007199254740993"'],
			['a long fraction', '0.12345678901234567890', '"0.12345678901234567890"'],
		],
	);
});

describe('a boolean', () => {
	const field = boolean('is_required', 'Required');

	itWrites(field, [
		['keeps true', true, true],
		['keeps false', false, false],
		['reads true from text', 'true', true],
		['reads false from text in upper case with blanks', ' FALSE ', false],
		['reads yes, as sheets and forms write it', 'Yes', true],
		['reads no', 'NO', false],
		['reads the one of a database', 1, true],
		['reads the zero of a database', 0, false],
		['reads a one that is text', '1', true],
		['reads on, as web forms write it', 'on', true],
		['reads off', 'off', false],
	]);

	const remedy = 'Use true or false, or yes or no.';

	itRefuses(field, (shown) => [`${shown} is neither true nor false`, remedy], [
		['a word', 'maybe', '"maybe"'],
		['another number', 2, '2'],
		...valuesWithoutText(true),
	]);
});

describe('a count', () => {
	const limit = count('limit', { from: 1, default: 50 }, 'Limit');
	const offset = count('offset', { from: 0, default: 0 }, 'Offset');

	const REMEDY = 'Enter a whole number, e.g. 50.';

	itWrites(limit, [
		['keeps its smallest number', 1, 1],
		['keeps a large number', 1_000_000, 1_000_000],
		['reads a number from text with blanks around it', ' 250 ', 250],
	]);

	itWrites(offset, [
		['keeps zero where it counts from zero', 0, 0],
		['reads zero from text', '0', 0],
	]);

	itRefuses(limit, (shown) => [`${shown} is not a whole number of 1 or more`, REMEDY], [
		['zero, where it counts from one', 0, '0'],
		['zero as text, where it counts from one', '0', '"0"'],
		['a negative number', -1, '-1'],
		['a fraction', 1.5, '1.5'],
		['a fraction as text', '1.5', '"1.5"'],
		['a word', 'abc', '"abc"'],
		['infinity', Infinity, 'Infinity'],
		['a number that is not exact', 2 ** 53, '9007199254740992'],
		['a boolean', true, 'true'],
		...valuesWithoutText(5),
	]);

	const from1To5 = count('n', { from: 1, to: 5, default: 2 }, 'N');

	itWrites(from1To5, [['keeps its largest number', 5, 5]]);
	itRefuses(
		from1To5,
		(shown) => [`${shown} is not a whole number from 1 to 5`, 'Enter a whole number, e.g. 2.'],
		[['a larger number', 6, '6']],
	);

	test('refuses a negative number of records to skip', () => {
		expect(getRefusal(offset, -1)[0]).toBe('-1 is not a whole number of 0 or more');
	});
});
