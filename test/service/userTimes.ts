import { getUtcOffset } from './days';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const TIME_FIELDS = ['_at', '_date', '_till'];

/** Converts a time in UTC to a time zone, in the server's format: `…T10:30:00.123456+05:30`. */
function toTimeZone(time: string, timeZone: string): string {
	const [, fraction = ''] = TIME.exec(time) ?? [];
	const offset = getUtcOffset(timeZone, Date.parse(time));
	if (offset === 0) return time;

	const local = new Date(Date.parse(time) + offset).toISOString().slice(0, 19);
	const sign = offset < 0 ? '-' : '+';
	const minutes = Math.abs(offset) / 60_000;
	const parts = [Math.floor(minutes / 60), minutes % 60];
	const hoursAndMinutes = parts.map((part) => String(part).padStart(2, '0')).join(':');

	return `${local}${fraction}${sign}${hoursAndMinutes}`;
}

/** Returns the body with all times in a time zone (row 85). */
export function convertTimes(timeZone: string, body: unknown): unknown {
	if (Array.isArray(body)) return body.map((entry) => convertTimes(timeZone, entry));
	if (typeof body !== 'object' || body === null) return body;

	const converted: Record<string, unknown> = {};

	for (const [name, value] of Object.entries<unknown>({ ...body })) {
		const isTime =
			typeof value === 'string' &&
			TIME_FIELDS.some((end) => name.endsWith(end)) &&
			TIME.test(value);

		converted[name] = isTime ? toTimeZone(value, timeZone) : convertTimes(timeZone, value);
	}

	return converted;
}
