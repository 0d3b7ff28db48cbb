import { install, type Clock } from '@sinonjs/fake-timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A Tuesday of the records that the service starts with, and so neither long before them nor long after. */
const START = Date.parse('2026-03-03T09:00:00.000Z');

/**
 * After this many turns of the event loop in which no request has come or gone, all that is left waits for a timer.
 * The service takes one to answer, and the node one or two to read the response.
 */
const QUIET_TURNS = 6;

/** Real milliseconds without a timer, after which a run is taken for stuck: something waits for what never comes. */
const PATIENCE_MS = 30_000;

/** Virtual milliseconds after which a run is taken for endless. No run waits for longer than some hours. */
const LONGEST_MS = 7 * 24 * 3_600_000;

/**
 * Time that stands still while something happens, and jumps to the next timer as soon as nothing does. Everything in
 * this process lives in it: the node, n8n, and every service. Files and sockets do not: they take real time, in which
 * the clock may jump ahead.
 */
export class VirtualTime {
	private activities = 0;

	private hasStopped = false;

	private constructor(private readonly clock: Clock) {}

	/** Stops the real clock. @param now UNIX milliseconds */
	static start(now = START): VirtualTime {
		const clock = install({
			now,
			toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
			ignoreMissingTimers: true,
		});
		const startTimer = globalThis.setTimeout;

		// The clock cuts off parts of a millisecond: who waits for the rest of one would wait forever.
		globalThis.setTimeout = Object.assign(
			(work: () => void, milliseconds = 0) =>
				startTimer(work, Math.max(1, Math.ceil(milliseconds))),
			startTimer,
		);

		return new VirtualTime(clock);
	}

	/** UNIX milliseconds. */
	get now(): number {
		return this.clock.now;
	}

	/** Says that a request has come or gone, so that what follows it happens at the same time. */
	noteActivity(): void {
		this.activities += 1;
	}

	/**
	 * Waits for work, and lets as much time pass as it needs. Several works can be under way.
	 *
	 * @throws Error once the real clock runs again: the test has ended
	 */
	async pass<Value>(work: Promise<Value>): Promise<Value> {
		const progress = { isDone: false };
		const settle = () => void (progress.isDone = true);
		const giveUpAt = process.hrtime.bigint() + BigInt(PATIENCE_MS) * 1_000_000n;

		const endsBefore = this.now + LONGEST_MS;

		work.then(settle, settle);

		while (!(await this.isDoneOrQuiet(progress))) {
			if (this.hasStopped) throw new Error('The test has ended');
			if (this.now > endsBefore) throw new Error('A week has passed, and nothing has come of it');
			if (this.clock.countTimers() > 0) this.clock.next();
			else if (process.hrtime.bigint() > giveUpAt) throw new Error('Nothing happens any more');
		}

		return await work;
	}

	/** Waits until the work is done, or until all of it waits for a timer. @returns whether it is done */
	private async isDoneOrQuiet(progress: { readonly isDone: boolean }): Promise<boolean> {
		let activities = this.activities;

		for (let turn = 0; turn < QUIET_TURNS && !progress.isDone; turn++) {
			await nextTurn();

			if (this.activities !== activities) {
				activities = this.activities;
				turn = 0;
			}
		}

		return progress.isDone;
	}

	/** Starts the real clock again. A second call does nothing: the clock may be that of another test. */
	stop(): void {
		if (this.hasStopped) return;

		this.hasStopped = true;
		this.clock.uninstall();
	}
}
