import type { Origin } from '../origin';

/** The method of a Luxon `DateTime` that gives the text which a field takes. */
type ToText = 'toISODate' | 'toISO';

/** Days of Excel begin at this one, whose number is 0. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

const MILLISECONDS_PER_DAY = 24 * 60 * 60_000;

/** The day numbers of Excel that are taken for such: 1954 to 2119. */
const EXCEL_DAYS = { from: 20_000, to: 80_000 };

/** A time behind a day: `9:26 AM`, `14:30:05`. */
const TIME_OF_DAY = /[,\s]{1,3}(\d{1,2}):\d\d(:\d\d)?(\s?[AP]M)?$/i;

const MONTHS =
	'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** `5.3.2025`, `05/03/25`, `2025/03/05`: three numbers and what separates them. */
const NUMERIC_DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

/** `5 March 2025`, `22/Sep/25`, `05-Mar-2025` */
const DAY_THEN_MONTH = new RegExp(`^(\\d{1,2})([ /.-]+)(${MONTHS})([ /.,-]+)(\\d{4}|\\d\\d)$`, 'i');

/** `Mar 5, 2025`, `March 5 2025` */
const MONTH_THEN_DAY = new RegExp(`^(${MONTHS})( )(\\d{1,2})(,? )(\\d{4})$`, 'i');

/** `Thu Mar 06 2025 10:00:00 GMT+0000 (GMT)`, as JavaScript writes dates, and `Thu, 06 Mar 2025 …` */
const JAVASCRIPT_DATE =
	/^[A-Z][a-z]{2},? [A-Z\d][a-z\d]{1,2} [A-Z\d][a-z\d]{1,2} \d{4} \d\d:\d\d:\d\d/;

/** What n8n has for a day in words. */
const DAY_WORDS = new Map([
	['today', '$today'],
	['tomorrow', '$today.plus({ days: 1 })'],
	['yesterday', '$today.minus({ days: 1 })'],
]);

/**
 * How to convert a value that is no date into one, shown for this very value. Nothing is converted
 * silently: whether `05/03/25` is in March or in May, only its author knows.
 *
 * @param origin whose expression is shown, if there is one
 * @returns sentences, none if nothing is known of such a value
 */
export function suggestConversion(
	value: unknown,
	origin: Origin,
	toText: ToText,
): readonly string[] {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.length > 60) return [];

	const source = sourceExpression(text, origin);
	const excel = convertExcelDay(text, source, toText);
	if (excel !== undefined) return [excel];

	const word = DAY_WORDS.get(text.toLowerCase());
	if (word !== undefined) return [`For that day, use {{ ${word} }}.`];
	if (JAVASCRIPT_DATE.test(text)) return [`Convert it with {{ new Date(${source}) }}.`];

	const formats = guessFormats(text);
	const asString = typeof value === 'number' ? `String(${source})` : source;
	const conversions = formats.map(
		(format) => `{{ DateTime.fromFormat(${asString}, '${format}').${toText}() }}`,
	);
	const [only, other] = conversions;
	if (only === undefined) return [];
	if (other === undefined) return [`Convert it with ${only}.`];

	return [`Convert it with ${only} if the month comes first, or with ${other} if the day does.`];
}

/** The expression that gave the value, without its braces, or the text itself as code. */
function sourceExpression(text: string, { kind, expressions }: Origin): string {
	const [part = ''] = expressions;
	const code = /^\{\{([^]*)\}\}$/.exec(part)?.[1]?.trim();

	return kind === 'expression' && code !== undefined ? code : `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function convertExcelDay(text: string, source: string, toText: ToText): string | undefined {
	if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined;

	const days = Number(text);
	if (days < EXCEL_DAYS.from || days > EXCEL_DAYS.to) return undefined;

	const day = new Date(EXCEL_EPOCH + Math.floor(days) * MILLISECONDS_PER_DAY)
		.toISOString()
		.slice(0, 10);
	const conversion = `DateTime.fromISO('1899-12-30').plus({ days: Number(${source}) }).${toText}()`;

	return `If it is a day number of Excel, it is ${day}: convert it with {{ ${conversion} }}.`;
}

/** The formats of Luxon that a text looks like: two if the order of day and month is ambiguous. */
function guessFormats(text: string): readonly string[] {
	const clock = TIME_OF_DAY.exec(text);
	const day = clock === null ? text : text.slice(0, clock.index);
	const formats = guessDayFormats(day);
	if (clock === null) return formats;

	const [whole, hour = '', seconds, half] = clock;
	const separator = /^[,\s]+/.exec(whole)?.[0] ?? ' ';
	const hours = (half === undefined ? 'H' : 'h').repeat(half === undefined ? hour.length : 1);
	const space = half?.startsWith(' ') === true ? ' ' : '';
	const suffix = half === undefined ? '' : `${space}a`;
	const time = `${separator}${hours}:mm${seconds === undefined ? '' : ':ss'}${suffix}`;

	return formats.map((format) => `${format}${time}`);
}

function guessDayFormats(day: string): readonly string[] {
	if (/^(?:19|20)\d{6}$/.test(day)) return ['yyyyMMdd'];

	const numbers = NUMERIC_DATE.exec(day);
	if (numbers !== null) return guessNumberFormats(numbers);

	const [, date = '', first = '', month = '', second = '', year = ''] =
		DAY_THEN_MONTH.exec(day) ?? [];
	if (month !== '') {
		return [
			`${'d'.repeat(date.length)}${first}${monthFormat(month)}${second}${'y'.repeat(year.length)}`,
		];
	}

	const [, name = '', space = '', number = '', comma = ''] = MONTH_THEN_DAY.exec(day) ?? [];

	return name === ''
		? []
		: [`${monthFormat(name)}${space}${'d'.repeat(number.length)}${comma}yyyy`];
}

const monthFormat = (name: string): string => (name.length === 3 ? 'MMM' : 'MMMM');

function guessNumberFormats([
	,
	first = '',
	separator = '',
	second = '',
	third = '',
]: RegExpExecArray) {
	const join = (...parts: readonly string[]) => parts.join(separator);
	const [d1, d2] = [first, second].map(({ length }) => 'd'.repeat(length));
	const [m1, m2] = [first, second].map(({ length }) => 'M'.repeat(length));
	if (first.length === 4) {
		return isMonth(second) && isDay(third)
			? [join('yyyy', m2 ?? '', 'd'.repeat(third.length))]
			: [];
	}

	const year = 'y'.repeat(third.length);
	if (first.length > 2 || ![2, 4].includes(third.length)) return [];

	const dayFirst = isDay(first) && isMonth(second) ? [join(d1 ?? '', m2 ?? '', year)] : [];
	// Nobody writes the month first with dots.
	const isAmbiguous = separator !== '.' && isMonth(first) && isDay(second);

	return [...(isAmbiguous ? [join(m1 ?? '', d2 ?? '', year)] : []), ...dayFirst];
}

const isMonth = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 12;

const isDay = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 31;
