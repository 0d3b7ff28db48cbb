import { isFault, type Answer, type Fault } from '../transport/response';
import { isRefused } from '../transport/limit';
import { Pace, type Reason, type Ticket } from './RateLimiter';
import type { Settings } from './settings';
import type { Slots } from './Semaphore';

/** The time, in milliseconds since whenever, and how to let some of it pass. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

interface Waiting {
	readonly order: number;
	readonly admit: (ticket: Ticket | undefined) => void;
}

/** Why a gate let no one through any more. */
export type Closed =
	| { readonly why: 'canceled' }
	/** An item has failed, and no other is to be begun. */
	| { readonly why: 'ended' }
	/** Nothing got through for too long; the last trouble says what was wrong. */
	| { readonly why: 'stuck'; readonly trouble: Answer | Fault };

/** Long waits are looked at so often, so that one that is over early ends early. */
export const SLICE = 250;

/**
 * What every request of an execution to one server passes: when there is a slot, in the order in
 * which they came, and none while the server or the user's own limit asks to wait. It closes when nothing
 * gets through for too long, and when the workflow is canceled.
 */
export class Gate {
	private readonly waiting: Waiting[] = [];
	private readonly pace: Pace;
	private underWay = 0;
	private came = 0;
	private isDriving = false;
	private stuck: { readonly since: number; readonly trouble: Answer | Fault } | undefined;
	/** Set when no further request goes out. */
	closed: Closed | undefined;
	/** Milliseconds in which requests could not go out, by what they waited for. */
	readonly waited: Record<Reason, number> = { server: 0, own: 0 };

	constructor(
		private readonly settings: Omit<Settings, 'retries' | 'atOnce'>,
		private readonly clock: Clock,
		private readonly slots: Slots,
	) {
		this.pace = new Pace(settings.requestsPerMinute);
		slots.onGiven(() => void this.drive());
	}

	/** A place in the order, for a request and its repeats. */
	place(): number {
		return this.came++;
	}

	/** Waits until a request may go out. @returns undefined where none goes out any more */
	async enter(place: number): Promise<Ticket | undefined> {
		return await new Promise((admit) => {
			const behind = this.waiting.findIndex(({ order }) => order > place);
			const at = behind < 0 ? this.waiting.length : behind;
			this.waiting.splice(at, 0, { order: place, admit });
			void this.drive();
		});
	}

	/** Notes what a request came to that went out with this ticket. */
	leave(ticket: Ticket, outcome: Answer | Fault): void {
		const now = this.clock.now();
		this.underWay--;
		try {
			this.pace.answered(ticket, now, outcome);
			if (!isThrough(outcome)) {
				this.stuck = { since: this.stuck?.since ?? now, trouble: outcome };
			} else if (!this.pace.isHeld(now)) {
				// Answers that were on their way when the server asked to wait do not end the wait.
				this.stuck = undefined;
			}
		} finally {
			this.slots.give();
		}
	}

	/** Lets time pass before a request is sent again. @returns false where it is not any more */
	async pause(milliseconds: number): Promise<boolean> {
		const now = this.clock.now();
		const until = now + milliseconds;
		this.closeIfStuck(this.underWay === 0 ? until : now);
		while (this.closed === undefined && this.clock.now() < until) await this.nap(until);
		return this.closed === undefined;
	}

	/** Lets no further request out. */
	close(closed: Closed): void {
		this.closed ??= closed;
		for (const { admit } of this.waiting.splice(0)) admit(undefined);
	}

	/** Admits those whose turn it is, in order. */
	private async drive(): Promise<void> {
		if (this.closed !== undefined) this.close(this.closed);
		if (this.isDriving) return;
		this.isDriving = true;
		while (this.waiting.length > 0 && this.slots.isFree) {
			const now = this.clock.now();
			const turn = this.pace.turn(now, this.underWay);
			if (turn.kind === 'answer') break;
			if (turn.kind === 'go') {
				this.closeIfStuck(now);
				if (this.waiting.length === 0) break;
				this.underWay++;
				this.slots.take();
				this.waiting.shift()?.admit(this.pace.sent(now));
				continue;
			}
			if (turn.reason === 'server') this.closeIfStuck(turn.until);
			// Closing has emptied the queue.
			if (this.waiting.length === 0) break;
			await this.nap(turn.until);
			this.waited[turn.reason] += this.clock.now() - now;
		}
		this.isDriving = false;
	}

	private async nap(until: number): Promise<void> {
		// The time may have come by now.
		await this.clock.sleep(Math.max(0, Math.min(SLICE, until - this.clock.now())));
	}

	/** Closes where nothing will have got through for too long by this time. */
	private closeIfStuck(time: number): void {
		const { maxWait, timeout } = this.settings;
		// What is under way may get through yet.
		const longest = this.underWay === 0 ? maxWait : Math.max(maxWait, timeout);
		if (this.stuck === undefined || time - this.stuck.since <= longest) return;
		this.close({ why: 'stuck', trouble: this.stuck.trouble });
	}
}

/** Whether a server takes requests: any answer but that it fails or has had too many. */
const isThrough = (outcome: Answer | Fault): boolean =>
	!isFault(outcome) && outcome.status < 500 && !isRefused(outcome);
