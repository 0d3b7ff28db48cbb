import type { EventSubscription } from './EventSubscription';
import type { FeedDefinition } from './feeds';
import type { ReadPosition } from './NewRowReader';
import {
	type FeedState,
	type ReportStartTimes,
	type TrackedItem,
	type TrackedItems,
	type UnreadPosition,
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
	/** Whether it began with the rows that had not been read at all, and passed over those before them. */
	readonly isShortcut: boolean;
	/** How many rows the server puts on a page at most. */
	readonly pageSize: number;
	/** n8n's clock, in UNIX milliseconds. */
	readonly now: number;
}

/** Returns the state after a read. Neither `processedUpTo` nor `resumeAt` ever goes back. */
export function nextFeedState(
	before: FeedState,
	read: FeedRead,
	{ lateArrival }: Pick<FeedDefinition, 'lateArrival'>,
): FeedState {
	const { processedUpTo, resumeAt = processedUpTo, newerRows, unread, ...unchanged } = before;
	const { isComplete, isShortcut, position, items, oldestUnfinished } = read;
	const limit = Math.min(read.stableBefore, oldestUnfinished);
	const resume = newerRows !== undefined && { newerRows };

	if (isComplete && isShortcut) {
		return { ...unchanged, ...resume, processedUpTo, resumeAt, items };
	}

	if (isComplete) {
		const nextProcessedUpTo = Math.max(processedUpTo, limit);
		const oldest = nextProcessedUpTo - lateArrival;

		return {
			...unchanged,
			processedUpTo: nextProcessedUpTo,
			items: filterItems(items, (item) => item.cutoff >= oldest || isUnfinished(item)),
		};
	}

	const nextUnread = nextUnreadPosition(unread, read);
	if (isShortcut) {
		return {
			...unchanged,
			...resume,
			processedUpTo,
			resumeAt,
			...(nextUnread && { unread: nextUnread }),
			items,
		};
	}

	const nextNewerRows = position.newerRows ?? newerRows;
	const nextResumeAt = Math.max(resumeAt, Math.min(position.order ?? resumeAt, limit));

	return {
		...unchanged,
		processedUpTo,
		resumeAt: nextResumeAt,
		...(nextNewerRows !== undefined && { newerRows: nextNewerRows }),
		...(nextUnread !== undefined && nextUnread.order > nextResumeAt && { unread: nextUnread }),
		items,
	};
}

/** Where an interrupted read got to. */
function nextUnreadPosition(
	before: UnreadPosition | undefined,
	{ position: { order, newerRows }, isShortcut, pageSize, now }: FeedRead,
): UnreadPosition | undefined {
	if (order === undefined || newerRows === undefined) return isShortcut ? before : undefined;

	return { order, newerRows, pageSize, since: (isShortcut ? before?.since : undefined) ?? now };
}

/** How long a row may have to wait until it is read again, in milliseconds, while others are unread. */
export const MAX_RECHECK_DELAY_MS = 15 * 60_000;

/** If more rows are tracked, the rows to read again come first, so that they can be forgotten. */
const MAX_TRACKED_ROWS = 500;

/** Whether rows that were never read come before rows that have to be read again. */
export const readsUnreadFirst = ({ items }: Pick<FeedState, 'items'>): boolean =>
	Object.keys(items).length <= MAX_TRACKED_ROWS;

/**
 * Where to begin so that unread rows come first, or undefined if it is time to look at the others again:
 * rows may appear late, and rows have to be read again.
 *
 * @param now n8n's clock, in UNIX milliseconds
 */
export function findShortcut(state: FeedState, now: number): UnreadPosition | undefined {
	const { unread, items } = state;
	const latest = now - MAX_RECHECK_DELAY_MS;
	if (unread === undefined || unread.since <= latest || !readsUnreadFirst(state)) return undefined;

	const needsTurn = ({ recheckSince = Infinity, isUnread, unfinished }: TrackedItem) =>
		(recheckSince <= latest && !isUnread) ||
		// One with many changes comes after so many polls.
		(unfinished !== undefined && unfinished.pendingDescription === undefined);

	return Object.values(items).some(needsTurn) ? undefined : unread;
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

const isUnfinished = ({ unfinished, recheckSince }: TrackedItem): boolean =>
	unfinished !== undefined || recheckSince !== undefined;

const filterItems = (
	items: TrackedItems,
	isNeeded: (item: TrackedItem, id: string) => boolean,
): TrackedItems =>
	Object.fromEntries(Object.entries(items).filter(([id, item]) => isNeeded(item, id)));

/**
 * Finds since when the entries of each list are reported. One that the user has just added is reported from now on,
 * because earlier changes may have been reported as another event.
 *
 * @param before undefined if the trigger has just been started
 * @param now UNIX milliseconds by the server's clock
 */
export function findReportStartTimes(
	before: ReportStartTimes | undefined,
	{ entryLists }: Pick<EventSubscription, 'entryLists'>,
	now: number,
): ReportStartTimes {
	return Object.fromEntries(
		entryLists.map((list) => [list, before === undefined ? -1 : (before[list] ?? now)]),
	);
}
