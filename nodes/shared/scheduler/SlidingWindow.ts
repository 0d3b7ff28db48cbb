/** When an accepted request was sent and answered, in milliseconds. */
interface UsedSlot {
	readonly sentAt: number;
	readonly answeredAt: number;
}

/** If others use the same key, the server is probed after this time at the latest, in milliseconds. */
const SHARED_PROBE_MS = 2000;

/**
 * A model of the server's rate limit (row 19), which accepts a certain number of requests in any period of
 * a certain length. Neither number is documented, so both are inferred from responses.
 *
 * A slot is available again one window after it was used. A client that remembers its own requests
 * can therefore use each slot as soon as it is free, without being refused. If others use the same
 * key, one of their slots may become free much earlier, and only a probe shows it.
 */
export class SlidingWindow {
	/** How many slots a window has: the largest remaining number of a response, plus the request itself. */
	private size = 0;
	/** The length of a window in milliseconds: the shortest that agrees with the refusals so far. */
	private length = Infinity;
	/** The longest wait that the server asked for, in milliseconds. */
	private longestWait = 0;
	/** Whether responses showed that others use the same key. */
	private isShared = false;
	/** The last `size` slots used, in the order of their responses. */
	private readonly slots: UsedSlot[] = [];

	/** Records an accepted request. @param remaining the slots left after it */
	recordAccepted(slot: UsedSlot, remaining: number): void {
		// The window seemed full at a smaller size, so that others must have used the rest.
		if (remaining >= this.size && this.length < Infinity) this.isShared = true;

		this.size = Math.max(this.size, remaining + 1);
		this.slots.push(slot);
		if (this.slots.length > this.size) this.slots.shift();
	}

	/**
	 * Records a refusal.
	 *
	 * @param wait how long the server asked to wait, in milliseconds
	 * @param hadCapacity whether a slot should have been free: then somebody else has used it
	 */
	recordRefusal(now: number, wait: number, hadCapacity: boolean): void {
		if (hadCapacity) this.isShared = true;

		this.longestWait = Math.max(this.longestWait, wait);

		const [oldest] = this.slots;
		if (oldest !== undefined) this.length = Math.min(this.length, now + wait - oldest.sentAt);
	}

	/**
	 * Finds when the first slot becomes free after a time at which none was left. If others may free one
	 * earlier, finds when to send a probe.
	 *
	 * @param time milliseconds
	 *
	 * @returns milliseconds, or undefined if nothing is known yet
	 */
	nextSlotAfter(time: number): number | undefined {
		const slot = this.slots.find(({ answeredAt }) => answeredAt + this.length > time);
		if (slot === undefined || this.length === Infinity) return undefined;

		const latest = time + (this.isShared ? SHARED_PROBE_MS : this.longestWait);

		return Math.min(slot.answeredAt + this.length, latest);
	}
}
