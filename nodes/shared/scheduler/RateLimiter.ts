import {
	type HttpResponse,
	isFault,
	isRefused,
	type Outcome,
	succeeded,
} from '../transport/response';
import { retryAfter } from '../transport/retryAfter';
import { isPassing } from './retryPolicy';
import { SlidingWindow } from './SlidingWindow';

/** Whose limit a wait is for: the server's, or the user's own Requests per Minute. */
export type Limit = 'server' | 'user';

/** A wait until a time, in milliseconds. */
export interface Wait {
	readonly kind: 'waitUntil';
	readonly until: number;
	readonly limit: Limit;
}

/** Whether the next request may go out: now, after a wait, or after one that is under way. */
export type Decision = { readonly kind: 'send' } | Wait | { readonly kind: 'waitForResponse' };

/** A request that went out. */
export interface Ticket {
	readonly order: number;
	/** Milliseconds. */
	readonly sent: number;
	/** Whether the server had room for it, by all that it had said. */
	readonly hadRoom: boolean;
}

const MINUTE = 60_000;

/**
 * When requests may go out, from what the server says of its limits (row 19) and from the
 * user's own. Told to wait, nothing goes out; then one request goes alone, and when it got through,
 * the others follow. All times are milliseconds, and the caller's: nothing here has a clock.
 */
export class RateLimiter {
	private readonly window = new SlidingWindow();
	/** Until when the server asked to wait, and the first request that goes out after it did. */
	private held = { until: -Infinity, order: 0 };
	/** Refusals, one after the other, of those that went to see whether there is room. */
	private refusals = 0;
	/** Requests that the server has room for, as the response to this request said. */
	private remaining = { count: Infinity, order: -1, sent: 0 };
	/** Set while a request has to show whether there is room again; `isTold`: something says so. */
	private probing: { order?: number; readonly isTold?: boolean } | undefined;
	/** When the requests of the last minute went out, the oldest first. */
	private readonly lastMinute: number[] = [];
	private sentSoFar = 0;

	/** @param requestsPerMinute the user's own limit; undefined: none */
	constructor(private readonly requestsPerMinute: number | undefined) {}

	/** Whether the server has asked to wait for longer than until now. */
	isHeld(now: number): boolean {
		return this.held.until > now;
	}

	/** @param underWay requests that are not answered yet */
	decide(now: number, underWay: number): Decision {
		if (this.probing !== undefined && underWay > 0) return { kind: 'waitForResponse' };

		const { until } = this.held;
		if (until > now) return { kind: 'waitUntil', until, limit: 'server' };

		const own = this.afterOwnLimit(now);
		if (own > now) return { kind: 'waitUntil', until: own, limit: 'user' };
		if (this.probing !== undefined || this.remaining.count > underWay) return { kind: 'send' };
		if (underWay > 0) return { kind: 'waitForResponse' };

		const back = this.window.backAfter(this.remaining.sent);
		if (back !== undefined && back > now)
			return { kind: 'waitUntil', until: back, limit: 'server' };

		this.probing = { isTold: back !== undefined };

		return { kind: 'send' };
	}

	/** Notes that a request goes out. */
	sent(now: number): Ticket {
		const order = this.sentSoFar++;
		if (this.probing !== undefined) this.probing.order = order;
		if (this.requestsPerMinute !== undefined) this.lastMinute.push(now);

		const isTold = this.probing === undefined || this.probing.isTold === true;

		return { order, sent: now, hadRoom: isTold && this.remaining.count < Infinity };
	}

	/** Notes what a request came to. */
	answered(ticket: Ticket, now: number, outcome: Outcome): void {
		const isRefusal = isRefused(outcome);
		// Those that were under way when the first was refused say nothing new.
		if (isRefusal && ticket.order >= this.held.order) this.refusals++;

		const wait = this.askedToWait(outcome, isRefusal);
		if (wait !== undefined) {
			this.held = { until: Math.max(this.held.until, now + wait.time), order: this.sentSoFar };
			this.probing = { isTold: isRefusal && wait.isTold };
			if (isRefusal && wait.isTold) this.window.refused(now, wait.time, ticket.hadRoom);

			return;
		}

		const isThrough = !isFault(outcome) && outcome.status < 500;
		// One that failed shows nothing, so the next one goes alone as well.
		if (this.probing?.order === ticket.order) this.probing = isThrough ? undefined : {};
		if (isThrough) this.refusals = 0;
		if (!isFault(outcome)) this.noteRemaining(ticket, now, outcome);
	}

	private noteRemaining({ order, sent }: Ticket, now: number, response: HttpResponse): void {
		const remaining = remainingIn(response);
		if (remaining !== undefined) {
			this.window.taken({ sent, answered: now }, remaining);
			// Answers overtake each other; that to the request which was sent last knows most.
			const last = this.remaining;

			this.remaining =
				order > last.order
					? { count: remaining, order, sent }
					: { ...last, count: Math.min(remaining, last.count) };
		} else if (succeeded(response)) {
			this.remaining = { count: Infinity, order, sent };
		}
	}

	/** When the user's own limit lets the next request go. */
	private afterOwnLimit(now: number): number {
		while ((this.lastMinute[0] ?? now) <= now - MINUTE) this.lastMinute.shift();
		const { requestsPerMinute: most = Infinity, lastMinute } = this;

		return lastMinute.length < most ? now : (lastMinute[0] ?? now) + MINUTE;
	}

	/**
	 * How long the server asks to wait, in milliseconds; where a refusal names no time, one that
	 * grows; undefined: it does not ask.
	 */
	private askedToWait(outcome: Outcome, isRefusal: boolean) {
		if (isFault(outcome) || !(isRefusal || isPassing(outcome))) return undefined;

		const asked = (retryAfter(outcome) ?? 0) * 1000;
		if (asked > 0) return { time: asked, isTold: true };

		const grown = Math.min(MINUTE, 1000 * 2 ** Math.max(0, this.refusals - 1));

		return isRefusal ? { time: grown, isTold: false } : undefined;
	}
}

/** How many further requests the server has room for; undefined: it does not say. */
function remainingIn({ headers }: HttpResponse): number | undefined {
	const remaining = headers['x-ratelimit-remaining']?.trim() ?? '';

	return /^\d+$/.test(remaining) ? Number(remaining) : undefined;
}
