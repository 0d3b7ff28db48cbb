import { suggestConversion } from './suggestConversion';
import { refuseValue } from '../../result/problem';
import { type Field, type FieldKind, fieldFactory } from '../field';
import { isSameDay, isSameInstant } from '../../values/sameValue';
import {
	type Instant,
	isInRange,
	type LocalTime,
	NOT_A_DATE,
	readTime,
	type Time,
} from '../../values/instant';
import { readJavaScriptTime, readNamedMonth } from '../../values/namedMonth';

const MILLISECONDS_PER_DAY = 24 * 60 * 60_000;

/** The differences between a field for a day and one for an instant. */
interface TimeKind {
	/** The method of a Luxon `DateTime` that returns text such as the field takes. */
	readonly luxonMethod: 'toISODate' | 'toISO';
	/** Reads what a user entered, without blanks around it. */
	readonly read: (value: unknown) => Time;
	/** Returns the text to send, or undefined if the time is out of range. */
	readonly write: (time: Instant | LocalTime, timezone: string) => string | undefined;
}

/**
 * Returns the function that writes days or instants.
 *
 * @param remedy what to enter, as a sentence
 */
const createTimeWriter =
	(remedy: string, { luxonMethod, read, write }: TimeKind): FieldKind['write'] =>
	(input, { timezone, origin }) => {
		const value = typeof input === 'string' ? input.trim() : input;
		const time = read(value);
		if (time.kind !== 'invalid') {
			return write(time, timezone) ?? refuseValue(value, 'is a date out of range', remedy);
		}

		const refusal = refuseValue(value, time.clause, time.remedy ?? remedy);
		if (time.clause !== NOT_A_DATE) return refusal;

		const conversions = suggestConversion(value, origin, luxonMethod);

		return { ...refusal, description: [remedy, ...conversions].join(' ') };
	};

/**
 * A calendar day, sent as `YYYY-MM-DD` (docs/values.md).
 *
 * Text without a time zone keeps its day, whether its month is a number or a name. So does midnight
 * UTC, because databases and other tools write days like this. Any other instant becomes
 * its day in the time zone of the workflow. A text as JavaScript writes times is refused: Linear writes
 * a due date like this, as midnight in the time zone of whoever exported it. Servers refuse timestamps
 * and `""`, so `null` clears the field (row 13).
 */
export const dateKind: FieldKind = {
	panel: { type: 'dateTime', default: '', typeOptions: { dateOnly: true } },
	format: 'YYYY-MM-DD',
	emptyValue: null,
	isAccepted: isSameDay,
	write: createTimeWriter('Use a date such as 2026-03-31, a timestamp, or a date object.', {
		luxonMethod: 'toISODate',
		read: (value) => readNamedMonth(value) ?? readTime(value),
		write: (time, timezone) => {
			if (time.kind === 'local') return time.day;
			if (!isInRange(time.instant)) return undefined;

			const isMidnight = time.isInUtc && time.instant % MILLISECONDS_PER_DAY === 0;

			return formatLocalTime(time.instant, isMidnight ? 'UTC' : timezone).slice(0, 10);
		},
	}),
};

/** See `dateKind`. */
export const date = fieldFactory(dateKind);

/**
 * An instant, sent as `YYYY-MM-DDTHH:MM:SS.mmmZ`. Text without a time zone is read in the time zone of the
 * workflow, and a day alone means its start.
 */
export const dateTime = fieldFactory({
	panel: { type: 'dateTime', default: '' },
	format: 'ISO time or day',
	isUnchanged: isSameInstant,
	write: createTimeWriter(
		'Use a date and time such as 2026-03-31T08:00:00Z, a day, a timestamp, or a date object.',
		{
			luxonMethod: 'toISO',
			read: (value) => readJavaScriptTime(value) ?? readNamedMonth(value) ?? readTime(value),
			write: (time, timezone) => {
				const instant =
					time.kind === 'local' ? localTimeToInstant(time.utcEquivalent, timezone) : time.instant;

				return isInRange(instant) ? new Date(instant).toISOString() : undefined;
			},
		},
	),
});

/** Returns the field as one that refuses instants in the past. */
export const mustBeInFuture = (field: Field): Field => ({
	...field,
	kind: {
		...field.kind,
		write(value, context) {
			const written = field.kind.write(value, context);
			const isPast = typeof written === 'string' && Date.parse(written) <= Date.now();

			return isPast
				? refuseValue(value, 'is in the past', 'Use a time that is still to come.')
				: written;
		},
	},
});

/**
 * Converts a local time to an instant. A time that clocks show twice is the first of the two. For a
 * time that clocks skip, the result is the instant of the change, at which a day without midnight
 * starts.
 *
 * @param utcEquivalent the UNIX milliseconds at which clocks in UTC show the same local time
 * @returns UNIX milliseconds
 */
function localTimeToInstant(utcEquivalent: number, timezone: string): number {
	// With the offsets that are in force a day earlier and a day later.
	const before = utcEquivalent - getUtcOffset(utcEquivalent - MILLISECONDS_PER_DAY, timezone);
	const after = utcEquivalent - getUtcOffset(utcEquivalent + MILLISECONDS_PER_DAY, timezone);

	return (
		[before, after].find(
			(instant) => instant + getUtcOffset(instant, timezone) === utcEquivalent,
		) ?? before
	);
}

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
const getUtcOffset = (instant: number, timezone: string): number =>
	Date.parse(`${formatLocalTime(instant, timezone)}Z`) - Math.floor(instant / 1000) * 1000;

/** Formats an instant in a time zone as `YYYY-MM-DDTHH:MM:SS`. The Swedish format is almost that. */
const formatLocalTime = (instant: number, timeZone: string): string =>
	getFormat(timeZone).format(instant).replace(' ', 'T').padStart(19, '0');

/** The formats by time zone: creating one takes fifty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known !== undefined) return known;

	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});

	formats.set(timeZone, format);

	return format;
}
