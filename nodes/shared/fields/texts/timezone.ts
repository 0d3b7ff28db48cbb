import { refuseValue } from '../../result/problem';
import { field, type FieldKind } from '../field';
import { asText } from '../../values/asText';
import { textKind } from '../text';

/**
 * The names of time zones on servers (row 76), by the names in JavaScript and n8n, if they differ: V8
 * keeps the names of the 1990s.
 */
const CURRENT_NAMES = new Map([
	['Africa/Asmera', 'Africa/Asmara'],
	['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
	['America/Catamarca', 'America/Argentina/Catamarca'],
	['America/Coral_Harbour', 'America/Atikokan'],
	['America/Cordoba', 'America/Argentina/Cordoba'],
	['America/Godthab', 'America/Nuuk'],
	['America/Indianapolis', 'America/Indiana/Indianapolis'],
	['America/Jujuy', 'America/Argentina/Jujuy'],
	['America/Louisville', 'America/Kentucky/Louisville'],
	['America/Mendoza', 'America/Argentina/Mendoza'],
	['Asia/Calcutta', 'Asia/Kolkata'],
	['Asia/Katmandu', 'Asia/Kathmandu'],
	['Asia/Rangoon', 'Asia/Yangon'],
	['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
	['Atlantic/Faeroe', 'Atlantic/Faroe'],
	['Europe/Kiev', 'Europe/Kyiv'],
	['Pacific/Enderbury', 'Pacific/Kanton'],
	['Pacific/Ponape', 'Pacific/Pohnpei'],
	['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** Returns the name that servers have for a time zone, or undefined if there is none. Ignores case. */
function findTimezone(name: string): string | undefined {
	try {
		const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
		if (timeZone === 'UTC') return timeZone;
		// Short names (CET) are ambiguous, and servers have no fixed offsets (Etc/GMT+5).
		if (!name.includes('/') || /^etc\//i.test(timeZone)) return undefined;

		return CURRENT_NAMES.get(timeZone) ?? timeZone;
	} catch {
		return undefined;
	}
}

const timezoneKind: FieldKind = {
	...textKind,
	format: 'IANA name such as Europe/Berlin',
	write: (value) => {
		const name = asText(value)?.trim() ?? '';
		const remedy = 'Use a name such as Europe/Berlin or UTC.';

		return findTimezone(name) ?? refuseValue(value, 'is not a time zone', remedy);
	},
	emptyValue: 'UTC',
};

/** A time zone by its IANA name. Servers accept 433 of them (row 202). */
export const timezone = <Wire extends string>(wire: Wire, description: string) =>
	field(timezoneKind, wire, description);
