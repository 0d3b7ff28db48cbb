import { describe } from '@jest/globals';

import { duration } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites, valuesWithoutText } from './fieldAssertions';

describe('a duration', () => {
	const field = duration('duration', 'Time spent');

	itWrites(field, [
		['keeps minutes', 90, 90],
		['reads minutes from text', '90', 90],
		['reads minutes with their unit', '90 min', 90],
		['reads hours and minutes', '1h 30m', 90],
		['reads hours and minutes without blanks', '1h30', 90],
		['reads words', '2 hours 5 minutes', 125],
		['reads a clock', '1:30', 90],
		['reads a clock without seconds left', '01:30:00', 90],
		['reads a fraction of an hour', '1.5h', 90],
		['reads a decimal comma', '1,25 h', 75],
		['reads tenths of an hour, which have no exact binary form', '1.1h', 66],
		['reads hundredths of an hour', '0.55h', 33],
		['reads a whole number with a decimal', '90.0', 90],
	]);

	itRefuses(
		field,
		(shown) => [
			`${shown} is not a duration in whole minutes`,
			'Enter minutes (90), or hours and minutes (1h 30m or 1:30).',
		],
		[
			['nothing', 0, '0'],
			['less than nothing', '-5', '"-5"'],
			['a part of a minute', 1.5, '1.5'],
			['seconds, which would be lost', '1:30:59', '"1:30:59"'],
			['what may be a thousand', '1,000', '"1,000"'],
			['what may be a thousand of hours', '1.000h', '"1.000h"'],
			['more than an hour of minutes', '1:75', '"1:75"'],
			['two numbers', '1 30', '"1 30"'],
			['a number that is too large', '9007199254740993', '"9007199254740993"'],
			['a word', 'long', '"long"'],
			['a boolean', true, 'true'],
			...valuesWithoutText('90'),
		],
	);
});
