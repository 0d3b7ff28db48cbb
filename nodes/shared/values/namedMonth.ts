import { type InvalidTime, invalidTime, readTime, type Time } from './instant';

/** English names of months, whole and in their usual short forms. */
const MONTH_NAMES = [
	['january', 'jan'],
	['february', 'feb'],
	['march', 'mar'],
	['april', 'apr'],
	['may'],
	['june', 'jun'],
	['july', 'jul'],
	['august', 'aug'],
	['september', 'sep', 'sept'],
	['october', 'oct'],
	['november', 'nov'],
	['december', 'dec'],
];

/** The numbers of the months, from 1, by their names. Other words are no months, even if they begin like one. */
const MONTHS: ReadonlyMap<string, number> = new Map(
	MONTH_NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** Of two digits: 60 is 2060, and 61 is 1961, as in n8n's own `DateTime.fromFormat`. */
const LAST_YEAR_OF_THIS_CENTURY = 60;

const MONTH = String.raw`(?<month>\p{L}{3,}\.?)`;

/** A clock after the day: `9:26 AM`, `14:30:05` */
const CLOCK = String.raw`(?:[,\s]{1,3}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?(?:\s?(?<half>[ap])m)?)?`;

/** `22/Sep/25 9:26 AM`, as Jira writes times, and `22 September 2025`. */
const DAY_THEN_MONTH = new RegExp(
	String.raw`^(?<day>\d{1,2})[ /.-]+${MONTH}[ /.,-]+(?<year>\d{4}|\d\d)${CLOCK}$`,
	'iu',
);

/** `Sep 22, 2025`, `September 22 2025, 9:26 AM` */
const MONTH_THEN_DAY = new RegExp(
	String.raw`^${MONTH} (?<day>\d{1,2}),? (?<year>\d{4})${CLOCK}$`,
	'iu',
);

/** `Tue Oct 20 2026 09:00:00 GMT+0000 (GMT)`, as JavaScript and Linear write times. */
const JAVASCRIPT_TIME =
	/^[a-z]{3} (?<month>[a-z]{3}) (?<day>\d\d) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT(?<zone>[+-]\d{4})(?: \([^)]*\))?$/i;

/** The parts of a time, by the names of the groups. */
type TimeParts = Readonly<Record<string, string | undefined>>;

/**
 * Reads a day with the English name of its month, with or without a clock: `5 March 2025`, `Mar 5, 2025`,
 * `22/Sep/25 9:26 AM`. Whatever its order, only one day can be meant.
 *
 * @returns undefined for any other value
 */
export function readNamedMonth(value: unknown): Time | undefined {
	if (typeof value !== 'string') return undefined;

	const match = DAY_THEN_MONTH.exec(value) ?? MONTH_THEN_DAY.exec(value);
	const parts: TimeParts | undefined = match?.groups;
	if (parts === undefined) return undefined;

	const day = formatDay(parts);
	if (day === undefined) return unknownMonth(parts);

	const clock = formatClock(parts);
	if (clock === undefined) return invalidTime('has a time of day that does not exist');

	return readTime(`${day}T${clock}`);
}

/**
 * Reads a time as JavaScript writes it, which is a point in time.
 *
 * @returns undefined for any other value
 */
export function readJavaScriptTime(value: unknown): Time | undefined {
	const match = typeof value === 'string' ? JAVASCRIPT_TIME.exec(value) : null;
	const parts: TimeParts | undefined = match?.groups;
	if (parts === undefined) return undefined;

	const day = formatDay(parts);
	const { time = '', zone = '' } = parts;

	return day === undefined ? unknownMonth(parts) : readTime(`${day}T${time}${zone}`);
}

const unknownMonth = ({ month = '' }: TimeParts): InvalidTime =>
	invalidTime(
		`has a month that is not known: ${month}`,
		'Use the English name of the month, e.g. 31 March 2026, or a date such as 2026-03-31.',
	);

/** @returns `YYYY-MM-DD`, which need not exist, or undefined if there is no such month */
function formatDay({ year = '', month = '', day = '' }: TimeParts): string | undefined {
	const monthNumber = MONTHS.get(month.replace(/\.$/, '').toLowerCase());
	if (monthNumber === undefined) return undefined;

	const century = Number(year) > LAST_YEAR_OF_THIS_CENTURY ? '19' : '20';
	const fullYear = year.length === 2 ? `${century}${year}` : year;

	return [fullYear, String(monthNumber).padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** @returns `HH:MM:SS`, midnight if there is no clock, or undefined for one that does not exist: `13:30 AM` */
function formatClock({ hour = '0', minute = '00', second = '00', half }: TimeParts) {
	const hour24 = half === undefined ? Number(hour) : to24Hours(Number(hour), half);
	if (hour24 === undefined || hour24 > 23 || Number(minute) > 59 || Number(second) > 59) {
		return undefined;
	}

	return `${String(hour24).padStart(2, '0')}:${minute}:${second}`;
}

/** @param half `a` or `p`, in upper or lower case */
function to24Hours(hour: number, half: string): number | undefined {
	if (hour < 1 || hour > 12) return undefined;

	return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}
