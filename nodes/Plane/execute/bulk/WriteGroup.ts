import type { RequestResult } from '../../../shared/client/requestResult';
import type { RecordWrite } from './recordWrite';

/** A write of one record that waits for the writes of the other members of its group. */
interface WaitingWrite {
	readonly write: RecordWrite;
	readonly resolve: (result: RequestResult) => void;
	readonly reject: (error: unknown) => void;
}

/** A member that has found an existing record, and waits for its turn to change it. */
interface WaitingChange {
	readonly key: string;
	readonly itemIndex: number;
	readonly start: () => void;
}

/** Sends writes with as few requests as possible. A write that is missing in the result was not sent. */
type SendTogether = (
	writes: readonly RecordWrite[],
) => Promise<ReadonlyMap<RecordWrite, RequestResult>>;

/**
 * Items that are carried out at the same time, so that their writes can share requests. A write waits until each
 * member of the group waits with one as well, or has finished. Then all of them are sent.
 */
export class WriteGroup {
	/** How many members are doing something else than waiting here. */
	private busyCount: number;
	private waitingWrites: WaitingWrite[] = [];
	private waitingChanges: WaitingChange[] = [];
	/** The last item that changes each existing record, by the key of the record. */
	private readonly lastItems = new Map<string, number>();
	/** The items that another one waits for, because both change the same record. */
	private readonly itemsWaitedFor = new Set<number>();
	/** The work of the members, by the index of the item. */
	private readonly running = new Map<number, Promise<unknown>>();
	/** The items that have left the group. */
	private readonly itemsThatLeft = new Set<number>();

	/** @param size how many members there are; each calls `run` once */
	constructor(
		size: number,
		private readonly sendTogether: SendTogether,
	) {
		this.busyCount = size;
	}

	/** Carries out the work of one member. */
	async run<Value>(itemIndex: number, work: () => Promise<Value>): Promise<Value> {
		const running = work().finally(() => this.markIdle());

		this.running.set(itemIndex, running);

		return await running;
	}

	/** Whether an item has left the group: API v1 carries out its writes one by one. */
	hasLeft(itemIndex: number): boolean {
		return this.itemsThatLeft.has(itemIndex);
	}

	/** Whether items after this one have not written anything yet. */
	othersWaitFor(itemIndex: number): boolean {
		return this.hasLeft(itemIndex) || this.itemsWaitedFor.has(itemIndex);
	}

	/**
	 * Waits until a member may change an existing record. Members can find the same one by different values: each
	 * changes it after the item before, and sees what that has changed.
	 *
	 * @param key of the record
	 */
	async waitForTurn(key: string, itemIndex: number): Promise<void> {
		if (this.hasLeft(itemIndex)) return;

		await new Promise<void>((start) => {
			this.waitingChanges.push({ key, itemIndex, start });
			this.markIdle();
		});
	}

	/** Sends a write of a member together with the writes of the other members, if possible. */
	async send(write: RecordWrite): Promise<RequestResult> {
		if (this.hasLeft(write.call.itemIndex)) return await write.sendAlone();

		return await new Promise((resolve, reject) => {
			this.waitingWrites.push({ write, resolve, reject });
			this.markIdle();
		});
	}

	private markIdle(): void {
		this.busyCount -= 1;
		if (this.busyCount > 0) return;

		// Every member waits, so every change of the same record is known.
		this.startChanges();
		if (this.busyCount === 0 && this.waitingWrites.length > 0) void this.sendWaiting();
	}

	private startChanges(): void {
		const changes = this.waitingChanges.toSorted((a, b) => a.itemIndex - b.itemIndex);

		this.waitingChanges = [];

		for (const change of changes) {
			const { key, itemIndex } = change;
			const itemBefore = this.lastItems.get(key);

			this.lastItems.set(key, itemIndex);

			if (itemBefore === undefined || itemBefore === itemIndex) this.startChange(change);
			else void this.startAfter(itemBefore, change);
		}
	}

	private startChange({ start }: WaitingChange): void {
		this.busyCount += 1;
		start();
	}

	/** Starts a change once another item has ended. API v1 carries it out, as the others may have been sent by then. */
	private async startAfter(itemBefore: number, change: WaitingChange): Promise<void> {
		this.itemsThatLeft.add(change.itemIndex);
		this.itemsWaitedFor.add(itemBefore);

		// The item reports its own failure.
		await this.running.get(itemBefore)?.catch(ignore);
		this.startChange(change);
	}

	private async sendWaiting(): Promise<void> {
		// The writes may not have arrived in the order of the items.
		const entries = this.waitingWrites.toSorted((a, b) => readIndex(a) - readIndex(b));

		this.waitingWrites = [];
		this.busyCount = entries.length;

		try {
			const results = await this.sendTogether(entries.map(({ write }) => write));
			const others = entries.filter(({ write }) => !results.has(write));

			for (const entry of others) this.itemsThatLeft.add(readIndex(entry));

			for (const { write, resolve } of entries) {
				const result = results.get(write);
				if (result !== undefined) resolve(result);
			}

			await this.sendEachAlone(others);
		} catch (error) {
			for (const { reject } of entries) reject(error);
		}
	}

	/** Sends writes one by one. A new record is created once the item before has ended, as without a group. */
	private async sendEachAlone(entries: readonly WaitingWrite[]): Promise<void> {
		for (const entry of entries) {
			void sendAlone(entry);

			// The item reports its own failure.
			if (entry.write.action === 'create') await this.running.get(readIndex(entry))?.catch(ignore);
		}
	}
}

const readIndex = ({ write }: WaitingWrite): number => write.call.itemIndex;

const ignore = () => undefined;

async function sendAlone({ write, resolve, reject }: WaitingWrite): Promise<void> {
	try {
		resolve(await write.sendAlone());
	} catch (error) {
		reject(error);
	}
}
