import { describe, expect, test } from '@jest/globals';

import { timezone } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites, writeValue } from './fieldAssertions';

const zone = timezone('timezone', 'Time zone');
const REMEDY = 'Use a name such as Europe/Berlin or UTC.';

describe('a time zone', () => {
	itWrites(zone, [
		['goes out as its list has it', 'europe/BERLIN', 'Europe/Berlin'],
		['goes out in capitals if it is that of the world', 'utc', 'UTC'],
		['goes out by its name', 'Europe/Berlin'],
		['goes out without blanks around it', ' Asia/Kolkata\n', 'Asia/Kolkata'],
		['goes out as UTC by its other names', 'Etc/UTC', 'UTC'],
		['goes out as UTC for GMT', 'GMT', 'UTC'],
		['goes out as the city of the same clocks for an old name', 'Brazil/East', 'America/Sao_Paulo'],
	]);

	// Case X9: what V8 and n8n call these, and servers do not know.
	itWrites(zone, [
		['goes out by the name of the server: Asia/Calcutta', 'Asia/Calcutta', 'Asia/Kolkata'],
		['goes out by the name of the server: Europe/Kiev', 'Europe/Kiev', 'Europe/Kyiv'],
		['goes out by the name of the server: Asia/Saigon', 'Asia/Saigon', 'Asia/Ho_Chi_Minh'],
		[
			'goes out by the name of the server: America/Buenos_Aires',
			'America/Buenos_Aires',
			'America/Argentina/Buenos_Aires',
		],
		['goes out by the name of the server in any case', 'asia/kolkata', 'Asia/Kolkata'],
	]);

	itRefuses(zone, (part) => [`${part} is not a time zone`, REMEDY], [
		['a place that has none', 'Europe/Nowhere', '"Europe/Nowhere"'],
		['a short name, which may mean several', 'CET', '"CET"'],
		['a fixed offset, which no server has', 'Etc/GMT+5', '"Etc/GMT+5"'],
		['an offset by itself', '+02:00', '"+02:00"'],
		['a number', 2, '2'],
		['what is no text', {}, 'the object {}'],
	]);

	test('no zone goes out by a name that servers had before 1996 or never had', () => {
		const names = Intl.supportedValuesOf('timeZone').map((name) => writeValue(zone, name));

		// These are what `pytz.common_timezones` (2026.6), which servers check by, lacks of V8's list.
		const unknown =
			'Africa/Asmera America/Buenos_Aires America/Catamarca America/Coral_Harbour America/Cordoba America/Godthab America/Indianapolis America/Jujuy America/Louisville America/Mendoza Asia/Calcutta Asia/Katmandu Asia/Rangoon Asia/Saigon Atlantic/Faeroe Europe/Kiev Pacific/Enderbury Pacific/Ponape Pacific/Truk';

		expect(unknown.split(' ').filter((name) => names.includes(name))).toEqual([]);
		expect(names.length).toBeGreaterThan(400);
	});
});
