/** When a request that the server let through was sent and answered, in milliseconds. */
export interface Slot {
	readonly sent: number;
	readonly answered: number;
}

/** Where others use the same key, it is asked after so many milliseconds at the latest. */
const SOON = 2000;

/**
 * What is known of the server's sliding window (row 19): so many requests in any stretch
 * of time of a certain length. Nobody says how many or how long; the responses show it. A slot comes
 * back one window after it was taken, so that a client which remembers its own can use each slot as
 * soon as it is back, and is not refused. Where others use the same key, a slot of theirs may come
 * back much earlier, and only asking shows it.
 */
export class SlidingWindow {
	/** Slots in a window: the most that a response said remain, and its own. */
	private size = 0;
	/** Milliseconds; the shortest that the refusals so far allow. */
	private length = Infinity;
	/** The longest that the server asked to wait, in milliseconds. */
	private longestWait = 0;
	/** Whether others were seen to use the same key. */
	private isShared = false;
	/** The last `size` slots that were taken, in the order of their responses. */
	private readonly slots: Slot[] = [];

	/** Takes note of a request that was let through. @param remaining the slots left after it */
	taken(slot: Slot, remaining: number): void {
		// It was full when fewer slots were known, so others had the rest.
		if (remaining >= this.size && this.length < Infinity) this.isShared = true;

		this.size = Math.max(this.size, remaining + 1);
		this.slots.push(slot);
		if (this.slots.length > this.size) this.slots.shift();
	}

	/**
	 * Takes note of a refusal.
	 *
	 * @param wait what the server asked to wait, in milliseconds
	 * @param hadRoom whether by all that was known there was a slot; then somebody else took it
	 */
	refused(now: number, wait: number, hadRoom: boolean): void {
		if (hadRoom) this.isShared = true;

		this.longestWait = Math.max(this.longestWait, wait);
		const [oldest] = this.slots;
		if (oldest !== undefined) this.length = Math.min(this.length, now + wait - oldest.sent);
	}

	/**
	 * When the first slot comes back, or came back, after a moment at which none was left, or when to
	 * ask because others may have given one back; undefined: nothing is known.
	 */
	backAfter(moment: number): number | undefined {
		const slot = this.slots.find(({ answered }) => answered + this.length > moment);
		if (slot === undefined || this.length === Infinity) return undefined;

		const latest = moment + (this.isShared ? SOON : this.longestWait);

		return Math.min(slot.answered + this.length, latest);
	}
}
