import { sleep, type NodeExecutionHint } from 'n8n-workflow';

import { type Answer, type Fault } from '../answer';
import { isRefused } from '../limit';
import type { HttpRequest } from '../request';
import type { Send } from '../send';
import { Gate, type Clock } from './gate';
import { hintsOf } from './hints';
import { repeat } from './repeat';
import type { Settings } from './settings';
import { unsent } from './unsent';

const realClock: Clock = { now: () => Date.now(), sleep: async (time) => await sleep(time) };

/**
 * The schedule of one execution: every request goes through it, and it alone decides when a request
 * goes out, how many at once, and whether it is sent again (design, "Schedule").
 */
export class Schedule {
	private readonly gates: Gate[] = [];
	private isCanceled = false;
	/** What requests came to that were sent again. */
	private readonly repeated: (Answer | Fault)[] = [];

	constructor(
		readonly settings: Settings,
		private readonly clock: Clock = realClock,
	) {}

	/** Whether the workflow was canceled: nothing more goes out. */
	get canceled(): boolean {
		return this.isCanceled;
	}

	/** Lets no further request out, and ends all waits. */
	cancel(): void {
		this.isCanceled = true;
		for (const gate of this.gates) gate.close({ why: 'canceled' });
	}

	/** Sends by this schedule. Each server has its own limits, so each one needs its own sender. */
	over(send: Send): Send {
		const gate = new Gate(this.settings, this.clock);
		this.gates.push(gate);
		if (this.isCanceled) gate.close({ why: 'canceled' });
		return async (request) => await this.sendBy(gate, send, request);
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
			refusals: sum(({ refusals }) => refusals),
			repeated: this.repeated,
			...this.settings,
		});
	}

	private async sendBy(gate: Gate, send: Send, request: HttpRequest): Promise<Answer | Fault> {
		const place = gate.place();
		let last: Answer | Fault | undefined;
		for (let [tries, refusals] = [1, 0]; ; tries++) {
			const ticket = await gate.enter(place);
			if (ticket === undefined) return last ?? unsent(gate.closed, request, this.settings);
			const outcome = await send(request);
			gate.leave(ticket, outcome);

			if (isRefused(outcome)) {
				// It was not carried out, and the gate says when it may go out again.
				refusals++;
				continue;
			}
			last = tries === 1 ? outcome : { ...outcome, tries };
			const again = repeat(request, outcome, tries - refusals, this.settings.retries);
			if (again === undefined) return last;
			const time = again.least + Math.random() * (again.most - again.least);
			if (!(await gate.pause(time))) return last;
			this.repeated.push(outcome);
		}
	}
}
