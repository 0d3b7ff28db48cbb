import type { JsonObject } from 'n8n-workflow';

import { shortId } from './entryKeys';
import type { FeedDefinition } from './feeds';
import {
	type FeedState,
	type TrackedItem,
	type TrackedItems,
	unprocessedItem,
} from './TriggerState';
import { type EntryList, forEntryLists } from './watchedLists';

/** Tracks the rows of a feed, each of which is about one item, while the feed is read. */
export class ItemTracker {
	/** Whether any row was processed, or read further than before. */
	hasAdvanced = false;
	private readonly known: Map<string, TrackedItem>;
	/** Rows processed in this read. */
	private readonly processed = new Set<string>();
	/** The orders of rows that a later read has to find again, as far as this read has found them. */
	private readonly foundUnfinished = new Map<string, number>();

	constructor(
		private readonly definition: FeedDefinition,
		private readonly state: Pick<FeedState, 'items' | 'processedUpTo'>,
	) {
		this.known = new Map(Object.entries(state.items));
	}

	/** Whether a row has to be processed in this read. */
	needsProcessing(row: JsonObject): boolean {
		const id = shortId(row);
		// It is left to the next poll.
		if (this.foundUnfinished.has(id)) return false;

		const item = this.known.get(id);
		if (item?.version !== this.definition.readVersion(row)) return true;

		return !this.processed.has(id) && (item.recheckSince !== undefined || item.failedReads > 0);
	}

	/** Returns the state of a row. If it is not tracked, nothing since `processedUpTo` was reported. */
	getState(row: JsonObject): TrackedItem {
		return this.known.get(shortId(row)) ?? unprocessedItem(this.state.processedUpTo);
	}

	/** Where a row comes in the order of the feed. */
	readOrder(row: JsonObject): number {
		return this.definition.readOrder(row) ?? this.state.processedUpTo;
	}

	/** Remembers how a row was processed. */
	recordProcessed(row: JsonObject, item: TrackedItem): void {
		const id = shortId(row);

		this.known.set(id, item);
		this.processed.add(id);
		this.hasAdvanced = true;

		if (item.unfinished === undefined && item.recheckSince === undefined) {
			this.foundUnfinished.delete(id);
		} else {
			this.foundUnfinished.set(id, this.readOrder(row));
		}
	}

	/** Remembers how far a row has been read, if the rest is left to later. It does not count as processed. */
	recordUnfinished(row: JsonObject, item: TrackedItem): void {
		const id = shortId(row);

		this.known.set(id, item);
		this.foundUnfinished.set(id, this.readOrder(row));
	}

	/**
	 * Remembers when a row was seen that this read does not get to. Once it is read, its activities may have
	 * been written long since, so that it need not be read twice.
	 */
	recordSeen(row: JsonObject, now: number): void {
		const version = this.definition.readVersion(row);
		const item = this.getState(row);
		if (item.version === version || !this.needsProcessing(row)) return;

		this.known.set(shortId(row), {
			...item,
			version,
			recheckSince: now,
			isUnread: true,
			failedReads: 0,
		});
	}

	/** Leaves a row to the next poll, or to the end of this one. */
	leaveForLater(row: JsonObject): void {
		this.foundUnfinished.set(shortId(row), this.readOrder(row));
	}

	/**
	 * Returns all rows that are known after the read.
	 *
	 * @param isComplete whether the feed was read up to its newest row: then unfinished rows that were
	 *   not found no longer exist
	 */
	itemsAfterRead(isComplete: boolean): TrackedItems {
		const entries = [...this.known].map(([id, item]) =>
			isComplete && !this.foundUnfinished.has(id)
				? ([id, forgetRest(item)] as const)
				: ([id, item] as const),
		);

		return Object.fromEntries(entries);
	}

	/** The lowest order of the unfinished rows that this read found; Infinity if there are none. */
	get oldestUnfinished(): number {
		return Math.min(Infinity, ...this.foundUnfinished.values());
	}
}

/** Returns the state of an item that no longer exists, but may be restored. */
const forgetRest = (item: TrackedItem): TrackedItem => ({
	...toSkippedItem(item, item.isUnread ? '' : item.version),
	failedReads: item.failedReads,
});

/** Returns the state of a work item that is not read any further. What was reported of it is remembered. */
export function toSkippedItem(tracked: TrackedItem, version: string): TrackedItem {
	const lists = tracked.unfinished?.lists ?? {};
	const cutoff = Math.max(tracked.cutoff, ...Object.values(lists).map((list) => list.cutoff));
	const activitiesSince = lists.activities?.cutoff ?? tracked.postponedSince ?? cutoff;
	const reportedKeys = (list: EntryList) => [
		...new Set([...tracked.reported[list], ...Object.keys(lists[list]?.reported ?? {})]),
	];

	return {
		...tracked,
		version,
		cutoff,
		postponedSince: activitiesSince < cutoff ? activitiesSince : undefined,
		reported: forEntryLists(reportedKeys),
		recheckSince: undefined,
		isUnread: false,
		failedReads: 0,
		unfinished: undefined,
	};
}
