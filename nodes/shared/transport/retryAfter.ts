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

/** Seconds as people say them: `125` → `2 minutes and 5 seconds`, `3725` → `1 hour and 2 minutes`. */
export function duration(seconds: number): string {
	let rest = Math.max(1, seconds);
	const parts: string[] = [];

	for (const [unit, length] of Object.entries({ hour: 3600, minute: 60, second: 1 })) {
		const count = Math.floor(rest / length);

		rest -= count * length;
		if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
	}

	return parts.join(' and ');
}
