import type { JsonObject } from 'n8n-workflow';

import { firstText } from '../../shared/rows/firstText';
import { momentIn } from '../../shared/pagination/Completeness';
import type { ListPage } from '../../shared/pagination/envelope';
import type { FeedName, NewestRow } from './mark';
import type { Asked, ListName } from './projectLists';
import type { Feed } from './readSince';

/** Milliseconds by which a row may turn up in its list later than its order says. */
export const WINDOW = 6 * 60_000;

/** Milliseconds by which a clock may be set to another time. */
export const SKEW = 5 * 60_000;

/** Numbers by which a work item may turn up later than another one. */
const NUMBERS = 20;

/** Milliseconds in which all that a change leaves has come. */
export const SETTLED = 60_000;

/** How a list is read: its order, how far back rows may still turn up, and what is asked for. */
export interface Declared {
	readonly list: ListName;
	readonly orderOf: Feed['orderOf'];
	readonly window: number;
	/** Whether the order is a time. */
	readonly isTimed: boolean;
	/** What a row is like, so that it is known whether it has changed. */
	readonly versionOf: (row: JsonObject) => string;
	readonly query: Asked;
	/** The fields that show the order. */
	readonly sparse: string;
	readonly expand?: string;
	/** Whether what happened to a row stands in lists of its own. */
	readonly hasDetails?: true;
}

/** The project as well: its identifier is part of the key of a work item. */
const EXPANDED = 'state,assignees,labels,project';

export const FEEDS: Readonly<Record<FeedName, Declared>> = {
	changed: {
		list: 'workItems',
		orderOf: ({ updated_at }) => momentIn(updated_at),
		window: WINDOW,
		isTimed: true,
		versionOf: (row) => firstText(row, 'updated_at'),
		query: { order_by: '-updated_at' },
		sparse: 'id,updated_at',
		expand: EXPANDED,
		hasDetails: true,
	},
	created: {
		list: 'workItems',
		orderOf: ({ sequence_id: number }) => (typeof number === 'number' ? number : undefined),
		window: NUMBERS,
		isTimed: false,
		versionOf: () => '',
		query: { order_by: '-sequence_id' },
		sparse: 'id,sequence_id',
		expand: EXPANDED,
	},
	reported: {
		list: 'intakeItems',
		orderOf: ({ created_at }) => momentIn(created_at),
		window: WINDOW,
		isTimed: true,
		versionOf: () => '',
		query: {},
		sparse: 'id,created_at',
	},
};

/**
 * What is ordered before this has turned up by now: by the newest row, and by how long it has been that,
 * so that the rows of a busy hour are not read again in the quiet ones that follow.
 *
 * @param head the newest page
 * @param newest the newest row of this page or of an earlier one
 * @param at now, by the clock of this n8n
 */
export function settledAt(
	{ window, isTimed }: Declared,
	{ looked }: ListPage,
	newest: NewestRow,
	at: number,
): number {
	if (!isTimed || looked === undefined) return newest.order - window;

	// A clock that was wrong may have written a time that has not come.
	const written = Math.min(newest.order, looked.to + SKEW);

	return Math.max(written, presentAt(looked, newest, at) - SKEW) - window;
}

/**
 * A time that is now or was a little while ago, by the clock of the rows. The one that answers are dated
 * by may be hours ahead of it, so it only shows how much time has passed.
 */
export function presentAt(
	looked: NonNullable<ListPage['looked']>,
	{ order, at: seenAt, lookedAt }: NewestRow,
	at: number,
): number {
	const passed = lookedAt === undefined ? 0 : Math.min(looked.from - lookedAt, at - seenAt);

	return Math.min(order + Math.max(0, passed), looked.to);
}

/** The newest row, if this page has a newer one than there was before. */
export function newestIn(
	{ orderOf }: Declared,
	{ records: [first], looked }: ListPage,
	before: NewestRow | undefined,
	at: number,
): NewestRow {
	const order = (first && orderOf(first)) ?? 0;
	if (before !== undefined && before.order >= order) return before;

	return { order, at, ...(looked !== undefined && { lookedAt: looked.to }) };
}
