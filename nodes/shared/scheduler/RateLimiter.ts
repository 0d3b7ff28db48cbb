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

/** Who set the limit that a request waits for: the server, or the user by Requests per Minute. */
export type LimitOwner = 'server' | 'user';

/** The next request has to wait for a limit. */
export interface Wait {
	readonly kind: 'waitUntil';
	/** Milliseconds. */
	readonly until: number;
	readonly limitOwner: LimitOwner;
}

/** Whether the next request goes out, or waits until a time or for the response of another request. */
export type Decision = { readonly kind: 'send' } | Wait | { readonly kind: 'waitForResponse' };

/** A request that went out. */
export interface Ticket {
	/** The number of the request, counted from 0 in the order in which they went out. */
	readonly sequence: number;
	/** Milliseconds. */
	readonly sentAt: number;
	/** Whether earlier responses said that the server had capacity for this request. */
	readonly hadCapacity: boolean;
}

/** A pause after a response, during which nothing is sent. */
interface RequestedPause {
	/** Milliseconds. */
	readonly duration: number;
	/** Whether the server named the duration. If not, it is a backoff. */
	readonly isNamedByServer: boolean;
}

/** A request that goes out alone, to find out whether the server has capacity again. */
interface Probe {
	/** The number of the request, once it went out. */
	sequence?: number;
	/** Whether the server's responses say that there should be capacity. */
	readonly expectsCapacity: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Decides when requests may go out, from the server's responses (row 19) and from the user's own limit.
 * While the server asks to wait, nothing is sent. After that, a single request goes out as a probe, and
 * the others follow if it is accepted. All times are in milliseconds, and the caller passes them in: the
 * limiter has no clock.
 */
export class RateLimiter {
	private readonly window = new SlidingWindow();
	/** When the latest pause ends, and the number of the first request that goes out after it began. */
	private pause = { until: -Infinity, firstSequence: 0 };
	/** How many consecutive probes were refused. */
	private refusedProbes = 0;
	/** The server's remaining capacity, and the request whose response reported it. */
	private remaining = { count: Infinity, sequence: -1, sentAt: 0 };
	/** Set while a single request has to find out whether the server has capacity again. */
	private probe: Probe | undefined;
	/** When the requests of the last minute went out, oldest first. */
	private readonly lastMinute: number[] = [];
	private sentCount = 0;

	/** @param requestsPerMinute the user's own limit, or undefined if there is none */
	constructor(private readonly requestsPerMinute: number | undefined) {}

	/** Whether the server has asked to wait beyond this time. */
	isPaused(now: number): boolean {
		return this.pause.until > now;
	}

	/**
	 * Decides what the next request has to do.
	 *
	 * @param inFlight how many requests have no response yet
	 */
	decide(now: number, inFlight: number): Decision {
		if (this.probe !== undefined && inFlight > 0) return { kind: 'waitForResponse' };

		const { until } = this.pause;
		if (until > now) return { kind: 'waitUntil', until, limitOwner: 'server' };

		const endOfOwnLimit = this.findEndOfOwnLimit(now);
		if (endOfOwnLimit > now) {
			return { kind: 'waitUntil', until: endOfOwnLimit, limitOwner: 'user' };
		}

		if (this.probe !== undefined || this.remaining.count > inFlight) return { kind: 'send' };
		if (inFlight > 0) return { kind: 'waitForResponse' };

		const nextSlotAt = this.window.nextSlotAfter(this.remaining.sentAt);
		if (nextSlotAt !== undefined && nextSlotAt > now) {
			return { kind: 'waitUntil', until: nextSlotAt, limitOwner: 'server' };
		}

		this.probe = { expectsCapacity: nextSlotAt !== undefined };

		return { kind: 'send' };
	}

	/** Records that a request goes out. */
	recordSent(now: number): Ticket {
		const sequence = this.sentCount++;
		if (this.probe !== undefined) this.probe.sequence = sequence;
		if (this.requestsPerMinute !== undefined) this.lastMinute.push(now);

		const expectsCapacity = this.probe?.expectsCapacity ?? true;

		return {
			sequence,
			sentAt: now,
			hadCapacity: expectsCapacity && this.remaining.count < Infinity,
		};
	}

	/** Records the outcome of a request. */
	recordOutcome(ticket: Ticket, now: number, outcome: Outcome): void {
		const wasRefused = wasRateLimited(outcome);
		// Requests that were in flight when the pause began say nothing new if they are refused as well.
		if (wasRefused && ticket.sequence >= this.pause.firstSequence) this.refusedProbes++;

		const pause = this.readRequestedPause(outcome);
		if (pause !== undefined) {
			const isRefusalWithTime = wasRefused && pause.isNamedByServer;

			this.pause = {
				until: Math.max(this.pause.until, now + pause.duration),
				firstSequence: this.sentCount,
			};
			this.probe = { expectsCapacity: isRefusalWithTime };

			if (isRefusalWithTime) {
				this.window.recordRefusal(now, pause.duration, ticket.hadCapacity);
			}

			return;
		}

		const wasAccepted = !isFault(outcome) && outcome.status < 500;
		if (this.probe?.sequence === ticket.sequence) {
			// A failed probe shows nothing about the limit, so the next request goes alone as well.
			this.probe = wasAccepted ? undefined : { expectsCapacity: false };
		}
		if (wasAccepted) this.refusedProbes = 0;
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

	/** Finds the time from which the user's own limit allows the next request. */
	private findEndOfOwnLimit(now: number): number {
		const { requestsPerMinute = Infinity, lastMinute } = this;

		while ((lastMinute[0] ?? now) <= now - MINUTE_MS) lastMinute.shift();

		return lastMinute.length < requestsPerMinute ? now : (lastMinute[0] ?? now) + MINUTE_MS;
	}

	/**
	 * Reads the pause that a response demands, or returns undefined if it demands none. After a refusal
	 * that names no time, the pause doubles with each refused probe.
	 */
	private readRequestedPause(outcome: Outcome): RequestedPause | undefined {
		const wasRefused = wasRateLimited(outcome);
		if (isFault(outcome) || !(wasRefused || isTransient(outcome))) return undefined;

		const requested = (readRetryAfter(outcome) ?? 0) * 1000;
		if (requested > 0) return { duration: requested, isNamedByServer: true };
		if (!wasRefused) return undefined;

		const backoff = Math.min(MINUTE_MS, 1000 * 2 ** Math.max(0, this.refusedProbes - 1));

		return { duration: backoff, isNamedByServer: false };
	}
}

/** Reads how many further requests the server accepts, or undefined if a response does not say. */
function readRemaining({ headers }: HttpResponse): number | undefined {
	const remaining = headers['x-ratelimit-remaining']?.trim() ?? '';

	return /^\d+$/.test(remaining) ? Number(remaining) : undefined;
}
