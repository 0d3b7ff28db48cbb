import { refuseValue } from '../../result/problem';
import { fieldFactory } from '../field';
import { isSameNumber } from '../../values/sameValue';
import { asText } from '../../values/asText';

const MINUTES_PER_HOUR = 60;

/**
 * `1h 30m`, `1.5 hours`, `90 min`, `1h30`; the groups are the hours and the minutes. Three digits are not decimals: `1,000`
 * may be a thousand.
 */
const UNITS =
	/^(?:(\d+(?:\.\d{1,2})?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+(?:\.\d{1,2})?)\s*(?:m(?:in(?:ute)?s?)?)?)?$/i;

/** `1:30` or `01:30:00`. Plane has no seconds. */
const CLOCK = /^(\d+):([0-5]\d)(?::00)?$/;

/**
 * Reads a duration. A number without a unit is in minutes, as in Plane's API (row 464).
 *
 * @returns whole minutes, or undefined for any other value
 */
function parseMinutes(value: unknown): number | undefined {
	const text = asText(value)?.trim() ?? '';
	const clock = CLOCK.exec(text);
	if (clock !== null) return Number(clock[1]) * MINUTES_PER_HOUR + Number(clock[2]);

	const units = UNITS.exec(text.replaceAll(',', '.'));
	if (units === null || text === '') return undefined;

	const [, hours = '0', minutes = '0'] = units;
	// In hundredths, because 1.1 × 60 is not quite 66.
	const hundredths =
		Math.round(Number(hours) * 100) * MINUTES_PER_HOUR + Math.round(Number(minutes) * 100);
	const total = hundredths / 100;

	return Number.isSafeInteger(total) ? total : undefined;
}

/** A duration, sent in whole minutes. */
export const duration = fieldFactory({
	panel: { type: 'string', default: '' },
	isUnchanged: isSameNumber,
	write: (value) => {
		const minutes = parseMinutes(value);

		return minutes !== undefined && minutes > 0
			? minutes
			: refuseValue(
					value,
					'is not a duration in whole minutes',
					'Enter minutes (90), or hours and minutes (1h 30m or 1:30).',
				);
	},
});
