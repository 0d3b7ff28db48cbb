import type { JsonObject } from 'n8n-workflow';

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
import type { FeedName, FeedState, UnreadPosition } from './TriggerState';

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
	const opening = await openFeed(fetchPage, definition, { before, now: api.now() });
	if (isProblem(opening)) {
		return { events: [], state: before, hasAdvanced: false, problem: opening };
	}

	const { head, shortcut } = opening;
	const isShortcut = shortcut !== undefined;
	const start = beginRead(before, { ...opening, definition, subscription, readAt: api.now() });
	const { state, stableBefore } = start;
	const tracker = new ItemTracker(definition, state);
	const processor = new RowProcessor({
		api,
		subscription,
		definition,
		tracker,
		unreadFirst: readsUnreadFirst(before),
		...start,
	});
	const pageSize = shortcut?.pageSize ?? head.cursor?.size ?? PAGE_SIZE;
	const reader = new NewRowReader({
		...findRange(state, shortcut),
		fetchPage,
		readOrder: definition.readOrder,
		isNew: (row) => tracker.needsProcessing(row),
	});
	const rows = isShortcut
		? reader.newRowsByPages(pageSize, { page: head, offset: opening.offset })
		: reader.newRows(head);
	let problem = await processRows(rows, processor);

	if (definition.hasEntries) {
		for (const row of reader.unreadRows) tracker.recordSeen(row, api.now());
	}

	problem ??= reader.problem ?? (await processor.processDeferred());
	const { isComplete, position } = reader;
	const hasNewPosition =
		position.newerRows !== undefined && position.newerRows !== before.newerRows;
	const read: FeedRead = {
		isComplete,
		position,
		items: tracker.itemsAfterRead(isComplete && !isShortcut),
		oldestUnfinished: tracker.oldestUnfinished,
		stableBefore,
		isShortcut,
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

/** The first page that is read of a feed, and what else shows where its new rows are. */
interface Opening {
	readonly head: ListPage;
	/** How many rows come before that page. */
	readonly offset: number;
	/** Where the unread rows begin, if the rows before them are passed over. */
	readonly shortcut: UnreadPosition | undefined;
	readonly unreadIds: ReadonlySet<string> | undefined;
}

/** Rows that are read besides those where a shortcut leads: others may have moved to the top of the list since. */
const ROWS_IN_RESERVE = 5;

/** Reads where the new rows of a feed begin. */
async function openFeed(
	fetchPage: RowSource['fetchPage'],
	definition: FeedDefinition,
	{ before, now }: { readonly before: FeedState; readonly now: number },
): Promise<Result<Opening>> {
	const shortcut = findShortcut(before, now);

	if (shortcut === undefined) {
		const unreadIds = await listUnreadIds(fetchPage, definition, before);
		const head = await fetchHead(fetchPage, definition);

		return isProblem(head) ? head : { head, offset: 0, shortcut, unreadIds };
	}

	// Has the last row that was read, and some before it.
	const { newerRows, pageSize } = shortcut;
	const { size, start: offset } = choosePage(newerRows + ROWS_IN_RESERVE, pageSize);
	const head = await fetchPage(size, offset, 'all');

	return isProblem(head) ? head : { head, offset, shortcut, unreadIds: undefined };
}

/** How far back a feed is read: to its first unread row. */
function findRange(
	{ newerRows, resumeAt, processedUpTo }: FeedState,
	shortcut: UnreadPosition | undefined,
): Pick<RowSource, 'oldestRelevant' | 'newerRows'> {
	if (shortcut !== undefined) {
		return { oldestRelevant: shortcut.order, newerRows: shortcut.newerRows };
	}

	const oldestRelevant = resumeAt ?? processedUpTo;

	return { oldestRelevant, ...(newerRows !== undefined && { newerRows }) };
}

/** Processes rows until one fails. @returns why it failed, or undefined if none did */
async function processRows(
	rows: AsyncIterable<JsonObject>,
	processor: RowProcessor,
): Promise<Problem | undefined> {
	for await (const row of rows) {
		const problem = await processor.process(row);
		if (problem !== undefined) return problem;
	}

	return undefined;
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
	read: Pick<Opening, 'head' | 'shortcut' | 'unreadIds'> & {
		readonly definition: FeedDefinition;
		readonly subscription: EventSubscription;
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
	const unread =
		read.shortcut === undefined
			? addUnreadIdsOfHead(read.unreadIds, head, { definition, state })
			: undefined;

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
