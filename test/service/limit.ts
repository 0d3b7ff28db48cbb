import type { Answer } from './answer';
import { tooManyRequests } from './refusals';

/** The number of requests that one key may send in any period of this length. */
export interface Limit {
	requests: number;
	/** In milliseconds. */
	windowMs: number;
	/**
	 * The form of Retry-After, which is rounded up so that it is never too early. Default seconds.
	 */
	retryAfter?: 'seconds' | 'date' | 'none';
	/** The only key that has it. Default: each key. */
	key?: string;
}

/** The headers to add to the answer of an admitted request, or the answer that refuses it. */
export type Admission = { headers: Record<string, string> } | { refusal: Answer };

export type Admit = (key: string) => Admission;

/** Builds Retry-After. `retryAt` and `now` are in UNIX milliseconds. */
function retryAfterHeaders(
	form: Limit['retryAfter'],
	retryAt: number,
	now: number,
): Record<string, string> {
	if (form === 'none') return {};
	if (form !== 'date') return { 'retry-after': String(Math.ceil((retryAt - now) / 1000)) };

	const date = (seconds: number) => new Date(seconds * 1000).toUTCString();

	// Clients subtract Date from Retry-After, and Node's own Date header may be a second old.
	return { 'retry-after': date(Math.ceil(retryAt / 1000)), date: date(Math.floor(now / 1000)) };
}

/**
 * Creates a rate limiter with a sliding window for each key, as observed (row 19): an admitted request
 * counts until its window has passed, and a refused one does not count.
 */
export function createLimiter(
	{ requests, windowMs, retryAfter, key: limitedKey }: Limit,
	options: {
		/** Whether answers carry X-RateLimit-Remaining and -Reset. */
		headers: boolean;
		/** Receives the time of each refusal in UNIX milliseconds. */
		refusals: number[];
	},
): Admit {
	const admitted = new Map<string, number[]>();

	return (key) => {
		if (limitedKey !== undefined && key !== limitedKey) return { headers: {} };

		const now = Date.now();
		// Oldest first.
		const times = admitted.get(key) ?? [];

		admitted.set(key, times);
		while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
		const [oldest] = times;
		if (oldest !== undefined && times.length >= requests) {
			options.refusals.push(now);

			return {
				refusal: {
					...tooManyRequests,
					headers: retryAfterHeaders(retryAfter, oldest + windowMs, now),
				},
			};
		}

		times.push(now);
		if (!options.headers) return { headers: {} };

		return {
			headers: {
				'x-ratelimit-remaining': String(requests - times.length),
				// Always one window from now: it says nothing about the limit (observed row 19).
				'x-ratelimit-reset': String(Math.floor((now + windowMs) / 1000)),
			},
		};
	};
}
