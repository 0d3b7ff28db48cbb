import { asText } from '../values/asText';
import type { DayOrder, Profile, Row } from './profile';
import type { Recognition } from './recognize';

/** `4/25/2026 10:15:55 AM`, `25.04.2026 22:15`, as regional settings and spreadsheets write times. */
const NUMERIC_TIME =
	/^(?<first>\d{1,2})(?<separator>[/.-])(?<second>\d{1,2})\k<separator>(?<year>\d{4})(?:,?\s(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<seconds>\d\d))?(?:\s?(?<half>[AP])M)?)?$/iu;

/**
 * Finds out what comes first in the days of an export: one program has written all of them in the same way, and no month
 * has a number above 12.
 *
 * @returns undefined if no day shows it, or if they differ
 */
export function findDayOrder(
	rows: Iterable<Row>,
	{ profile, columns }: Recognition,
): DayOrder | undefined {
	const headings = listTimes(profile).map((heading) => columns.get(heading) ?? heading);
	const found = new Set<DayOrder>();

	for (const row of rows) {
		for (const heading of headings) {
			const { first = '', second = '' } = match(row[heading]) ?? {};

			if (Number(first) > 12) found.add('day');
			if (Number(second) > 12) found.add('month');
		}

		if (found.size > 1) return undefined;
	}

	return [...found][0];
}

const listTimes = ({ columns, furtherTimes = [] }: Profile): readonly string[] => [
	...(columns.start_date ?? []),
	...(columns.target_date ?? []),
	...(columns.created_at ?? []),
	...furtherTimes,
];

const match = (cell: unknown) => NUMERIC_TIME.exec(asText(cell)?.trim() ?? '')?.groups;

/**
 * Reads a time whose day is written in numbers: `2026-04-25T22:15:55`.
 *
 * @param order undefined if it is not known; with dots, the day comes first
 * @returns the cell itself if it is something else, or cannot be such a time
 */
export function readNumericTime(cell: unknown, order: DayOrder | undefined): unknown {
	const parts = match(cell);
	if (parts === undefined) return cell;

	const { first = '', separator, second = '', year = '' } = parts;
	const isDayFirst = order === 'day' || separator === '.' || first === second;
	if (!isDayFirst && order === undefined) return cell;

	const [day, month] = isDayFirst ? [first, second] : [second, first];
	if (Number(month) > 12) return cell;

	return [[year, pad(month), pad(day)].join('-'), ...readClock(parts)].join('T');
}

/** The time of day, if there is one. */
function readClock(parts: Readonly<Record<string, string | undefined>>): readonly string[] {
	const { hour, minute = '', seconds = '00', half } = parts;
	if (hour === undefined) return [];

	const hour24 =
		half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);

	return [[pad(hour24), minute, seconds].join(':')];
}

const pad = (value: string | number): string => String(value).padStart(2, '0');
