import { refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type ValueContext, type Written } from './field';
import { instantOf, isInRange, readIso } from './instant';

const REMEDY = 'Use a date such as 2026-03-31, a timestamp, or a date object.';

function writeDay(given: unknown, context: ValueContext): Written {
	const value = typeof given === 'string' ? given.trim() : given;
	const instant = instantOf(value);
	if (instant !== undefined) return writeDayOfInstant(instant, value, context);
	if (typeof value !== 'string') return refused(`${quote(value)} is not a date`, REMEDY);

	const read = readIso(value);
	if (typeof read === 'string') return refused(`${quote(value)} ${read}`, REMEDY);
	const { day, wall, zone } = read;
	return zone === undefined ? day : writeDayOfInstant(wall - zone * 60_000, value, context);
}

function writeDayOfInstant(instant: number, value: unknown, context: ValueContext): Written {
	if (!isInRange(instant)) return refused(`${quote(value)} is a date out of range`, REMEDY);
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
	return `${year}-${month}-${dayOfMonth}`;
}

/**
 * A calendar day, written as `YYYY-MM-DD` (docs/values.md). A text
 * without a zone keeps its own day; whatever names an instant becomes the day that it falls on in
 * the workflow's time zone. Servers refuse timestamps, and `""` too: `null` clears (row 13).
 */
export const date = fieldsOf(
	{
		look: { type: 'dateTime', default: '', typeOptions: { dateOnly: true } },
		cleared: null,
		write: writeDay,
	},
	{ placeholder: 'e.g. 2026-03-31' },
);
