import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import type { EventSubscription } from './EventSubscription';
import {
	ACTIVITY_DELAY_MS,
	estimateServerTime,
	type FeedDefinition,
	FEEDS,
	findNewestRow,
	findStableOrder,
} from './feeds';
import {
	type FeedRead,
	findReportStartTimes,
	findShortcut,
	forgetRowsAlreadyRead,
	nextFeedState,
	readsUnreadFirst,
} from './feedState';
import { ItemTracker } from './ItemTracker';
import { findLowestMissingNumber, recordNewestNumber } from './lateNumbers';
import { listUnreadIds, addUnreadIdsOfHead } from './listUnreadIds';
import { choosePage, isSorted, NewRowReader, type RowSource } from './NewRowReader';
import { unsortedListProblem } from './pollErrors';
import type { ProjectApi } from './ProjectApi';
import { RowProcessor } from './RowProcessor';
import type { FoundEvent } from './toEvent';
import type { FeedName, FeedState } from './TriggerState';

/** The result of polling a feed. */
export interface FeedPollResult {
	readonly events: readonly FoundEvent[];
	readonly state: FeedState;
	/** Whether any row was processed, or read further than before. */
	readonly hasAdvanced: boolean;
	/** Why it was not read up to the newest row. */
	readonly problem?: Problem;
}

/** Reads what happened in a feed since the state of the last poll. */
export async function pollFeed(
	api: ProjectApi,
	subscription: EventSubscription,
	{ name, before }: { readonly name: FeedName; readonly before: FeedState },
): Promise<FeedPollResult> {
	const definition = FEEDS[name];
	const fetchPage = createPageReader(api, definition);
	const shortcut = findShortcut(before, api.now());
	const unreadIds =
		shortcut === undefined ? await listUnreadIds(fetchPage, definition, before) : undefined;
	// Has the last row that was read, and some before it: others may have moved to the top since.
	const { size, start: offset } = choosePage((shortcut?.newerRows ?? 0) + 5, shortcut?.pageSize);
	const head =
		shortcut === undefined
			? await fetchHead(fetchPage, definition)
			: await fetchPage(size, offset, 'all');
	if (isProblem(head)) return { events: [], state: before, hasAdvanced: false, problem: head };

	const start = beginRead(before, {
		definition,
		subscription,
		head,
		unreadIds,
		isShortcut: shortcut !== undefined,
		readAt: api.now(),
	});
	const { state } = start;
	const tracker = new ItemTracker(definition, state);
	const processor = new RowProcessor({
		api,
		subscription,
		definition,
		tracker,
		unreadFirst: readsUnreadFirst(before),
		...start,
	});
	const reader = new NewRowReader({
		fetchPage,
		orderOf: definition.orderOf,
		oldestRelevant: shortcut?.order ?? state.resumeAt ?? state.processedUpTo,
		...(shortcut !== undefined && { newerRows: shortcut.newerRows }),
		...(shortcut === undefined && state.newerRows !== undefined && { newerRows: state.newerRows }),
		isNew: (row) => tracker.needsProcessing(row),
	});
	let problem: Problem | undefined;

	const pageSize = shortcut?.pageSize ?? head.cursor?.size ?? PAGE_SIZE;
	const rows =
		shortcut === undefined
			? reader.newRows(head)
			: reader.newRowsByPages(pageSize, { page: head, offset });

	for await (const row of rows) {
		problem = await processor.process(row);
		if (problem !== undefined) break;
	}

	if (definition.hasEntries) {
		for (const row of reader.unreadRows) tracker.recordSeen(row, api.now());
	}

	problem ??= reader.problem ?? (await processor.processDeferred());
	const { isComplete, position } = reader;
	const hasNewPosition =
		position.newerRows !== undefined && position.newerRows !== before.newerRows;
	const read = {
		isComplete,
		position,
		items: tracker.itemsAfterRead(isComplete && shortcut === undefined),
		oldestUnfinished: tracker.oldestUnfinished,
		stableBefore: start.stableBefore,
		isShortcut: shortcut !== undefined,
		pageSize,
		now: api.now(),
	};

	return {
		events: processor.events,
		state: definition.isOrderedByTime
			? nextFeedState(state, read, definition)
			: nextNumberedFeedState(state, read, { definition, now: api.now() }),
		hasAdvanced: tracker.hasAdvanced || problem === undefined || hasNewPosition,
		...(problem !== undefined && { problem }),
	};
}

/** Creates the function that reads pages of a feed. */
export const createPageReader =
	(api: ProjectApi, definition: FeedDefinition): RowSource['fetchPage'] =>
	async (size, offset, fields) => {
		const { list, query, orderFields, expand } = definition;
		const selection = fields === 'order' ? { fields: orderFields } : { ...(expand && { expand }) };

		return await api.fetchPage({ list, size, offset, query: { ...query, ...selection } });
	};

/** The first page of a feed, with the fields that show its order. */
async function fetchHead(
	fetchPage: RowSource['fetchPage'],
	definition: FeedDefinition,
): Promise<Result<ListPage>> {
	const head = await fetchPage(PAGE_SIZE, 0, 'order');

	return isProblem(head) || isSorted(definition, head) ? head : unsortedListProblem();
}

/** How the read of a feed begins, as far as the first page shows it. */
interface ReadStart {
	readonly state: FeedState;
	/** The present time by the clock of the rows, or a little earlier; 0 if it is not known. */
	readonly serverTime: number;
	/** No row ordered before this can appear any more. */
	readonly stableBefore: number;
}

function beginRead(
	before: FeedState,
	read: {
		readonly definition: FeedDefinition;
		readonly subscription: EventSubscription;
		readonly head: ListPage;
		readonly unreadIds: ReadonlySet<string> | undefined;
		readonly isShortcut: boolean;
		readonly readAt: number;
	},
): ReadStart {
	const { definition, subscription, head, readAt } = read;
	const { readAt: readByServer } = head;
	const newest = findNewestRow(definition, { head, readAt }, before.newest);
	const state: FeedState = { ...before, newest };
	const stableBefore = findStableOrder(definition, { head, newest, readAt });
	if (!definition.hasEntries) return { state, serverTime: 0, stableBefore };

	const serverTime =
		readByServer === undefined ? 0 : estimateServerTime(readByServer, newest, readAt);
	const latestTime =
		readByServer === undefined
			? newest.order
			: Math.max(newest.order, Math.min(readByServer.from, serverTime + ACTIVITY_DELAY_MS));
	const reportingSince = findReportStartTimes(before.reportingSince, subscription, latestTime);
	const unread = read.isShortcut
		? undefined
		: addUnreadIdsOfHead(read.unreadIds, head, { definition, state });

	return {
		state: { ...forgetRowsAlreadyRead(state, unread, definition), reportingSince },
		serverTime,
		stableBefore,
	};
}

/**
 * The state of a feed that is ordered by sequence numbers. The next poll reads on from the lowest number
 * that may still appear.
 */
function nextNumberedFeedState(
	state: FeedState,
	read: FeedRead,
	{ definition, now }: { readonly definition: FeedDefinition; readonly now: number },
): FeedState {
	const { newest, processedUpTo } = state;
	const { items } = read;
	const recentNumbers = recordNewestNumber(state.recentNumbers ?? [], newest.order, now);
	const missing = findLowestMissingNumber({ items, processedUpTo, recentNumbers, now });
	const stableBefore = Math.min(newest.order, missing);

	return nextFeedState({ ...state, recentNumbers }, { ...read, stableBefore }, definition);
}
