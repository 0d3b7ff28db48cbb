import type { JsonObject } from 'n8n-workflow';

import { readFirstText } from '../../shared/values/readFirstText';
import { parseInstant } from '../../shared/values/instant';
import type { ListPage } from '../../shared/pagination/envelope';
import type { RowSource } from './NewRowReader';
import type { QueryParameters } from './ProjectApi';
import type { FeedName, NewestRow } from './TriggerState';
import type { RecordListName } from './watchedLists';

/** Milliseconds by which a row may appear in its list later than its order says. */
export const LATE_ARRIVAL_MS = 6 * 60_000;

/** Milliseconds by which a clock may be adjusted. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** How far a work item's sequence number may be below the numbers of work items that appeared before it. */
const LATE_ARRIVAL_NUMBERS = 20;

/** Milliseconds within which Plane's workers have written all activities of a change. */
export const ACTIVITY_DELAY_MS = 60_000;

/** A worker that updates a work item writes the activity about it within this many milliseconds. */
export const ACTIVITY_WRITE_MS = 1_000;

/** How a feed is read. */
export interface FeedDefinition {
	readonly list: 'workItems' | RecordListName;
	readonly readOrder: RowSource['readOrder'];
	/** How far back in its order a new row may still appear. */
	readonly lateArrival: number;
	/** Whether the order is a time; otherwise it is a sequence number. */
	readonly isOrderedByTime: boolean;
	/** The time in a row, among the fields that show the order. */
	readonly readTimestamp: (row: JsonObject) => number | undefined;
	/** Changes whenever the row changes. */
	readonly readVersion: (row: JsonObject) => string;
	readonly query: QueryParameters;
	/** Names of the fields that show the order, as a query parameter. */
	readonly orderFields: string;
	readonly expand?: string;
	/** Whether the entries of each row, such as activities, show what happened to it. */
	readonly hasEntries: boolean;
}

/** Includes the project, whose identifier is part of the work item's key. */
const EXPANDED = 'state,assignees,labels,project';

export const FEEDS: Readonly<Record<FeedName, FeedDefinition>> = {
	updatedWorkItems: {
		list: 'workItems',
		readOrder: ({ updated_at }) => parseInstant(updated_at),
		lateArrival: LATE_ARRIVAL_MS,
		isOrderedByTime: true,
		readTimestamp: ({ updated_at }) => parseInstant(updated_at),
		readVersion: (row) => readFirstText(row, 'updated_at'),
		query: { order_by: '-updated_at' },
		orderFields: 'id,updated_at,created_at',
		expand: EXPANDED,
		hasEntries: true,
	},
	newWorkItems: {
		list: 'workItems',
		readOrder: ({ sequence_id: number }) => (typeof number === 'number' ? number : undefined),
		lateArrival: LATE_ARRIVAL_NUMBERS,
		isOrderedByTime: false,
		readTimestamp: ({ created_at }) => parseInstant(created_at),
		readVersion: () => '',
		query: { order_by: '-sequence_id' },
		orderFields: 'id,sequence_id,created_at',
		expand: EXPANDED,
		hasEntries: false,
	},
	intakeItems: createNewRecordsFeed('intakeItems', {}),
};

/**
 * The feed of the new records of a list.
 *
 * @param query has the list sorted by creation, newest first; empty if it is always sorted so
 */
function createNewRecordsFeed(list: RecordListName, query: QueryParameters): FeedDefinition {
	const createdAt = ({ created_at }: JsonObject) => parseInstant(created_at);

	return {
		list,
		readOrder: createdAt,
		lateArrival: LATE_ARRIVAL_MS,
		isOrderedByTime: true,
		readTimestamp: createdAt,
		readVersion: () => '',
		query,
		orderFields: 'id,created_at',
		hasEntries: false,
	};
}

/** A reading of the first page of a feed. */
export interface HeadRead {
	readonly head: ListPage;
	/** The newest row of this page or of an earlier one. */
	readonly newest: NewestRow;
	/** When the page was read, in UNIX milliseconds by n8n's clock. */
	readonly readAt: number;
}

/**
 * The order before which no row can appear any more. It depends on the newest row, and on how long that
 * has been the newest. Otherwise the rows of a busy hour would be read again and again in the quiet
 * hours after it.
 */
export function findStableOrder(
	{ lateArrival, isOrderedByTime }: FeedDefinition,
	{ head: { readAt: readByServer }, newest, readAt }: HeadRead,
): number {
	if (!isOrderedByTime || readByServer === undefined) return newest.order - lateArrival;

	// A server whose clock was wrong may have written a time in the future.
	const newestOrder = Math.min(newest.order, readByServer.to + CLOCK_SKEW_MS);
	const now = estimateServerTime(readByServer, newest, readAt);

	return Math.max(newestOrder, now - CLOCK_SKEW_MS) - lateArrival;
}

/**
 * The present time by the clock that dates the rows, or a little earlier. The clock that dates the
 * responses may be hours ahead of it, so it only shows how much time has passed.
 *
 * @param readByServer when the server read the list, by the clock that dates the responses
 * @param readAt the same by n8n's clock, in UNIX milliseconds
 */
export function estimateServerTime(
	readByServer: NonNullable<ListPage['readAt']>,
	{ order, firstRead, firstReadByServer }: NewestRow,
	readAt: number,
): number {
	const elapsed =
		firstReadByServer === undefined
			? 0
			: Math.min(readByServer.from - firstReadByServer, readAt - firstRead);

	return Math.min(order + Math.max(0, elapsed), readByServer.to);
}

/** The newest row of a first page, or the one from before if that is at least as new. */
export function findNewestRow(
	definition: FeedDefinition,
	{ head, readAt }: Omit<HeadRead, 'newest'>,
	before: NewestRow | undefined,
): NewestRow {
	const [first] = head.records;
	const order = first && definition.readOrder(first);
	if (before !== undefined && before.order >= (order ?? 0)) return before;

	return {
		order: order ?? findEmptyOrder(definition, head),
		firstRead: readAt,
		...(head.readAt !== undefined && { firstReadByServer: head.readAt.to }),
	};
}

/** Longer than clocks differ, also those of servers in a wrong time zone. */
const EMPTY_LIST_MARGIN_MS = 24 * 60 * 60_000;

/** The order before which rows are old that appear in a list that is empty at first: they may have been archived. */
const findEmptyOrder = ({ isOrderedByTime }: FeedDefinition, { readAt }: ListPage): number =>
	isOrderedByTime && readAt !== undefined ? readAt.from - EMPTY_LIST_MARGIN_MS : 0;
