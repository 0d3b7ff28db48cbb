import type { HttpResponse } from './response';

/** The longest that a wait is told as. */
const YEAR = 365 * 24 * 3600;

/**
 * How many seconds the server asks to wait, from `Retry-After` as seconds or as a date (HTTP,
 * section "Retry-After"); a date is taken by the server's own clock where the response tells it.
 */
export function retryAfter({ headers }: HttpResponse): number | undefined {
	const asked = headers['retry-after']?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(asked)) return Math.min(YEAR, Math.ceil(Number(asked)));

	const until = Date.parse(asked);
	if (Number.isNaN(until)) return undefined;

	const serverTime = Date.parse(headers.date ?? '');
	const now = Number.isNaN(serverTime) ? Date.now() : serverTime;

	return Math.max(0, Math.ceil((until - now) / 1000));
}
