import { isObject } from '../valueChecks';

/** What a text without a zone says. */
export interface LocalTime {
	readonly kind: 'local';
	/** `YYYY-MM-DD` as it stands in the text. */
	readonly day: string;
	/** Its day and clock as if they were those of UTC, in UNIX milliseconds. */
	readonly utcEquivalent: number;
}

/** What names an instant. */
export interface Instant {
	readonly kind: 'instant';
	/** UNIX milliseconds. */
	readonly instant: number;
	/** Whether it is given in UTC, or without any offset from it, as timestamps and date objects are. */
	readonly isInUtc: boolean;
}

/** Of what does not look like a time at all. */
export const NOT_A_DATE = 'is not a date';

/** What has a year of four digits in every time zone, in UNIX milliseconds. */
const EARLIEST = Date.UTC(100, 0, 1);
const LATEST = Date.UTC(9999, 11, 30);

export const isInRange = (instant: number): boolean => instant >= EARLIEST && instant <= LATEST;

/** Groups: the day, the clock and its zone, where it has them. */
const ISO =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:\s?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;

/**
 * Reads whatever names an instant, and `2026-03-31`, `2026-03-31T08:30:00.123Z` and what lies
 * between. The clocks of servers are finer than milliseconds (08:58:59.509050), which is cut to.
 *
 * @returns an instant, what a text without a zone says, or why the value says nothing, as a clause:
 *   `is not a date`
 */
export function readTime(value: unknown): Instant | LocalTime | string {
	const instant = toInstant(value);
	if (instant !== undefined) return { kind: 'instant', instant, isInUtc: true };

	const iso = typeof value === 'string' ? ISO.exec(value) : null;
	const [, day, clock = '00:00', zone] = iso ?? [];
	if (day === undefined) return NOT_A_DATE;

	const wall = Date.parse(`${day}T${clock.replace(',', '.')}Z`);
	// 30 February is read as 2 March.
	const exists = wall >= EARLIEST && new Date(wall).getUTCDate() === Number(day.slice(-2));
	if (!exists) return 'is a date that does not exist';
	if (zone === undefined) return { kind: 'local', day, utcEquivalent: wall };

	const east = parseZoneOffset(zone);
	if (east === undefined) return 'has a time zone that does not exist';

	return { kind: 'instant', instant: wall - east * 60_000, isInUtc: east === 0 };
}

/** Minutes east of UTC: `Z` → 0, `+05:30` → 330, `-0800` → -480. */
function parseZoneOffset(zone: string): number | undefined {
	if (zone.toUpperCase() === 'Z') return 0;

	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	const east = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);

	return minutes > 59 || east < -12 * 60 || east > 14 * 60 ? undefined : east;
}

/** UNIX milliseconds of a timestamp, which may be text, of a `Date` or of a Luxon `DateTime`. */
function toInstant(value: unknown): number | undefined {
	if (isObject(value)) return objectToInstant(value);

	// 1767225600 or 1767225600000
	const isTimestamp = typeof value === 'string' && /^\d{9,13}$/.test(value);
	const number = isTimestamp ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number) || number < 1e8) return undefined;

	// Too small for milliseconds in this century.
	return number < 1e11 ? number * 1000 : number;
}

/** Objects may come from another realm (n8n evaluates expressions in one), so no instanceof. */
function objectToInstant(value: Record<string, unknown>): number | undefined {
	const isDate = Object.prototype.toString.call(value) === '[object Date]';
	const isLuxon = typeof value.toMillis === 'function';
	const millis = isLuxon ? (value.toMillis as () => unknown)() : isDate && value.valueOf();

	return typeof millis === 'number' && Number.isFinite(millis) ? millis : undefined;
}
