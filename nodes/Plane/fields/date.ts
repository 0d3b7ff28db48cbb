import { quote } from './describe';
import { fieldsOf, refused, written, type ValueContext, type Written } from './field';

const REMEDY = 'Give a day as YYYY-MM-DD, e.g. 2026-03-31, a timestamp, or a date object.';

function writeDay(value: unknown, context: ValueContext): Written {
	if (typeof value === 'string') return writeDayOfText(value.trim(), context);
	const instant = typeof value === 'number' ? instantOfNumber(value) : instantOfObject(value);
	return instant === undefined
		? refused(`${quote(value)} is not a date`, REMEDY)
		: writeDayOfInstant(instant, value, context);
}

/** Groups: year, month, day; hours, minutes, seconds and zone, where the text has them. */
const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:\s?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;

function writeDayOfText(text: string, context: ValueContext): Written {
	// 1767225600 or 1767225600000: a UNIX timestamp that came as text.
	if (/^\d{9,13}$/.test(text)) return writeDay(Number(text), context);

	const match = ISO.exec(text);
	if (match === null) return refused(`${quote(text)} is not a date`, REMEDY);
	const [
		,
		year = '',
		month = '',
		dayOfMonth = '',
		hours = '0',
		minutes = '0',
		seconds = '0',
		zone,
	] = match;
	const instant = Date.UTC(+year, +month - 1, +dayOfMonth, +hours, +minutes, +seconds);
	const exists =
		new Date(instant).toISOString().slice(0, 10) === `${year}-${month}-${dayOfMonth}` &&
		Number(minutes) < 60 &&
		Number(seconds) < 60;
	if (!exists) return refused(`${quote(text)} is a date that does not exist`, REMEDY);
	if (zone === undefined) return written(`${year}-${month}-${dayOfMonth}`);

	const offset = minutesOfZone(zone);
	return offset === undefined
		? refused(`${quote(text)} has a time zone that does not exist`, REMEDY)
		: writeDayOfInstant(instant - offset * 60_000, text, context);
}

/** Minutes east of UTC: `Z` → 0, `+05:30` → 330, `-0800` → -480. */
function minutesOfZone(zone: string): number | undefined {
	if (zone.toUpperCase() === 'Z') return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	const offset = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
	return minutes > 59 || offset < -12 * 60 || offset > 14 * 60 ? undefined : offset;
}

/** UNIX time in milliseconds; numbers too small for that in this century are taken as seconds. */
function instantOfNumber(value: number): number | undefined {
	if (!Number.isFinite(value) || value < 1e8) return undefined;
	return value < 1e11 ? value * 1000 : value;
}

/** A `Date` or a Luxon `DateTime` in UNIX milliseconds; undefined for anything else, or invalid. */
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

function writeDayOfInstant(instant: number, value: unknown, context: ValueContext): Written {
	if (instant < EARLIEST || instant > LATEST) {
		return refused(`${quote(value)} is a date out of range`, REMEDY);
	}
	const format = new Intl.DateTimeFormat('en-US', {
		calendar: 'iso8601',
		timeZone: context.timezone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	});
	const parts = new Map(format.formatToParts(instant).map((part) => [part.type, part.value]));
	const [year = '', month = '', dayOfMonth = ''] = [
		parts.get('year')?.padStart(4, '0'),
		parts.get('month'),
		parts.get('day'),
	];
	return written(`${year}-${month}-${dayOfMonth}`);
}

/**
 * A calendar day, written as `YYYY-MM-DD` (specification, "Resources and their fields"). A text
 * without a zone keeps its own day; whatever names an instant becomes the day that it falls on in
 * the workflow's time zone. Servers refuse timestamps, and `""` too: `null` clears (observed row 13).
 */
export const date = fieldsOf(
	{
		look: { type: 'dateTime', default: '', typeOptions: { dateOnly: true } },
		cleared: null,
		write: writeDay,
	},
	{ placeholder: 'e.g. 2026-03-31' },
);
