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
	/** sliding: as observed (row 19); fixed: windows begin at multiples of their length. */
	readonly kind?: 'sliding' | 'fixed';
	/** Whether responses tell how many requests remain. Default true. */
	readonly tells?: boolean;
	/** Default seconds, rounded up. */
	readonly retryAfter?: 'seconds' | 'date' | 'none' | 'zero';
}

/** A server that limits requests, in the time of a clock, and remembers what it was asked. */
export class LimitedServer {
	/** When each request was let through. */
	readonly admitted: number[] = [];
	/** When each request was refused. */
	readonly refused: number[] = [];
	underWay = 0;
	busiest = 0;

	constructor(
		private readonly clock: Clock,
		private readonly limits: Limits,
	) {}

	async response(): Promise<HttpResponse> {
		this.busiest = Math.max(this.busiest, ++this.underWay);
		await this.clock.sleep(this.limits.latency / 2);
		const response = this.take();

		await this.clock.sleep(this.limits.latency / 2);
		this.underWay--;

		return response;
	}

	/** Uses up one request of the key, as somebody else who has it does. */
	take(): HttpResponse {
		const { requests, window, kind = 'sliding', tells = true } = this.limits;
		const now = this.clock.now();
		const start = kind === 'sliding' ? now - window : Math.floor(now / window) * window - 1;
		const counted = this.admitted.filter((time) => time > start);
		const [oldest = now] = counted;
		if (counted.length >= requests) {
			this.refused.push(now);
			const free = kind === 'sliding' ? oldest + window : start + 1 + window;

			return refusal(this.retryAfter(free - now));
		}

		this.admitted.push(now);
		const remaining = String(requests - counted.length - 1);

		return withHeaders(
			jsonResponse({ ok: true }),
			tells ? { 'x-ratelimit-remaining': remaining } : {},
		);
	}

	private retryAfter(wait: number): Readonly<Record<string, string>> {
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

const refusal = (headers: Readonly<Record<string, string>>): HttpResponse =>
	withHeaders(
		jsonResponse({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }, 429),
		headers,
	);
