import { offsetOf } from './days';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isNameOfTime = (name: string): boolean => /_(?:at|date|till)$/.test(name);

/** A time in UTC as the server writes it in a time zone: `…T10:30:00.123456+05:30`. */
function inZone(time: string, timeZone: string): string {
	const [, fraction = ''] = TIME.exec(time) ?? [];
	const ahead = offsetOf(timeZone, Date.parse(time));
	const local = new Date(Date.parse(time) + ahead).toISOString().slice(0, 19);
	if (ahead === 0) return time;

	const minutes = Math.abs(ahead) / 60_000;
	const parts = [Math.floor(minutes / 60), minutes % 60];
	const offset = parts.map((part) => String(part).padStart(2, '0')).join(':');

	return `${local}${fraction}${ahead < 0 ? '-' : '+'}${offset}`;
}

/** A body with its times in the time zone of whoever asks (row 85). */
export function withTimesOf(timeZone: string, body: unknown): unknown {
	if (Array.isArray(body)) return body.map((entry) => withTimesOf(timeZone, entry));
	if (typeof body !== 'object' || body === null) return body;

	const entries = Object.entries(body).map(([name, value]: [string, unknown]) => {
		const isTime = typeof value === 'string' && isNameOfTime(name) && TIME.test(value);

		return [name, isTime ? inZone(value, timeZone) : withTimesOf(timeZone, value)] as const;
	});

	return Object.fromEntries<unknown>(entries);
}
