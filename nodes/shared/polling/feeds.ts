import type { JsonObject } from 'n8n-workflow';

import { textIn } from '../lists/picker';
import { momentIn } from '../pagination/Completeness';
import type { ListPage } from '../pagination/envelope';
import type { FeedName } from './mark';
import type { Asked, ListName } from './projectLists';
import { type Feed, orderOfFirst } from './readSince';

/** Milliseconds by which a row may turn up in its list later than its order says. */
export const WINDOW = 6 * 60_000;

/** Milliseconds by which the clock that answers are dated by may be ahead of the one of the rows. */
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
	/** The fields that tell the order. */
	readonly sparse: string;
	readonly expand?: string;
	/** Whether what happened to a row stands in lists of its own. */
	readonly hasDetails?: true;
}

const EXPANDED = 'state,assignees,labels';

export const FEEDS: Readonly<Record<FeedName, Declared>> = {
	changed: {
		list: 'workItems',
		orderOf: ({ updated_at }) => momentIn(updated_at),
		...{ window: WINDOW, isTimed: true },
		versionOf: (row) => textIn(row, 'updated_at'),
		query: { order_by: '-updated_at' },
		...{ sparse: 'id,updated_at', expand: EXPANDED, hasDetails: true },
	},
	created: {
		list: 'workItems',
		orderOf: ({ sequence_id: number }) => (typeof number === 'number' ? number : undefined),
		...{ window: NUMBERS, isTimed: false },
		versionOf: () => '',
		query: { order_by: '-sequence_id' },
		...{ sparse: 'id,sequence_id', expand: EXPANDED },
	},
	reported: {
		list: 'intakeItems',
		orderOf: ({ created_at }) => momentIn(created_at),
		...{ window: WINDOW, isTimed: true },
		versionOf: () => '',
		query: {},
		sparse: 'id,created_at',
	},
};

/**
 * What is ordered before this has turned up by now: by the newest row, and by the clock of the server, so
 * that the rows of a busy hour are not read again in the quiet ones that follow.
 *
 * @param head the newest page
 */
export function settledAt(declared: Declared, head: ListPage): number {
	const { window, isTimed } = declared;
	const { looked } = head;
	const newest = orderOfFirst(declared, head) ?? 0;
	if (!isTimed || looked === undefined) return newest - window;
	// A clock that was wrong may have written a time that has not come.
	return Math.max(Math.min(newest, looked.to + SKEW), looked.from - SKEW) - window;
}
