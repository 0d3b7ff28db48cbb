/** When a request that the server let through was sent and answered, in milliseconds. */
export interface Slot {
	readonly sent: number;
	readonly answered: number;
}

/**
 * What is known of the server's sliding window (row 19): so many requests in any stretch
 * of time of a certain length. Nobody says how many or how long; the responses show it. A slot comes
 * back one window after it was taken, so that a client which remembers its own can use each slot as
 * soon as it is back, and is not refused.
 *
 * Where others use the same key this is a guess, which can only be wrong about when to ask again:
 * what the server says of its remaining slots goes over it.
 */
export class SlidingWindow {
	/** Slots in a window: the most that a response said remain, and its own. */
	private size = 0;
	/** Milliseconds; the shortest that the refusals so far allow. */
	private length = Infinity;
	/** The longest that the server asked to wait, in milliseconds. */
	private longestWait = 0;
	/** The last `size` slots that were taken, in the order of their responses. */
	private readonly slots: Slot[] = [];

	/** Takes note of a request that was let through. @param remaining the slots left after it */
	taken(slot: Slot, remaining: number): void {
		this.size = Math.max(this.size, remaining + 1);
		this.slots.push(slot);
		if (this.slots.length > this.size) this.slots.shift();
	}

	/** Takes note of a refusal. @param wait what the server asked to wait, in milliseconds */
	refused(now: number, wait: number): void {
		this.longestWait = Math.max(this.longestWait, wait);
		const [oldest] = this.slots;
		if (oldest !== undefined) this.length = Math.min(this.length, now + wait - oldest.sent);
	}

	/**
	 * When the first slot comes back, or came back, after a moment at which none was left; undefined:
	 * it is not known.
	 */
	backAfter(moment: number): number | undefined {
		const slot = this.slots.find(({ answered }) => answered + this.length > moment);
		if (slot === undefined || this.length === Infinity) return undefined;
		return Math.min(slot.answered + this.length, moment + this.longestWait);
	}
}
