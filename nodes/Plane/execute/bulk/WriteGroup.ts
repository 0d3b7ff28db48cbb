import type { RequestResult } from '../../../shared/client/requestResult';

/** A write of one record that waits for those of the other members of its group. */
interface WaitingWrite<Write> {
	readonly write: Write;
	readonly resolve: (result: RequestResult) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Items that are carried out at the same time, so that their writes can share requests. A write waits until each
 * member of the group waits with one as well, or has finished. Then all of them are sent.
 */
export class WriteGroup<Write> {
	/** How many members are doing something else than waiting here. */
	private busyCount: number;
	private waiting: WaitingWrite<Write>[] = [];

	/**
	 * @param size how many members there are; each calls `run` once
	 * @param sendTogether sends writes. The results are in their order.
	 */
	constructor(
		size: number,
		private readonly sendTogether: (writes: readonly Write[]) => Promise<RequestResult[]>,
	) {
		this.busyCount = size;
	}

	/** Carries out the work of one member. */
	async run<Value>(work: () => Promise<Value>): Promise<Value> {
		try {
			return await work();
		} finally {
			this.leaveBusy();
		}
	}

	/** Sends a write of a member together with those of the others. */
	async send(write: Write): Promise<RequestResult> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ write, resolve, reject });
			this.leaveBusy();
		});
	}

	private leaveBusy(): void {
		this.busyCount -= 1;
		if (this.busyCount === 0 && this.waiting.length > 0) void this.sendWaiting();
	}

	private async sendWaiting(): Promise<void> {
		const writes = this.waiting;

		this.waiting = [];
		this.busyCount = writes.length;

		try {
			const results = await this.sendTogether(writes.map(({ write }) => write));

			for (const [index, { resolve, reject }] of writes.entries()) {
				const result = results[index];

				if (result === undefined) {
					reject(new RangeError('A write has no result'));
				} else {
					resolve(result);
				}
			}
		} catch (error) {
			for (const { reject } of writes) reject(error);
		}
	}
}
