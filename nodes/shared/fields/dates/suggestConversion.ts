import { ROUNDED_NUMBER } from '../../values/roundedNumber';
import { isObject } from '../../values/valueChecks';
import { type Origin, readPropertyPath } from '../origin';

/** The method of a Luxon `DateTime` that returns the text that a field takes. */
type LuxonMethod = 'toISODate' | 'toISO';

/** Day 0 of Excel, in UNIX milliseconds. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

const MILLISECONDS_PER_DAY = 24 * 60 * 60_000;

/** The numbers that are read as days of Excel: the days of the years 1954 to 2119. */
const EXCEL_DAYS = { from: 20_000, to: 80_000 };

/** A time of day after a date: `9:26 AM`, `14:30:05`. */
const TIME_OF_DAY = /[,\s]{1,3}(\d{1,2}):\d\d(:\d\d)?(\s?[AP]M)?$/i;

/** Three numbers with the same separator: `5.3.2025`, `05/03/25`, `2025/03/05`. */
const NUMERIC_DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

/** `Thu Mar 06 2025 10:00:00 GMT+0000 (GMT)`, as JavaScript writes dates, and `Thu, 06 Mar 2025 …` */
const JAVASCRIPT_DATE =
	/^[A-Z][a-z]{2},? [A-Z\d][a-z\d]{1,2} [A-Z\d][a-z\d]{1,2} \d{4} \d\d:\d\d:\d\d/;

/** The sign between two days, as Notion writes them: `October 8, 2026 → October 29, 2026` */
const RANGE_SIGN = '→';

/** The expressions of n8n for a day in words. */
const DAY_WORDS = new Map([
	['today', '$today'],
	['tomorrow', '$today.plus({ days: 1 })'],
	['yesterday', '$today.minus({ days: 1 })'],
]);

/**
 * Suggests how to convert a value to a date. Nothing is converted silently, because only the user
 * knows whether `05/03/25` is in March or in May.
 *
 * @param origin the origin of the value; its expression is part of the suggestion
 * @param luxonMethod the method that returns the text that the field takes
 * @returns whole sentences, or none if the value does not look like a date
 */
export function suggestConversion(
	value: unknown,
	origin: Origin,
	luxonMethod: LuxonMethod,
): readonly string[] {
	if (isObject(value)) return suggestProperty(value, origin);

	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.length > 60) return [];

	if (ROUNDED_NUMBER.test(text)) {
		return [
			'A spreadsheet has rounded it, so its day is lost: use the file as the tool has exported it, or make the column text before you save it.',
		];
	}

	const source = toCode(text, origin);
	const [start, end, ...others] = text.split(RANGE_SIGN);

	if (start !== undefined && end !== undefined && others.length === 0) {
		return suggestEitherDay(
			[0, 1].map((index) => `${source}.split('${RANGE_SIGN}')[${index}].trim()`),
		);
	}

	const excelConversion = suggestExcelConversion(text, source, luxonMethod);
	if (excelConversion !== undefined) return [excelConversion];

	const dayExpression = DAY_WORDS.get(text.toLowerCase());
	if (dayExpression !== undefined) return [`For that day, use {{ ${dayExpression} }}.`];
	if (JAVASCRIPT_DATE.test(text)) return [`Convert it with {{ new Date(${source}) }}.`];

	if (/^(?:19|20)\d{8}$/.test(text)) {
		const asDay = `DateTime.fromFormat(String(${source}), 'yyyyMMddHH').${luxonMethod}()`;
		const asTimestamp = `DateTime.fromSeconds(Number(${source})).${luxonMethod}()`;

		return [
			`Convert it with {{ ${asDay} }} if it is a day with an hour, or with {{ ${asTimestamp} }} if it is a timestamp.`,
		];
	}

	const formats = guessFormats(text);
	const asString = typeof value === 'number' ? `String(${source})` : source;
	const conversions = formats.map(
		(format) => `{{ DateTime.fromFormat(${asString}, '${format}').${luxonMethod}() }}`,
	);
	const [first, second] = conversions;
	if (first === undefined) return [];
	if (second === undefined) return [`Convert it with ${first}.`];

	return [`Convert it with ${first} if the month comes first, or with ${second} if the day does.`];
}

/** Suggests the days of a range, such as n8n's node of Notion returns: `{ start, end }`. */
function suggestProperty(value: object, origin: Origin): readonly string[] {
	const path = readPropertyPath(origin) ?? '$json.date';

	return 'start' in value ? suggestEitherDay([`${path}.start`, `${path}.end`]) : [];
}

/** @param expressions the first day of a range, and the last one */
const suggestEitherDay = ([first = '', last = '']: readonly string[]): readonly string[] => [
	`It is a range: use {{ ${first} }} for its first day, or {{ ${last} }} for its last one.`,
];

/** Returns the expression that the value comes from, without braces, or the text as a literal. */
function toCode(text: string, { kind, expressions }: Origin): string {
	const [expression = ''] = expressions;
	const code = /^\{\{([^]*)\}\}$/.exec(expression)?.[1]?.trim();

	return kind === 'expression' && code !== undefined ? code : `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Suggests how to convert the number of a day in Excel. Returns undefined for other values. */
function suggestExcelConversion(
	text: string,
	source: string,
	luxonMethod: LuxonMethod,
): string | undefined {
	if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined;

	const days = Number(text);
	if (days < EXCEL_DAYS.from || days > EXCEL_DAYS.to) return undefined;

	const day = new Date(EXCEL_EPOCH + Math.floor(days) * MILLISECONDS_PER_DAY)
		.toISOString()
		.slice(0, 10);
	const conversion = `DateTime.fromISO('1899-12-30').plus({ days: Number(${source}) }).${luxonMethod}()`;

	return `If it is a day number of Excel, it is ${day}: convert it with {{ ${conversion} }}.`;
}

/** Guesses the Luxon format of a text. There are two if the order of day and month is ambiguous. */
function guessFormats(text: string): readonly string[] {
	const time = TIME_OF_DAY.exec(text);
	if (time === null) return guessDayFormats(text);

	const timeFormat = guessTimeFormat(time);

	return guessDayFormats(text.slice(0, time.index)).map((format) => `${format}${timeFormat}`);
}

/** Returns the Luxon format of a match of `TIME_OF_DAY`, with the separator before the time. */
function guessTimeFormat([match, hour = '', seconds, half]: RegExpExecArray): string {
	const separator = /^[,\s]+/.exec(match)?.[0] ?? ' ';
	const secondsFormat = seconds === undefined ? '' : ':ss';
	if (half === undefined) return `${separator}${'H'.repeat(hour.length)}:mm${secondsFormat}`;

	const space = half.startsWith(' ') ? ' ' : '';

	return `${separator}h:mm${secondsFormat}${space}a`;
}

/** Guesses the Luxon format of a day. There are two if the order of day and month is ambiguous. */
function guessDayFormats(day: string): readonly string[] {
	if (/^(?:19|20)\d{6}$/.test(day)) return ['yyyyMMdd'];
	if (/^(?:19|20)\d{10}$/.test(day)) return ['yyyyMMddHHmm'];
	if (/^(?:19|20)\d{12}$/.test(day)) return ['yyyyMMddHHmmss'];

	const numbers = NUMERIC_DATE.exec(day);

	return numbers === null ? [] : guessNumericFormats(numbers);
}

/** Guesses the Luxon formats of a match of `NUMERIC_DATE`. Formats that give a date that does not exist are left out. */
function guessNumericFormats(match: RegExpExecArray): readonly string[] {
	const [, first = '', separator = '', second = '', third = ''] = match;
	const dayFormat = (digits: string) => 'd'.repeat(digits.length);
	const monthFormat = (digits: string) => 'M'.repeat(digits.length);

	if (first.length === 4) {
		const exists = isMonth(second) && isDay(third);

		return exists ? [['yyyy', monthFormat(second), dayFormat(third)].join(separator)] : [];
	}

	if (first.length > 2 || ![2, 4].includes(third.length)) return [];

	const yearFormat = 'y'.repeat(third.length);
	const formats: string[] = [];

	// Nobody writes the month first with dots.
	if (separator !== '.' && isMonth(first) && isDay(second)) {
		formats.push([monthFormat(first), dayFormat(second), yearFormat].join(separator));
	}

	if (isDay(first) && isMonth(second)) {
		formats.push([dayFormat(first), monthFormat(second), yearFormat].join(separator));
	}

	return formats;
}

const isMonth = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 12;

const isDay = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 31;
