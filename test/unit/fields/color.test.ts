import { describe } from '@jest/globals';

import { color, required } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites } from './writing';

const REMEDY = 'Use the form #rrggbb, e.g. #3f76ff.';
const optional = color('color', 'Color');

describe.each([
	['a color', optional],
	['a required color', required(optional)],
])('%s', (_, field) => {
	itWrites(field, [
		['keeps a color', '#3f76ff', '#3f76ff'],
		['keeps the case', '#3F76Ff', '#3F76Ff'],
		['takes blanks off both ends', ' #000000\n', '#000000'],
	]);

	itRefuses(field, (shown) => [`${shown} is not a color`, REMEDY], [
		['three digits', '#fff', '"#fff"'],
		['a name', 'red', '"red"'],
		['digits that are none', '#gggggg', '"#gggggg"'],
		['seven digits', '#1234567', '"#1234567"'],
		['eight digits, with transparency', '#3f76ffff', '"#3f76ffff"'],
		['five digits', '#12345', '"#12345"'],
		['no hash', '3f76ff', '"3f76ff"'],
		['a hash alone', '#', '"#"'],
		['two colors', '#3f76ff #000000', '"#3f76ff #000000"'],
		['a color on the second of two lines', 'x\n#3f76ff', '"x #3f76ff"'],
		['the notation of style sheets', 'rgb(0, 0, 0)', '"rgb(0, 0, 0)"'],
		['a number', 0x3f76ff, '4159231'],
		['a truth value', true, 'true'],
		['not a number', NaN, 'NaN'],
		['an object', { r: 1 }, 'the object {"r":1}'],
		['a list', ['#3f76ff'], 'the list ["#3f76ff"]'],
		['a function', () => '#3f76ff', 'a function'],
	]);
});
