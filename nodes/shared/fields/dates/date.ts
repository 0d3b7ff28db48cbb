import { suggestConversion } from './suggestConversion';
import { refuseValue } from '../refuseValue';
import { type Field, type FieldKind, fieldFactory } from '../field';
import { isSameDay, isSameInstant } from '../sameValue';
import { type Instant, isInRange, type LocalTime, NOT_A_DATE, readTime } from './instant';

const MILLISECONDS_PER_DAY = 24 * 60 * 60_000;

/** How a field of a day or of a time reads its values. */
interface TimeKind {
	/** The method of a Luxon `DateTime` that gives its text. */
	readonly toText: 'toISODate' | 'toISO';
	/** The text as it is sent, or undefined if the time is out of range. */
	readonly write: (time: Instant | LocalTime, timezone: string) => string | undefined;
}

/** @param remedy what the field takes, as a sentence */
const writeTime =
	(remedy: string, { toText, write }: TimeKind): FieldKind['write'] =>
	(given, { timezone, origin }) => {
		const value = typeof given === 'string' ? given.trim() : given;
		const time = readTime(value);
		if (typeof time !== 'string') {
			return write(time, timezone) ?? refuseValue(value, 'is a date out of range', remedy);
		}

		const refusal = refuseValue(value, time, remedy);
		if (time !== NOT_A_DATE) return refusal;

		const conversions = suggestConversion(value, origin, toText);

		return { ...refusal, description: [remedy, ...conversions].join(' ') };
	};

/**
 * A calendar day, written as `YYYY-MM-DD` (docs/values.md). A text without a zone keeps its own day, and
 * midnight UTC is that day: databases and other tools write days so, whatever the time zone of the
 * workflow is (case P09). Any other instant becomes the day on which it falls in the workflow's time
 * zone. Servers refuse timestamps, and `""` too: `null` clears (row 13).
 */
export const date = fieldFactory(
	{
		look: { type: 'dateTime', default: '', typeOptions: { dateOnly: true } },
		emptyValue: null,
		isAccepted: isSameDay,
		write: writeTime('Use a date such as 2026-03-31, a timestamp, or a date object.', {
			toText: 'toISODate',
			write: (time, timezone) => {
				if (time.kind === 'local') return time.day;
				if (!isInRange(time.instant)) return undefined;

				const isMidnight = time.isInUtc && time.instant % MILLISECONDS_PER_DAY === 0;

				return formatLocalTime(time.instant, isMidnight ? 'UTC' : timezone).slice(0, 10);
			},
		}),
	},
	{ placeholder: 'e.g. 2026-03-31' },
);

/**
 * An instant, written as `YYYY-MM-DDTHH:MM:SS.mmmZ`. A text without a zone is a time of the
 * workflow's time zone, and a day alone is its start there.
 */
export const moment = fieldFactory(
	{
		look: { type: 'dateTime', default: '' },
		isUnchanged: isSameInstant,
		write: writeTime(
			'Use a date and time such as 2026-03-31T08:00:00Z, a day, a timestamp, or a date object.',
			{
				toText: 'toISO',
				write: (time, timezone) => {
					const instant =
						time.kind === 'local' ? localTimeToInstant(time.utcEquivalent, timezone) : time.instant;

					return isInRange(instant) ? new Date(instant).toISOString() : undefined;
				},
			},
		),
	},
	{ placeholder: 'e.g. 2026-03-31T08:00:00Z' },
);

/** The same instant as one that has to be still to come. */
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
 * The instant at which the clocks of a time zone show this. Where they show it twice, it is the
 * first time; where they leap over it, it is the leap: a day without midnight starts there.
 */
function localTimeToInstant(wall: number, timezone: string): number {
	const before = wall - utcOffset(wall - MILLISECONDS_PER_DAY, timezone);
	const after = wall - utcOffset(wall + MILLISECONDS_PER_DAY, timezone);

	return (
		[before, after].find((instant) => instant + utcOffset(instant, timezone) === wall) ?? before
	);
}

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
const utcOffset = (instant: number, timezone: string): number =>
	Date.parse(`${formatLocalTime(instant, timezone)}Z`) - Math.floor(instant / 1000) * 1000;

/** What the clocks of a time zone show: `YYYY-MM-DDTHH:MM:SS`, which Sweden writes almost so. */
const formatLocalTime = (instant: number, timeZone: string): string =>
	getFormat(timeZone).format(instant).replace(' ', 'T').padStart(19, '0');

/** One for each time zone: to make one takes fifty times as long as to use it. */
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
