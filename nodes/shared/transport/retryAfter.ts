import type { HttpResponse } from './response';

/** Upper limit for a wait: one year. */
const MAX_SECONDS = 365 * 24 * 3600;

/**
 * The seconds that the server asks to wait, from `Retry-After` in seconds or as a date (HTTP, section
 * "Retry-After"). A date is compared with the server's own clock if the response has a `Date`.
 */
export function readRetryAfter({ headers }: HttpResponse): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(value)) return Math.min(MAX_SECONDS, Math.ceil(Number(value)));

	const until = Date.parse(value);
	if (Number.isNaN(until)) return undefined;

	const serverTime = Date.parse(headers.date ?? '');
	const now = Number.isNaN(serverTime) ? Date.now() : serverTime;

	return Math.max(0, Math.ceil((until - now) / 1000));
}
