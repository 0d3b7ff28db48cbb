import { isFault, isRefused, type Outcome } from '../transport/response';
import { type Limit, RateLimiter, type Ticket, type Wait } from './RateLimiter';
import type { Semaphore } from './Semaphore';

/** How the requests of an execution are sent. */
export interface Settings {
	/** Requests that are under way at the same time. */
	readonly concurrency: number;
	/** Milliseconds of waiting for the server without a successful request, after which the rest fails. */
	readonly maxWait: number;
	/** Undefined: as many as the server allows. */
	readonly requestsPerMinute?: number;
	/** How often a request is retried after a fault. */
	readonly retries: number;
	/** Milliseconds without a byte from the server after which a request counts as failed. */
	readonly timeout: number;
}

/** The time, in milliseconds since whenever, and how to let some of it pass. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

/** Why no further request goes out. */
export interface Closed {
	/** Set where no request succeeded for too long: the last outcome says what was wrong. */
	readonly stalled?: Outcome;
}

/** Long waits are looked at so often, so that one that is over early ends early. */
export const SLICE = 250;

/**
 * What every request of an execution to one server passes: when there is a slot, in the order in
 * which they came, and none while the server or the user's own limit asks to wait. It closes when no
 * request succeeds for too long, and when the workflow is canceled.
 */
export class RequestQueue {
	private readonly waiting: {
		readonly position: number;
		readonly hasFile: boolean;
		readonly admit: (ticket: Ticket | undefined) => void;
	}[] = [];
	private readonly limiter: RateLimiter;
	private underWay = 0;
	/** Those that are under way with a file, which may take as long as its bytes move. */
	private readonly withFile = new Set<Ticket>();
	private isPumping = false;
	/**
	 * What waits for the server: requests that are under way, pauses before they are sent again, and
	 * waits that the server asked for.
	 */
	private expecting = 0;
	/** When nothing began to wait for the server. */
	private idleSince = 0;
	/** Set while no request succeeds; time in which nothing waited for the server moves its beginning. */
	private stalled: { since: number; readonly outcome: Outcome } | undefined;
	/** Set when no further request goes out. */
	closed: Closed | undefined;

	/** @param waited takes the milliseconds in which requests could not go out, by what they waited for */
	constructor(
		private readonly settings: Omit<Settings, 'retries' | 'concurrency'>,
		private readonly clock: Clock,
		private readonly slots: Semaphore,
		private readonly waited: Record<Limit, number>,
	) {
		this.limiter = new RateLimiter(settings.requestsPerMinute);
		slots.onRelease(() => void this.pump());
	}

	/**
	 * Waits until a request may go out.
	 *
	 * @param position in the queue, the same for a request and its repeats
	 * @param hasFile whether it sends a file, or asks for one
	 * @returns undefined where none goes out any more
	 */
	async acquire(position: number, hasFile: boolean): Promise<Ticket | undefined> {
		return await new Promise((admit) => {
			const before = this.waiting.findLastIndex((other) => other.position < position);

			this.waiting.splice(before + 1, 0, { position, hasFile, admit });
			void this.pump();
		});
	}

	/** Notes what a request came to that went out with this ticket. */
	release(ticket: Ticket, outcome: Outcome): void {
		const now = this.clock.now();

		this.underWay--;
		this.withFile.delete(ticket);

		try {
			this.limiter.answered(ticket, now, outcome);

			if (!isThrough(outcome)) {
				this.stalled = { since: this.stalled?.since ?? now, outcome };
				this.closeIfStalled(now);
			} else if (!this.limiter.isHeld(now)) {
				// Responses that were on their way when the server asked to wait do not end the wait.
				this.stalled = undefined;
			}
		} finally {
			this.endWait(now);
			this.slots.release();
		}
	}

	/** Lets time pass before a request is sent again. @returns false where it is not any more */
	async pause(milliseconds: number): Promise<boolean> {
		const now = this.clock.now();
		const until = now + milliseconds;
		const { stalled, underWay } = this;
		const { maxWait } = this.settings;
		if (stalled !== undefined && underWay === 0 && until - stalled.since > maxWait) {
			// This may be the only request that fails, so the next one still goes out; if it fails, it is the last.
			stalled.since = Math.min(stalled.since, now - maxWait);

			return false;
		}

		this.beginWait(now);
		while (this.closed === undefined && this.clock.now() < until) await this.sleepUntil(until);
		this.endWait(this.clock.now());

		return this.closed === undefined;
	}

	/** Lets no further request out. */
	close(closed: Closed = {}): void {
		this.closed ??= closed;
		for (const { admit } of this.waiting.splice(0)) admit(undefined);
	}

	/** Admits those whose turn it is, in order. */
	private async pump(): Promise<void> {
		if (this.closed !== undefined) this.close(this.closed);
		if (this.isPumping) return;

		this.isPumping = true;

		while (this.waiting.length > 0 && this.slots.isFree) {
			const now = this.clock.now();
			const decision = this.limiter.decide(now, this.underWay);
			if (decision.kind === 'waitForResponse') break;

			if (decision.kind === 'send') {
				this.underWay++;
				this.beginWait(now);
				this.slots.acquire();
				const ticket = this.limiter.sent(now);
				const next = this.waiting.shift();
				if (next?.hasFile === true) this.withFile.add(ticket);

				next?.admit(ticket);
			} else {
				await this.keepTo(decision, now);
			}
		}

		this.isPumping = false;
	}

	/** Lets some of the time pass for which a limit asks, or closes where that is too long. */
	private async keepTo({ until, limit }: Wait, now: number): Promise<void> {
		const isServers = limit === 'server';
		if (isServers) {
			this.beginWait(now);
			this.closeIfStalled(until);
		}
		if (this.closed === undefined) await this.sleepUntil(until);

		const end = this.clock.now();

		this.waited[limit] += end - now;
		if (isServers) this.endWait(end);
	}

	private beginWait(now: number): void {
		const isFirst = this.expecting++ === 0;
		if (isFirst && this.stalled !== undefined) this.stalled.since += now - this.idleSince;
	}

	private endWait(now: number): void {
		if (--this.expecting === 0) this.idleSince = now;
	}

	private async sleepUntil(until: number): Promise<void> {
		// The time may have come by now.
		await this.clock.sleep(Math.max(0, Math.min(SLICE, until - this.clock.now())));
	}

	/** Closes where no request will have succeeded for too long by this time. */
	private closeIfStalled(time: number): void {
		const { maxWait, timeout } = this.settings;
		// What is under way may succeed yet.
		const longest = this.underWay === 0 ? maxWait : Math.max(maxWait, timeout);
		if (this.stalled === undefined || time - this.stalled.since <= longest) return;

		const { since, outcome } = this.stalled;
		// So may a file that has been moving since before; one that does not move ends by itself.
		if ([...this.withFile].some(({ sent }) => sent <= since)) return;

		this.close({ stalled: outcome });
	}
}

/** Whether a server takes requests: any response but that it fails or has had too many. */
const isThrough = (outcome: Outcome): boolean =>
	isFault(outcome) ? outcome.fault === 'notStored' : outcome.status < 500 && !isRefused(outcome);
