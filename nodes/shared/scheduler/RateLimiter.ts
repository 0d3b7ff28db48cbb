import {
	type HttpResponse,
	isFault,
	wasRateLimited,
	type Outcome,
	succeeded,
} from '../transport/response';
import { readRetryAfter } from '../transport/retryAfter';
import { isTransient } from './retryPolicy';
import { SlidingWindow } from './SlidingWindow';

/** Whose limit a request waits for: the server's, or the user's own Requests per Minute. */
export type Limit = 'server' | 'user';

/** Wait until this time, in milliseconds. */
export interface Wait {
	readonly kind: 'waitUntil';
	readonly until: number;
	readonly limit: Limit;
}

/** What the next request has to do: go out, wait until a time, or wait for a response in flight. */
export type Decision = { readonly kind: 'send' } | Wait | { readonly kind: 'waitForResponse' };

/** A request that went out. */
export interface Ticket {
	/** Counts the requests in the order in which they went out, from 0. */
	readonly sequence: number;
	/** Milliseconds. */
	readonly sentAt: number;
	/** Whether the server's responses so far said that it had capacity for this request. */
	readonly hadCapacity: boolean;
}

/** How long the server asks to wait. */
interface RequestedPause {
	/** Milliseconds. */
	readonly duration: number;
	/** Whether the server named the time; otherwise it is a backoff of our own. */
	readonly wasAnnounced: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Decides when requests may go out, from what the server says about its limits (row 19) and from the
 * user's own limit. While the server asks to wait, nothing is sent; then a single probe goes first,
 * and the others follow if it is accepted. All times are milliseconds and passed in by the caller:
 * the limiter has no clock.
 */
export class RateLimiter {
	private readonly window = new SlidingWindow();
	/** When the pause that the server asked for ends, and the first request to be sent after it began. */
	private pause = { until: -Infinity, firstSequence: 0 };
	/** Consecutive refused probes. */
	private refusals = 0;
	/** The server's remaining capacity, and the request whose response reported it. */
	private remaining = { count: Infinity, sequence: -1, sentAt: 0 };
	/**
	 * Set while a single request has to find out whether there is capacity again. `wasAnnounced`: the
	 * server's responses say that there should be.
	 */
	private probe: { sequence?: number; readonly wasAnnounced: boolean } | undefined;
	/** When the requests of the last minute went out, oldest first. */
	private readonly lastMinute: number[] = [];
	private sentCount = 0;

	/** @param requestsPerMinute the user's own limit, or undefined if there is none */
	constructor(private readonly requestsPerMinute: number | undefined) {}

	/** Whether the server has asked to wait beyond this time. */
	isPaused(now: number): boolean {
		return this.pause.until > now;
	}

	/** @param inFlight how many requests have no response yet */
	decide(now: number, inFlight: number): Decision {
		if (this.probe !== undefined && inFlight > 0) return { kind: 'waitForResponse' };

		const { until } = this.pause;
		if (until > now) return { kind: 'waitUntil', until, limit: 'server' };

		const ownLimitEnds = this.ownLimitEnds(now);
		if (ownLimitEnds > now) return { kind: 'waitUntil', until: ownLimitEnds, limit: 'user' };
		if (this.probe !== undefined || this.remaining.count > inFlight) return { kind: 'send' };
		if (inFlight > 0) return { kind: 'waitForResponse' };

		const nextSlotAt = this.window.nextSlotAfter(this.remaining.sentAt);
		if (nextSlotAt !== undefined && nextSlotAt > now) {
			return { kind: 'waitUntil', until: nextSlotAt, limit: 'server' };
		}

		this.probe = { wasAnnounced: nextSlotAt !== undefined };

		return { kind: 'send' };
	}

	/** Records that a request goes out. */
	recordSent(now: number): Ticket {
		const sequence = this.sentCount++;
		if (this.probe !== undefined) this.probe.sequence = sequence;
		if (this.requestsPerMinute !== undefined) this.lastMinute.push(now);

		const wasAnnounced = this.probe?.wasAnnounced ?? true;

		return {
			sequence,
			sentAt: now,
			hadCapacity: wasAnnounced && this.remaining.count < Infinity,
		};
	}

	/** Records the outcome of a request. */
	recordOutcome(ticket: Ticket, now: number, outcome: Outcome): void {
		const wasRefused = wasRateLimited(outcome);
		// Refusals of requests already in flight at the first one carry no new information.
		if (wasRefused && ticket.sequence >= this.pause.firstSequence) this.refusals++;

		const pause = this.requestedPause(outcome);
		if (pause !== undefined) {
			const wasAnnounced = wasRefused && pause.wasAnnounced;

			this.pause = {
				until: Math.max(this.pause.until, now + pause.duration),
				firstSequence: this.sentCount,
			};
			this.probe = { wasAnnounced };
			if (wasAnnounced) this.window.recordRefusal(now, pause.duration, ticket.hadCapacity);

			return;
		}

		const wasAccepted = !isFault(outcome) && outcome.status < 500;
		if (this.probe?.sequence === ticket.sequence) {
			// A failed probe shows nothing about the limit, so the next request goes alone as well.
			this.probe = wasAccepted ? undefined : { wasAnnounced: false };
		}
		if (wasAccepted) this.refusals = 0;
		if (!isFault(outcome)) this.recordRemaining(ticket, now, outcome);
	}

	private recordRemaining(
		{ sequence, sentAt }: Ticket,
		answeredAt: number,
		response: HttpResponse,
	): void {
		const count = readRemaining(response);
		if (count !== undefined) {
			this.window.recordAccepted({ sentAt, answeredAt }, count);

			// Responses arrive out of order; the latest request has the best information.
			const isLatest = sequence > this.remaining.sequence;

			this.remaining = isLatest
				? { count, sequence, sentAt }
				: { ...this.remaining, count: Math.min(count, this.remaining.count) };
		} else if (succeeded(response)) {
			this.remaining = { count: Infinity, sequence, sentAt };
		}
	}

	/** When the user's own limit admits the next request, in milliseconds. */
	private ownLimitEnds(now: number): number {
		const { requestsPerMinute = Infinity, lastMinute } = this;

		while ((lastMinute[0] ?? now) <= now - MINUTE_MS) lastMinute.shift();

		return lastMinute.length < requestsPerMinute ? now : (lastMinute[0] ?? now) + MINUTE_MS;
	}

	/**
	 * The pause that a response asks for, or undefined if it asks for none. A refusal that names no
	 * time asks for a backoff that doubles with each refused probe.
	 */
	private requestedPause(outcome: Outcome): RequestedPause | undefined {
		const wasRefused = wasRateLimited(outcome);
		if (isFault(outcome) || !(wasRefused || isTransient(outcome))) return undefined;

		const announced = (readRetryAfter(outcome) ?? 0) * 1000;
		if (announced > 0) return { duration: announced, wasAnnounced: true };
		if (!wasRefused) return undefined;

		const backoff = Math.min(MINUTE_MS, 1000 * 2 ** Math.max(0, this.refusals - 1));

		return { duration: backoff, wasAnnounced: false };
	}
}

/** The remaining capacity that a response reports, or undefined if it reports none. */
function readRemaining({ headers }: HttpResponse): number | undefined {
	const remaining = headers['x-ratelimit-remaining']?.trim() ?? '';

	return /^\d+$/.test(remaining) ? Number(remaining) : undefined;
}
