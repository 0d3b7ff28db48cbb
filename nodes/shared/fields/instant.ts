/** What a text in ISO 8601 says: a day, its clock and its zone, as far as it has them. */
export interface IsoText {
	/** `YYYY-MM-DD` as it stands in the text. */
	readonly day: string;
	/** Its day and clock as if they were those of UTC, in UNIX milliseconds. */
	readonly wall: number;
	/** Minutes east of UTC; absent: the text names no zone. */
	readonly zone?: number;
}

/** Groups: year, month, day; hours, minutes, seconds, their fraction and zone, where it has them. */
const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:\s?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;

/**
 * Reads `2026-03-31`, `2026-03-31T08:30:00.123Z` and what lies between.
 *
 * @returns what the text says, or why it says nothing, as a clause: `is not a date`
 */
export function readIso(text: string): IsoText | string {
	const match = ISO.exec(text);
	if (match === null) return 'is not a date';
	const [
		,
		year = '',
		month = '',
		dayOfMonth = '',
		hours = '0',
		minutes = '0',
		seconds = '0',
		fraction = '',
		zone,
	] = match;
	const whole = Date.UTC(+year, +month - 1, +dayOfMonth, +hours, +minutes, +seconds);
	const day = `${year}-${month}-${dayOfMonth}`;
	const exists =
		new Date(whole).toISOString().slice(0, 10) === day &&
		Number(minutes) < 60 &&
		Number(seconds) < 60;
	if (!exists) return 'is a date that does not exist';

	// The clocks of servers are finer than milliseconds: 08:58:59.509050.
	const wall = whole + Number(fraction.slice(0, 3).padEnd(3, '0'));
	if (zone === undefined) return { day, wall };
	const east = minutesOfZone(zone);
	return east === undefined ? 'has a time zone that does not exist' : { day, wall, zone: east };
}

/** Minutes east of UTC: `Z` → 0, `+05:30` → 330, `-0800` → -480. */
function minutesOfZone(zone: string): number | undefined {
	if (zone.toUpperCase() === 'Z') return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	const east = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
	return minutes > 59 || east < -12 * 60 || east > 14 * 60 ? undefined : east;
}

/**
 * The instant that a value other than a text with a calendar day names, in UNIX milliseconds: a
 * UNIX timestamp, as text too, a `Date` or a Luxon `DateTime`; undefined for anything else.
 */
export function instantOf(value: unknown): number | undefined {
	if (typeof value === 'number') return instantOfNumber(value);
	if (typeof value !== 'string') return instantOfObject(value);
	// 1767225600 or 1767225600000
	return /^\d{9,13}$/.test(value) ? instantOfNumber(Number(value)) : undefined;
}

/** Numbers too small for UNIX milliseconds in this century are taken as seconds. */
function instantOfNumber(value: number): number | undefined {
	if (!Number.isFinite(value) || value < 1e8) return undefined;
	return value < 1e11 ? value * 1000 : value;
}

function instantOfObject(value: unknown): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	// Objects may come from another realm (n8n evaluates expressions in one), so no instanceof.
	const millis =
		'toMillis' in value && typeof value.toMillis === 'function'
			? (value.toMillis as () => unknown)()
			: Object.prototype.toString.call(value) === '[object Date]'
				? value.valueOf()
				: undefined;
	return typeof millis === 'number' && Number.isFinite(millis) ? millis : undefined;
}

/** What has a year of four digits in every time zone, in UNIX milliseconds. */
const EARLIEST = Date.UTC(100, 0, 1);
const LATEST = Date.UTC(9999, 11, 30);

export const isInRange = (instant: number): boolean => instant >= EARLIEST && instant <= LATEST;
