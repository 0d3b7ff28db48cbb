import type { RequestLimits } from '../transport/limits';
import { isFault, wasRateLimited, type Outcome } from '../transport/response';
import { type LimitOwner, RateLimiter, type Ticket, type Wait } from './RateLimiter';
import type { Semaphore } from './Semaphore';

/** A clock in milliseconds from any starting point, and a way to let time pass. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

/** Why a queue was closed, so that no further request is sent. */
export interface CloseReason {
	/** If no request succeeded for too long: the outcome of the last one. */
	readonly lastOutcome?: Outcome;
}

/** Waits are split into slices of this length, so that they can end early. */
export const POLL_INTERVAL_MS = 250;

/** What the queue knows of a request. */
interface RequestFacts {
	/** Its place in the queue, the same for a request and its retries. */
	readonly position: number;
	/** Whether it uploads or downloads a file. */
	readonly hasFile: boolean;
	/** When it is too late to send it; undefined for never. */
	readonly sendBefore?: number | undefined;
}

/** Whether a request may go out; undefined if the queue was closed. */
type Admission = Ticket | 'tooLate' | undefined;

/** A request that waits for its turn. */
interface QueuedRequest extends RequestFacts {
	readonly admit: (admission: Admission) => void;
}

/**
 * The queue of all requests that an execution sends to one server. It admits them in their order as
 * soon as there is a slot, but not while the rate limiter makes them wait. It closes if no request
 * succeeds for too long, or if the workflow is canceled.
 */
export class RequestQueue {
	/** For how many milliseconds requests had to wait, by who set the limit. */
	readonly waitedMs: Record<LimitOwner, number> = { server: 0, user: 0 };
	/** Set once the queue is closed. */
	closeReason: CloseReason | undefined;

	private readonly waiting: QueuedRequest[] = [];
	private readonly limiter: RateLimiter;
	private inFlight = 0;
	/** The requests in flight that transfer a file. They may take any time, as long as bytes are sent. */
	private readonly fileTransfers = new Set<Ticket>();
	private isPumping = false;
	/** Set while no request succeeds: when the first one failed, and the outcome of the last one. */
	private stall: { readonly since: number; readonly outcome: Outcome } | undefined;

	constructor(
		private readonly settings: Omit<RequestLimits, 'retries' | 'concurrency'>,
		private readonly clock: Clock,
		private readonly slots: Semaphore,
	) {
		this.limiter = new RateLimiter(settings.requestsPerMinute);
		slots.onRelease(() => void this.pump());
	}

	/** Waits until a request may go out. */
	async acquire(request: RequestFacts): Promise<Admission> {
		return await new Promise((admit) => {
			const before = this.waiting.findLastIndex(({ position }) => position < request.position);

			this.waiting.splice(before + 1, 0, { ...request, admit });
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
				this.stall = { since: this.stall?.since ?? now, outcome };
				this.closeIfStalled(now);
			} else if (!this.limiter.isPaused(now)) {
				// A success that was on its way when the server asked to wait does not end the stall.
				this.stall = undefined;
			}
		} finally {
			this.slots.release();
		}
	}

	/**
	 * Pauses before a retry.
	 *
	 * @returns whether the request may be sent again: false if the queue was closed, or if the pause would
	 *   exceed Max Wait
	 */
	async pause(milliseconds: number): Promise<boolean> {
		const now = this.clock.now();
		const until = now + milliseconds;
		const { stall, inFlight } = this;
		const { maxWaitMs } = this.settings;
		if (stall !== undefined && inFlight === 0 && until - stall.since > maxWaitMs) {
			// Perhaps only this request fails, so one more may go out. If it fails as well, the queue closes.
			this.stall = { ...stall, since: Math.min(stall.since, now - maxWaitMs) };

			return false;
		}

		while (this.closeReason === undefined && this.clock.now() < until) await this.sleepUntil(until);

		return this.closeReason === undefined;
	}

	/** Closes the queue: the requests in it are not sent. */
	close(reason: CloseReason = {}): void {
		this.closeReason ??= reason;
		for (const { admit } of this.waiting.splice(0)) admit(undefined);
	}

	/** Admits requests in their order until none is left, no slot is free, or a response has to arrive. */
	private async pump(): Promise<void> {
		if (this.closeReason !== undefined) this.close(this.closeReason);
		if (this.isPumping) return;

		this.isPumping = true;

		while (this.waiting.length > 0 && this.slots.isFree) {
			const now = this.clock.now();
			if (this.turnAwayIfTooLate(now)) continue;

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

	/** Turns the next request away if it is too late for it. @returns whether it was */
	private turnAwayIfTooLate(now: number): boolean {
		const [next] = this.waiting;
		if (next?.sendBefore === undefined || now < next.sendBefore) return false;

		this.waiting.shift();
		next.admit('tooLate');

		return true;
	}

	private admitNext(now: number): void {
		this.inFlight++;
		this.slots.acquire();

		const ticket = this.limiter.recordSent(now);
		const next = this.waiting.shift();
		if (next?.hasFile === true) this.fileTransfers.add(ticket);

		next?.admit(ticket);
	}

	/** Waits for a limit, up to the poll interval. Closes the queue if the whole wait exceeds Max Wait. */
	private async waitFor({ until, limitOwner }: Wait, now: number): Promise<void> {
		if (limitOwner === 'server') this.closeIfStalled(until);
		if (this.closeReason === undefined) await this.sleepUntil(until);

		this.waitedMs[limitOwner] += this.clock.now() - now;
	}

	private async sleepUntil(until: number): Promise<void> {
		// The time may have passed already.
		await this.clock.sleep(Math.max(0, Math.min(POLL_INTERVAL_MS, until - this.clock.now())));
	}

	/** Closes the queue if, at this time, no request has succeeded for longer than Max Wait. */
	private closeIfStalled(time: number): void {
		const { maxWaitMs, timeoutMs } = this.settings;
		// Requests in flight may still succeed.
		const longestStall = this.inFlight === 0 ? maxWaitMs : Math.max(maxWaitMs, timeoutMs);
		if (this.stall === undefined || time - this.stall.since <= longestStall) return;

		const { since, outcome } = this.stall;
		// So may a file whose transfer began before the stall. If no bytes are sent, it times out by itself.
		if ([...this.fileTransfers].some(({ sentAt }) => sentAt <= since)) return;

		this.close({ lastOutcome: outcome });
	}
}

/** Whether an outcome shows that the server is available: no server error and no rate limit. */
const isAccepted = (outcome: Outcome): boolean =>
	isFault(outcome)
		? outcome.kind === 'notStored'
		: outcome.status < 500 && !wasRateLimited(outcome);
