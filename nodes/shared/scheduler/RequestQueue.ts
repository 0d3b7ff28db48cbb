import { isFault, wasRateLimited, type Outcome } from '../transport/response';
import { type Limit, RateLimiter, type Ticket, type Wait } from './RateLimiter';
import type { Semaphore } from './Semaphore';

/** How the requests of an execution are sent. */
export interface Settings {
	/** Requests in flight at the same time. */
	readonly concurrency: number;
	/** Milliseconds of waiting for the server without a successful request, after which the rest fails. */
	readonly maxWaitMs: number;
	/** Undefined: as many as the server allows. */
	readonly requestsPerMinute?: number;
	/** How often a request is retried after a fault. */
	readonly retries: number;
	/** Milliseconds without a byte from the server after which a request counts as failed. */
	readonly timeoutMs: number;
}

/** A clock in milliseconds from any starting point, and a way to let time pass. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

/** Why no further request is sent. */
export interface Closed {
	/** Set if no request succeeded for too long: the last outcome, which says what was wrong. */
	readonly stalled?: Outcome;
}

/** Long waits are cut into slices of this many milliseconds, so that they can end early. */
export const POLL_INTERVAL_MS = 250;

/** A request that waits for its turn. */
interface QueuedRequest {
	readonly position: number;
	readonly hasFile: boolean;
	/** Takes undefined if the request is not sent any more. */
	readonly admit: (ticket: Ticket | undefined) => void;
}

/**
 * The queue of all requests that an execution sends to one server. It admits them in their order as
 * soon as there is a slot, and none while the server or the user's own limit asks to wait. It closes
 * when no request succeeds for too long, and when the workflow is canceled.
 */
export class RequestQueue {
	/** Milliseconds in which requests could not go out, by the limit that they waited for. */
	readonly waitedMs: Record<Limit, number> = { server: 0, user: 0 };
	/** Set when no further request is sent. */
	closed: Closed | undefined;

	private readonly waiting: QueuedRequest[] = [];
	private readonly limiter: RateLimiter;
	private inFlight = 0;
	/** The requests in flight that transfer a file, which takes as long as its bytes keep moving. */
	private readonly fileTransfers = new Set<Ticket>();
	private isPumping = false;
	/**
	 * How many wait for the server: requests in flight, pauses before a retry, and waits that the
	 * server asked for.
	 */
	private waitersForServer = 0;
	/** Since when nothing has waited for the server. */
	private idleSince = 0;
	/** Set while no request succeeds. Idle time is excluded by moving `since` forward. */
	private stalled: { since: number; readonly outcome: Outcome } | undefined;

	constructor(
		private readonly settings: Omit<Settings, 'retries' | 'concurrency'>,
		private readonly clock: Clock,
		private readonly slots: Semaphore,
	) {
		this.limiter = new RateLimiter(settings.requestsPerMinute);
		slots.onRelease(() => void this.pump());
	}

	/**
	 * Waits until a request may go out.
	 *
	 * @param position in the queue, the same for a request and its retries
	 * @param hasFile whether the request uploads or downloads a file
	 * @returns undefined if the queue was closed
	 */
	async acquire(position: number, hasFile: boolean): Promise<Ticket | undefined> {
		return await new Promise((admit) => {
			const before = this.waiting.findLastIndex((queued) => queued.position < position);

			this.waiting.splice(before + 1, 0, { position, hasFile, admit });
			void this.pump();
		});
	}

	/** Records the outcome of the request that went out with this ticket, and returns its slot. */
	release(ticket: Ticket, outcome: Outcome): void {
		const now = this.clock.now();

		this.inFlight--;
		this.fileTransfers.delete(ticket);

		try {
			this.limiter.recordOutcome(ticket, now, outcome);

			if (!isAccepted(outcome)) {
				this.stalled = { since: this.stalled?.since ?? now, outcome };
				this.closeIfStalled(now);
			} else if (!this.limiter.isPaused(now)) {
				// Responses that were on their way when the server asked to wait do not end the wait.
				this.stalled = undefined;
			}
		} finally {
			this.endWait(now);
			this.slots.release();
		}
	}

	/**
	 * Pauses before a retry.
	 *
	 * @returns whether the request may be sent again; not if the queue was closed, or if Max Wait has
	 *   no room for the pause
	 */
	async pause(milliseconds: number): Promise<boolean> {
		const now = this.clock.now();
		const until = now + milliseconds;
		const { stalled, inFlight } = this;
		const { maxWaitMs } = this.settings;
		if (stalled !== undefined && inFlight === 0 && until - stalled.since > maxWaitMs) {
			// Perhaps only this request fails, so the next one still goes out; if it fails too, it is the last.
			stalled.since = Math.min(stalled.since, now - maxWaitMs);

			return false;
		}

		this.beginWait(now);
		while (this.closed === undefined && this.clock.now() < until) await this.sleepUntil(until);
		this.endWait(this.clock.now());

		return this.closed === undefined;
	}

	/** Sends nothing further: everything in the queue is turned away. */
	close(closed: Closed = {}): void {
		this.closed ??= closed;
		for (const { admit } of this.waiting.splice(0)) admit(undefined);
	}

	/** Admits requests in their order until none is waiting, no slot is free, or a response is needed. */
	private async pump(): Promise<void> {
		if (this.closed !== undefined) this.close(this.closed);
		if (this.isPumping) return;

		this.isPumping = true;

		while (this.waiting.length > 0 && this.slots.isFree) {
			const now = this.clock.now();
			const decision = this.limiter.decide(now, this.inFlight);
			if (decision.kind === 'waitForResponse') break;

			if (decision.kind === 'send') {
				this.admitNext(now);
			} else {
				await this.waitFor(decision, now);
			}
		}

		this.isPumping = false;
	}

	private admitNext(now: number): void {
		this.inFlight++;
		this.beginWait(now);
		this.slots.acquire();

		const ticket = this.limiter.recordSent(now);
		const next = this.waiting.shift();
		if (next?.hasFile === true) this.fileTransfers.add(ticket);

		next?.admit(ticket);
	}

	/** Waits for a part of the time that a limit demands, or closes the queue if that is too long. */
	private async waitFor({ until, limit }: Wait, now: number): Promise<void> {
		const isForServer = limit === 'server';
		if (isForServer) {
			this.beginWait(now);
			this.closeIfStalled(until);
		}
		if (this.closed === undefined) await this.sleepUntil(until);

		const end = this.clock.now();

		this.waitedMs[limit] += end - now;
		if (isForServer) this.endWait(end);
	}

	private beginWait(now: number): void {
		const isFirst = this.waitersForServer++ === 0;
		if (isFirst && this.stalled !== undefined) this.stalled.since += now - this.idleSince;
	}

	private endWait(now: number): void {
		if (--this.waitersForServer === 0) this.idleSince = now;
	}

	private async sleepUntil(until: number): Promise<void> {
		// The time may have come by now.
		await this.clock.sleep(Math.max(0, Math.min(POLL_INTERVAL_MS, until - this.clock.now())));
	}

	/** Closes the queue if by this time no request will have succeeded for too long. */
	private closeIfStalled(time: number): void {
		const { maxWaitMs, timeoutMs: timeoutMs } = this.settings;
		// Requests in flight may still succeed.
		const longest = this.inFlight === 0 ? maxWaitMs : Math.max(maxWaitMs, timeoutMs);
		if (this.stalled === undefined || time - this.stalled.since <= longest) return;

		const { since, outcome } = this.stalled;
		// So may a file that has been moving since before; one that does not move times out by itself.
		if ([...this.fileTransfers].some(({ sentAt }) => sentAt <= since)) return;

		this.close({ stalled: outcome });
	}
}

/** Whether the server is available: any response except a server error or a rate limit. */
const isAccepted = (outcome: Outcome): boolean =>
	isFault(outcome)
		? outcome.fault === 'notStored'
		: outcome.status < 500 && !wasRateLimited(outcome);
