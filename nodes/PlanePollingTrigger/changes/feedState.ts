import type { EventSubscription } from './EventSubscription';
import type { FeedDefinition } from './feeds';
import type { ReadPosition } from './NewRowReader';
import {
	type EventSource,
	type FeedState,
	type ReportStartTimes,
	type TrackedItem,
	type TrackedItems,
	unprocessedItem,
} from './TriggerState';

/** The result of reading a feed once. */
export interface FeedRead {
	readonly isComplete: boolean;
	readonly position: ReadPosition;
	/** The tracked rows, including those processed in this read. */
	readonly items: TrackedItems;
	/** The lowest order among the unfinished rows that this read found; Infinity if there are none. */
	readonly oldestUnfinished: number;
	/** The order before which no row could appear any more when the read began. */
	readonly stableBefore: number;
}

/** Returns the state after a read. Neither `processedUpTo` nor `resumeAt` ever goes back. */
export function nextFeedState(
	before: FeedState,
	read: FeedRead,
	{ lateArrival }: Pick<FeedDefinition, 'lateArrival'>,
): FeedState {
	const { processedUpTo, resumeAt = processedUpTo, newerRows, ...unchanged } = before;
	const { isComplete, position, items, oldestUnfinished } = read;
	const limit = Math.min(read.stableBefore, oldestUnfinished);

	if (isComplete) {
		const nextProcessedUpTo = Math.max(processedUpTo, limit);
		const oldest = nextProcessedUpTo - lateArrival;

		return {
			...unchanged,
			processedUpTo: nextProcessedUpTo,
			items: filterItems(items, (item) => item.cutoff >= oldest || isUnfinished(item)),
		};
	}

	const nextNewerRows = position.newerRows ?? newerRows;

	return {
		...unchanged,
		processedUpTo,
		resumeAt: Math.max(resumeAt, Math.min(position.order ?? resumeAt, limit)),
		...(nextNewerRows !== undefined && { newerRows: nextNewerRows }),
		items,
	};
}

/**
 * Moves `processedUpTo` of an interrupted read up to `resumeAt` once all rows that are still unread are
 * known, because then the others need not be remembered. Without this, the state of a trigger that is
 * always behind would grow without limit.
 *
 * @param unread `shortId`s of all rows from `resumeAt` on, or undefined if they are not all known
 */
export function forgetRowsAlreadyRead(
	state: FeedState,
	unread: ReadonlySet<string> | undefined,
	{ lateArrival }: Pick<FeedDefinition, 'lateArrival'>,
): FeedState {
	const { processedUpTo, resumeAt = processedUpTo, items } = state;
	if (unread === undefined || resumeAt <= processedUpTo) return state;

	const oldest = resumeAt - lateArrival;
	const remaining = filterItems(
		items,
		(item, id) => item.cutoff >= oldest || unread.has(id) || isUnfinished(item),
	);
	// Their changes since the old `processedUpTo` have not been reported.
	const added = [...unread]
		.filter((id) => !Object.hasOwn(items, id))
		.map((id) => [id, unprocessedItem(processedUpTo)] as const);

	return {
		...state,
		processedUpTo: resumeAt,
		items: { ...remaining, ...Object.fromEntries(added) },
	};
}

const isUnfinished = ({ unfinished }: TrackedItem): boolean => unfinished !== undefined;

const filterItems = (
	items: TrackedItems,
	isNeeded: (item: TrackedItem, id: string) => boolean,
): TrackedItems =>
	Object.fromEntries(Object.entries(items).filter(([id, item]) => isNeeded(item, id)));

/**
 * Finds since when each source is reported. One that the user has just added is reported from now on,
 * because earlier changes may have been reported as another event.
 *
 * @param before undefined if the trigger has just been started
 * @param now UNIX milliseconds by the server's clock
 */
export function findReportStartTimes(
	before: ReportStartTimes | undefined,
	subscription: Pick<EventSubscription, 'entryLists' | 'reportsCreations'>,
	now: number,
): ReportStartTimes {
	const { entryLists, reportsCreations } = subscription;
	const sources: EventSource[] = [...entryLists];
	// Activities show creations, too.
	if (reportsCreations || entryLists.includes('activities')) sources.push('creations');

	return Object.fromEntries(
		sources.map((source) => [source, before === undefined ? -1 : (before[source] ?? now)]),
	);
}
