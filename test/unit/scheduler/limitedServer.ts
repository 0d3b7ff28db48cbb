import type { Clock } from '../../../nodes/shared/scheduler/RequestQueue';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, withHeaders } from '../responses';

/** How a server limits requests. */
export interface Limits {
	readonly requests: number;
	/** Milliseconds. */
	readonly window: number;
	/** Milliseconds until a response. */
	readonly latency: number;
	/** The window slides, as observed (row 19), or windows begin at multiples of their length. */
	readonly kind?: 'sliding' | 'fixed';
	/** Whether responses say how many requests remain. True by default. */
	readonly reportsRemaining?: boolean;
	/** The form of Retry-After. By default, it is in seconds, rounded up. */
	readonly retryAfter?: 'seconds' | 'date' | 'none' | 'zero';
}

/** A server with a rate limit, in the time of a clock. It records when requests arrive. */
export class LimitedServer {
	readonly acceptedAt: number[] = [];
	readonly refusedAt: number[] = [];
	inFlight = 0;
	maxInFlight = 0;

	constructor(
		private readonly clock: Clock,
		private readonly limits: Limits,
	) {}

	/** Answers a request, which arrives after half of the latency. */
	async respond(): Promise<HttpResponse> {
		this.maxInFlight = Math.max(this.maxInFlight, ++this.inFlight);
		await this.clock.sleep(this.limits.latency / 2);
		const response = this.consume();

		await this.clock.sleep(this.limits.latency / 2);
		this.inFlight--;

		return response;
	}

	/** Uses one request of the limit at once, as somebody else with the same key does. */
	consume(): HttpResponse {
		const { requests, window, kind = 'sliding', reportsRemaining = true } = this.limits;
		const now = this.clock.now();
		const start = kind === 'sliding' ? now - window : Math.floor(now / window) * window - 1;
		const counted = this.acceptedAt.filter((time) => time > start);
		if (counted.length >= requests) {
			this.refusedAt.push(now);
			const [oldest = now] = counted;
			const nextFree = kind === 'sliding' ? oldest + window : start + 1 + window;

			return createRefusal(this.retryAfterHeaders(nextFree - now));
		}

		this.acceptedAt.push(now);
		const remaining = String(requests - counted.length - 1);

		return withHeaders(
			jsonResponse({ ok: true }),
			reportsRemaining ? { 'x-ratelimit-remaining': remaining } : {},
		);
	}

	/** @param wait milliseconds */
	private retryAfterHeaders(wait: number): Readonly<Record<string, string>> {
		switch (this.limits.retryAfter ?? 'seconds') {
			case 'seconds':
				return { 'retry-after': String(Math.ceil(wait / 1000)) };
			case 'zero':
				return { 'retry-after': '0' };
			case 'none':
				return {};

			case 'date': {
				const now = this.clock.now();
				const until = Math.ceil((now + wait) / 1000) * 1000;

				return {
					date: new Date(Math.floor(now / 1000) * 1000).toUTCString(),
					'retry-after': new Date(until).toUTCString(),
				};
			}
		}
	}
}

const createRefusal = (headers: Readonly<Record<string, string>>): HttpResponse =>
	withHeaders(
		jsonResponse({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }, 429),
		headers,
	);
