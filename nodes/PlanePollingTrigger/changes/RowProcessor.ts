import type { JsonObject } from 'n8n-workflow';

import { readFirstText } from '../../shared/values/readFirstText';
import { isProblem, type Problem } from '../../shared/result/problem';
import { shortId } from './entryKeys';
import type { EventSubscription } from './EventSubscription';
import {
	ACTIVITY_DELAY_MS,
	ACTIVITY_WRITE_MS,
	CLOCK_SKEW_MS,
	type FeedDefinition,
	LATE_ARRIVAL_MS,
} from './feeds';
import { MAX_RECHECK_DELAY_MS } from './feedState';
import { type ItemTracker, toSkippedItem } from './ItemTracker';
import { pollEndedProblem } from './pollErrors';
import type { ProjectApi } from './ProjectApi';
import { type CompleteChanges, type PartialChanges, readItemChanges } from './readItemChanges';
import type { IsSettled } from './restoreDescriptions';
import { type FoundEvent, recordCreated } from './toEvent';
import {
	type FeedState,
	type TrackedItem,
	unprocessedItem,
	type UnfinishedItem,
} from './TriggerState';
import { type EntryList, forEntryLists } from './watchedLists';

/** Milliseconds after which all activities of a change have been written, whatever the clocks say. */
const ALL_WRITTEN_AFTER_MS = ACTIVITY_DELAY_MS + CLOCK_SKEW_MS;

/** Milliseconds after which a changed item is read for the last time: a little less than a minute. */
const RECHECK_AFTER_MS = 50_000;

/** Polls after which a description is reported although somebody keeps changing the work item. */
const MAX_POSTPONED_POLLS = 10;

/** Failed polls after which a work item is skipped, in favor of the others. */
const MAX_FAILED_READS = 3;

/** After so many polls in a row without requests left for an unfinished work item, it is read first. */
const MAX_SKIPPED_POLLS = 3;

/** Everything that stays the same while a feed is read. */
interface ReadContext {
	readonly api: ProjectApi;
	readonly subscription: EventSubscription;
	readonly definition: FeedDefinition;
	readonly tracker: ItemTracker;
	readonly state: Pick<FeedState, 'reportingSince' | 'start'>;
	/** The present time by the clock of the rows, or a little earlier; 0 if it is not known. */
	readonly serverTime: number;
	/** No row ordered before this can appear any more. */
	readonly stableBefore: number;
	/** Whether rows that were never read come before rows that have to be read again. */
	readonly unreadFirst: boolean;
}

/** A work item that is about to be read. Times are in UNIX milliseconds by n8n's clock. */
interface ItemToRead {
	readonly row: JsonObject;
	readonly order: number;
	readonly version: string;
	readonly tracked: TrackedItem;
	/** When reading it begins. */
	readonly now: number;
	/** When this version was first seen, if that was in an earlier poll. */
	readonly recheckSince: number | undefined;
	/** Milliseconds since it was first seen; 0 if that is now. */
	readonly waited: number;
	/** Whether the last change was so long ago that all its activities must have been written. */
	readonly hasAllActivities: boolean;
}

/** Finds the events of new rows, and records in the tracker what was processed. */
export class RowProcessor {
	readonly events: FoundEvent[] = [];
	/** Work items that are read after all others, because they have many changes or are read again. */
	private readonly deferred = new Map<string, JsonObject>();

	constructor(private readonly context: ReadContext) {}

	/**
	 * Processes a row, or defers it if it takes many requests.
	 *
	 * @returns why the feed cannot be read any further, if it cannot
	 */
	async process(row: JsonObject): Promise<Problem | undefined> {
		const { definition, tracker } = this.context;

		if (!definition.hasEntries) {
			const item = unprocessedItem(tracker.readOrder(row));

			tracker.recordProcessed(row, { ...item, version: definition.readVersion(row) });
			if (!this.wasThereAtStart(row)) this.reportNewRow(row);

			return undefined;
		}

		const { unfinished } = tracker.getState(row);

		if (this.mayWait(row)) {
			tracker.leaveForLater(row);
			this.deferred.set(shortId(row), row);

			return undefined;
		}

		if (unfinished !== undefined && unfinished.skippedPolls < MAX_SKIPPED_POLLS) {
			this.defer(row);

			return undefined;
		}

		return await this.processWorkItem(row, { readsLongLists: unfinished !== undefined });
	}

	/**
	 * Whether a work item existed when the trigger was started, but was not in the list: it was archived
	 * then, and has been restored. One that an import creates with a time in the past has a higher number.
	 */
	private wasThereAtStart(row: JsonObject): boolean {
		const { definition, tracker, state } = this.context;
		const { start } = state;
		if (start === undefined || definition.isOrderedByTime) return false;

		return (
			tracker.readOrder(row) < start.order &&
			(definition.readTimestamp(row) ?? Infinity) < start.time
		);
	}

	/** Reports a row in the order of the feed, also if an import has given it a time in the past (row 68). */
	private reportNewRow(row: JsonObject): void {
		const created = recordCreated(row, this.context.definition.list);
		const before = this.events.at(-1)?.at ?? 0;

		this.events.push({ ...created, at: Math.max(created.at, before) });
	}

	/** @returns why the deferred work items cannot be read any further, if they cannot */
	async processDeferred(): Promise<Problem | undefined> {
		for (const row of this.deferred.values()) {
			const readsLongLists = this.context.tracker.getState(row).unfinished !== undefined;
			const problem = await this.processWorkItem(row, { readsLongLists });
			if (problem !== undefined) return problem;
		}

		return undefined;
	}

	/**
	 * Whether a row has only to be read again, without having changed. It does not keep the others waiting,
	 * unless it has waited too long itself.
	 */
	private mayWait(row: JsonObject): boolean {
		const item = this.prepare(row);

		return isRecheck(item) && item.waited < MAX_RECHECK_DELAY_MS && this.context.unreadFirst;
	}

	private defer(row: JsonObject): void {
		const { tracker } = this.context;
		const tracked = tracker.getState(row);
		const before: Omit<UnfinishedItem, 'order'> = tracked.unfinished ?? NEVER_DEFERRED;
		const unfinished: UnfinishedItem = {
			...before,
			order: tracker.readOrder(row),
			skippedPolls: before.skippedPolls + 1,
		};

		tracker.recordUnfinished(row, { ...tracked, unfinished });
		this.deferred.set(shortId(row), row);
	}

	private async processWorkItem(
		row: JsonObject,
		{ readsLongLists }: { readonly readsLongLists: boolean },
	): Promise<Problem | undefined> {
		const { api, subscription, stableBefore, serverTime } = this.context;
		const { reportingSince } = this.context.state;
		const item = this.prepare(row);
		const entryLists = this.listsToRead(item);
		// Without the comments, the activities would have to be read once more.
		if (!api.maySend(entryLists.length)) return pollEndedProblem();

		const willRecheck = isRecent(item) && !isRecheck(item);
		const changes = await readItemChanges(
			api,
			{ ...subscription, entryLists },
			{
				workItem: row,
				tracked: item.tracked,
				...(willRecheck && { creationsMayChangeSince: serverTime - ALL_WRITTEN_AFTER_MS }),
				...(subscription.reportsChanges && { isSettled: createSettledCheck(item) }),
				...(reportingSince !== undefined && { reportingSince }),
				...(readsLongLists && { longListsStableBefore: stableBefore }),
			},
		);
		if (isProblem(changes)) return this.recordFailure(row, changes);

		if (changes.kind === 'partial' && !readsLongLists) {
			this.defer(row);

			return undefined;
		}

		for (const event of changes.events) this.events.push(event);
		if (changes.kind === 'partial') return this.recordPartialRead(item, changes);

		this.recordCompleteRead(item, { changes, entryLists });

		return undefined;
	}

	/**
	 * The lists of a work item that are read. Comments are there before the work item changes, so they need
	 * not be read twice.
	 */
	private listsToRead(item: ItemToRead): readonly EntryList[] {
		const { entryLists } = this.context.subscription;
		const isRead = Object.keys(item.tracked.unfinished?.lists ?? {}).length === 0;

		return isRecheck(item) && isRead && entryLists.includes('activities')
			? ['activities']
			: entryLists;
	}

	private prepare(row: JsonObject): ItemToRead {
		const { api, definition, tracker, serverTime } = this.context;
		const order = tracker.readOrder(row);
		const version = definition.readVersion(row);
		const tracked = tracker.getState(row);
		const recheckSince = tracked.version === version ? tracked.recheckSince : undefined;
		// Taken before the read, or the next poll would come too early for the last one after a slow read.
		const now = api.now();

		return {
			row,
			order,
			version,
			tracked,
			now,
			recheckSince,
			waited: recheckSince === undefined ? 0 : now - recheckSince,
			hasAllActivities: serverTime - order >= ALL_WRITTEN_AFTER_MS,
		};
	}

	private recordCompleteRead(
		item: ItemToRead,
		{
			changes,
			entryLists,
		}: { readonly changes: CompleteChanges; readonly entryLists: readonly EntryList[] },
	): void {
		const { tracker } = this.context;
		const { row, order, version, tracked } = item;
		const hasPending = changes.pending.keys.length > 0;
		const needsRecheck = isRecent(item) || hasPending;
		const polls = (tracked.unfinished?.pendingDescription?.polls ?? 0) + 1;
		const unfinished: UnfinishedItem = {
			order,
			skippedPolls: 0,
			lists: {},
			pendingDescription: { keys: changes.pending.keys, polls },
		};

		const processed = toProcessedItem(changes, { version, order, tracked, entryLists });

		tracker.recordProcessed(row, {
			...processed,
			recheckSince: needsRecheck ? (item.recheckSince ?? item.now) : undefined,
			unfinished: hasPending ? unfinished : undefined,
		});
	}

	/** Records how far a work item with many changes has been read. */
	private recordPartialRead(
		{ row, order, tracked }: ItemToRead,
		{ creationReported, lists, problem }: PartialChanges,
	): Problem | undefined {
		const { tracker } = this.context;
		const unfinished: UnfinishedItem = { order, skippedPolls: 0, lists };
		const listsBefore = tracked.unfinished?.lists;

		if (JSON.stringify(listsBefore) !== JSON.stringify(lists)) tracker.hasAdvanced = true;

		tracker.recordUnfinished(row, { ...tracked, creationReported, unfinished });

		return problem === undefined ? undefined : this.recordFailure(row, problem);
	}

	/**
	 * Records that a work item could not be read.
	 *
	 * @returns why the feed cannot be read any further, if it cannot
	 */
	private recordFailure(row: JsonObject, problem: Problem): Problem | undefined {
		const { tracker, definition, api } = this.context;
		const tracked = tracker.getState(row);
		const version = definition.readVersion(row);
		const skipped = toSkippedItem(tracked, version);

		// It was deleted after the list had been read.
		if (problem.status === 404) {
			tracker.recordProcessed(row, skipped);

			return undefined;
		}
		if (!isItemError(problem)) return problem;

		const failedReads = (tracked.version === version ? tracked.failedReads : 0) + 1;

		if (failedReads < MAX_FAILED_READS) {
			tracker.recordProcessed(row, { ...tracked, version, failedReads, recheckSince: undefined });

			return problem;
		}

		tracker.recordProcessed(row, skipped);
		api.warn(`Work item ${readFirstText(row, 'id')} is skipped: ${problem.message}`);

		return undefined;
	}
}

/** Whether this version of a work item has been read before. */
const isRecheck = ({ tracked, recheckSince }: ItemToRead): boolean =>
	recheckSince !== undefined && !tracked.isUnread;

/** Whether activities may still be written about the version of a work item that is being read. */
const isRecent = ({ hasAllActivities, waited }: ItemToRead): boolean =>
	!hasAllActivities && waited < RECHECK_AFTER_MS;

const NEVER_DEFERRED = { skippedPolls: 0, lists: {} } as const;

/**
 * Creates the check whether a work item has the text of the last change of its description. It does once the
 * work item was read again after that change was found, nobody has changed it for a while, and no later edit
 * can be on its way: the activity was written with this text, or it is too late for others to be written.
 */
const createSettledCheck =
	({ order, waited, tracked, hasAllActivities }: ItemToRead): IsSettled =>
	(key, { last, isShown }) => {
		const pending = tracked.unfinished?.pendingDescription;
		const isCurrent = isShown || hasAllActivities || waited >= ALL_WRITTEN_AFTER_MS;

		if (waited >= RECHECK_AFTER_MS) return isCurrent && pending?.keys.includes(key) === true;

		// If the work item changes all the time, its description is reported now and then: between two changes, or with
		// the text that it has, because some changes leave no activity (rows 48, 49).
		const isBetweenChanges = last >= order && last <= order + ACTIVITY_WRITE_MS;

		return (isBetweenChanges || isShown) && (pending?.polls ?? 0) >= MAX_POSTPONED_POLLS;
	};

/** A work item as it was before its changes were read. */
interface ItemBeforeRead {
	readonly version: string;
	readonly order: number;
	readonly tracked: TrackedItem;
	/** The lists that were read. */
	readonly entryLists: readonly EntryList[];
}

/** Returns the state of a work item after all its changes have been read. */
export function toProcessedItem(
	{ entries, cutoff, creationReported, assignedAtCreation, pending }: CompleteChanges,
	{ version, order, tracked, entryLists }: ItemBeforeRead,
): TrackedItem {
	const latestTime = entries.reduce((latest, entry) => Math.max(latest, entry.writtenAt), order);
	const nextCutoff = Math.max(cutoff, latestTime - LATE_ARRIVAL_MS);
	const nextStart = Math.min(nextCutoff, pending.oldest);

	const reportedKeys = (list: EntryList): readonly string[] => {
		// Otherwise, its entries would be reported again once the user selects their events again.
		if (!entryLists.includes(list)) return tracked.reported[list];

		const start = list === 'activities' ? nextStart : nextCutoff;

		return entries
			.filter((entry) => entry.list === list && entry.writtenAt >= start)
			.map(({ key }) => key);
	};

	return {
		...unprocessedItem(nextCutoff),
		version,
		postponedSince: nextStart < nextCutoff ? nextStart : undefined,
		unwrittenAtStart: tracked.unwrittenAtStart,
		creationReported,
		assignedAtCreation: entryLists.includes('activities')
			? assignedAtCreation
			: tracked.assignedAtCreation,
		reported: forEntryLists(reportedKeys),
	};
}

/** Whether a problem concerns one record only, rather than the server or the user's permissions. */
const isItemError = ({ status = 0 }: Problem): boolean =>
	status === 500 || (status >= 400 && status < 500 && ![401, 403, 429].includes(status));
