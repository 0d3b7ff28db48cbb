/** So many requests of one key in any stretch of time of this length. */
export interface Limit {
	requests: number;
	/** In milliseconds. */
	windowMs: number;
}

export type Admission =
	| { admitted: true; remaining: number }
	| { admitted: false; retryAfterSeconds: number };

/**
 * A sliding window for each key, as observed (row 19): a request counts from when it was let
 * through until the window has passed, and one that is refused does not count.
 */
export function limiter({ requests, windowMs }: Limit): (key: string) => Admission {
	const admitted = new Map<string, number[]>();
	return (key) => {
		const now = Date.now();
		// Oldest first.
		const times = admitted.get(key) ?? [];
		admitted.set(key, times);
		while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
		const [oldest] = times;
		if (oldest !== undefined && times.length >= requests) {
			return { admitted: false, retryAfterSeconds: Math.ceil((oldest + windowMs - now) / 1000) };
		}
		times.push(now);
		return { admitted: true, remaining: requests - times.length };
	};
}
