import { describe, expect, test } from '@jest/globals';

import { timezone } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites, writeValue } from './fieldAssertions';

const zone = timezone('timezone', 'Time zone');
const REMEDY = 'Use a name such as Europe/Berlin or UTC.';

describe('a time zone', () => {
	itWrites(zone, [
		['is sent in the spelling of servers', 'europe/BERLIN', 'Europe/Berlin'],
		['is sent in upper case if it is UTC', 'utc', 'UTC'],
		['is sent by its name', 'Europe/Berlin'],
		['is sent without blanks around it', ' Asia/Kolkata\n', 'Asia/Kolkata'],
		['is sent as UTC for Etc/UTC', 'Etc/UTC', 'UTC'],
		['is sent as UTC for GMT', 'GMT', 'UTC'],
		['is sent by its current name for an old one', 'Brazil/East', 'America/Sao_Paulo'],
	]);

	// Names in V8 and n8n that servers do not know.
	itWrites(zone, [
		['is sent by the name of the server: Asia/Calcutta', 'Asia/Calcutta', 'Asia/Kolkata'],
		['is sent by the name of the server: Europe/Kiev', 'Europe/Kiev', 'Europe/Kyiv'],
		['is sent by the name of the server: Asia/Saigon', 'Asia/Saigon', 'Asia/Ho_Chi_Minh'],
		[
			'is sent by the name of the server: America/Buenos_Aires',
			'America/Buenos_Aires',
			'America/Argentina/Buenos_Aires',
		],
		['is sent by the name of the server in any case', 'asia/kolkata', 'Asia/Kolkata'],
	]);

	itRefuses(zone, (part) => [`${part} is not a time zone`, REMEDY], [
		['a place without a time zone', 'Europe/Nowhere', '"Europe/Nowhere"'],
		['a short name, which is ambiguous', 'CET', '"CET"'],
		['a fixed offset, which no server has', 'Etc/GMT+5', '"Etc/GMT+5"'],
		['an offset by itself', '+02:00', '"+02:00"'],
		['a number', 2, '2'],
		['an object', {}, 'the object {}'],
	]);

	test('no time zone is sent by a name that servers do not know', () => {
		const names = Intl.supportedValuesOf('timeZone').map((name) => writeValue(zone, name));

		// The names in V8 that are missing in `pytz.common_timezones` (2026.6), the list of servers.
		const unknownNames =
			'Africa/Asmera America/Buenos_Aires America/Catamarca America/Coral_Harbour America/Cordoba America/Godthab America/Indianapolis America/Jujuy America/Louisville America/Mendoza Asia/Calcutta Asia/Katmandu Asia/Rangoon Asia/Saigon Atlantic/Faeroe Europe/Kiev Pacific/Enderbury Pacific/Ponape Pacific/Truk';

		expect(unknownNames.split(' ').filter((name) => names.includes(name))).toEqual([]);
		expect(names.length).toBeGreaterThan(400);
	});
});
