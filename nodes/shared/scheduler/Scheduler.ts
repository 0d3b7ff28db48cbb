import { sleep, type NodeExecutionHint } from 'n8n-workflow';

import { type Answer, type Fault } from '../transport/response';
import { isRefused } from '../transport/limit';
import type { HttpRequest } from '../transport/request';
import type { Send } from '../transport/send';
import { Gate, SLICE, type Clock, type Closed } from './RequestQueue';
import { hintsOf } from './schedulerHints';
import { repeat } from './retryPolicy';
import type { Settings } from './settings';
import { Slots } from './Semaphore';
import { unsent } from './notSent';

/** Not the time of day, which can be set in the middle of a wait. */
const realClock: Clock = {
	now: () => performance.now(),
	sleep: async (time) => await sleep(time),
};

/** What a request came to whose sender has thrown, which none should. */
const NOTHING: Fault = { fault: '' };

/**
 * The schedule of one execution: every request goes through it, and it alone decides when a request
 * goes out, how many at once, and whether it is sent again (design, "Schedule").
 */
export class Schedule {
	private readonly gates: Gate[] = [];
	private closed: Closed | undefined;
	/** What requests came to that were sent again. */
	private readonly repeated: (Answer | Fault)[] = [];

	private readonly slots: Slots;

	constructor(
		readonly settings: Settings,
		private readonly clock: Clock = realClock,
	) {
		this.slots = new Slots(settings.atOnce);
	}

	/** Whether nothing more is to be begun. */
	get isClosed(): boolean {
		return this.closed !== undefined;
	}

	/** Lets no further request out, and ends all waits. */
	close(why: 'canceled' | 'ended'): void {
		const closed = (this.closed ??= { why });
		for (const gate of this.gates) gate.close(closed);
	}

	/** Lets so many milliseconds pass, or fewer where nothing more is to be begun. */
	async pause(milliseconds: number): Promise<void> {
		const until = this.clock.now() + milliseconds;
		for (let left = milliseconds; left > 0 && !this.isClosed; left = until - this.clock.now()) {
			await this.clock.sleep(Math.min(SLICE, left));
		}
	}

	/** Sends by this schedule. Each server has limits of its own, and so a gate of its own. */
	over(send: Send): Send {
		const gates = new Map<string, Gate>();
		return async (request) => {
			const { origin } = new URL(request.url);
			const gate = gates.get(origin) ?? this.newGate();
			gates.set(origin, gate);
			return await this.sendBy(gate, send, request);
		};
	}

	private newGate(): Gate {
		const gate = new Gate(this.settings, this.clock, this.slots);
		this.gates.push(gate);
		if (this.closed !== undefined) gate.close(this.closed);
		return gate;
	}

	/** What the user is told under the output about waits and repeats. */
	hints(): NodeExecutionHint[] {
		const sum = (count: (gate: Gate) => number) =>
			this.gates.reduce((total, gate) => total + count(gate), 0);
		return hintsOf({
			waited: {
				server: sum(({ waited }) => waited.server),
				own: sum(({ waited }) => waited.own),
			},
			repeated: this.repeated,
			...this.settings,
		});
	}

	private async sendBy(gate: Gate, send: Send, request: HttpRequest): Promise<Answer | Fault> {
		const place = gate.place();
		/** What it came to so far, refusals apart: those did nothing. */
		let last: Answer | Fault | undefined;
		let outcome: Answer | Fault | undefined;
		for (let [tries, refusals] = [1, 0]; ; tries++) {
			const ticket = await gate.enter(place);
			if (ticket === undefined) return last ?? unsent(gate.closed, request, this.settings);
			if (outcome !== undefined) this.repeated.push(outcome);
			outcome = NOTHING;
			try {
				outcome = await send(request);
			} finally {
				// A slot that nobody gives back would hold up all that come after, for ever.
				gate.leave(ticket, outcome);
			}

			if (isRefused(outcome)) {
				// The gate says when it may go out again.
				refusals++;
				continue;
			}
			last = tries === 1 ? outcome : { ...outcome, tries };
			const again = repeat(request, outcome, tries - refusals, this.settings.retries);
			if (again === undefined) return last;
			const time = again.least + Math.random() * (again.most - again.least);
			if (!(await gate.pause(time))) return last;
		}
	}
}
