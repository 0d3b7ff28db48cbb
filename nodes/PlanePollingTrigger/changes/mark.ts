import type { JsonObject } from 'n8n-workflow';

import { firstText } from '../../shared/rows/firstText';
import type { Reach } from './readSince';

/**
 * What a trigger remembers of one list between polls. Everything in it is JSON: n8n saves it with
 * the workflow.
 */
export interface FeedMark {
	/** What is ordered before this has been worked on, and nothing turns up there any more. */
	readonly base: number;
	/** The same, of a reading that a later poll continues. */
	readonly reached?: number;
	/** About how many rows were newer than the last one that it read. */
	readonly above?: number;
	/** Rows that were worked on and may be seen again, by their shortened IDs. */
	readonly rows: Readonly<Record<string, KnownRow>>;
	/** From when on the details of those rows are reported; undefined if none are read. */
	readonly since?: KindsSince;
	/** The highest order that any row has had, and when it was seen first. */
	readonly newest: NewestRow;
	/** When the newest number was what, by the clock of this n8n, for as long as lower ones may turn up. */
	readonly passed?: readonly PassedNumber[];
	/** Work items that have to be read again, by their shortened IDs. */
	readonly unfinished?: Readonly<Record<string, UnfinishedRow>>;
}

/** Since when a row has been the newest one. */
export interface NewestRow {
	readonly order: number;
	/** By the clock of this n8n, in UNIX milliseconds. */
	readonly at: number;
	/** By the clock that answers are dated by; undefined: they are not. */
	readonly lookedAt?: number;
}

/** That the newest number was this one at some time, in UNIX milliseconds. */
export interface PassedNumber {
	readonly at: number;
	readonly number: number;
}

/** The lists that show what has happened to a work item. */
export type DetailList = 'activities' | 'comments';

/** A work item that has not been read to the end. */
export interface UnfinishedRow {
	/** What it was ordered by when it was read last. */
	readonly order: number;
	/** In how many polls the others left no requests for it. */
	readonly waits: number;
	/** Whether it is known that it was created. */
	readonly isBorn: boolean;
	/** How far its lists have been read, those that are longer than a poll reads at once. */
	readonly lists: Readonly<Partial<Record<DetailList, ListProgress>>>;
	/** Changes of its description that may be followed by others. */
	readonly pending?: PendingChanges;
}

/** Changes of a description that have been found and not been reported. */
export interface PendingChanges {
	/** As `seenId` returns them. */
	readonly ids: readonly string[];
	/** How many polls have found one. */
	readonly polls: number;
}

/** How far a list of a work item has been read, the oldest row first. */
export interface ListProgress {
	/** What was written before this has been reported, in UNIX milliseconds. */
	readonly from: number;
	/** About how many rows are newer than the last one that was read. */
	readonly newer: number;
	/** When the rows were written that have been reported since, by their IDs as `seenId` returns them. */
	readonly seen: Readonly<Record<string, number>>;
}

/** What can be reported of work items that have changed: what these lists show, and their creation. */
export const TELL_KINDS = ['activities', 'comments', 'creations'] as const;

export type TellKind = (typeof TELL_KINDS)[number];

/** From when on something is reported, by the clock of the server, in UNIX milliseconds; -1: as ever. */
export type KindsSince = Readonly<Partial<Record<TellKind, number>>>;

/**
 * How a row was when it was worked on, perhaps with a prefix (`lookedAt.ts`); from when on something may
 * still turn up of it; and what has been seen of it from then on: shortened IDs, and signs (`seen.ts`).
 */
export type KnownRow = readonly [version: string, from: number, ...seen: string[]];

/** What a trigger remembers of a project, by list. */
export type ProjectMark = Readonly<Partial<Record<FeedName, FeedMark>>>;

/** The lists that are read: work items by their last change, by their numbers; intake items. */
export type FeedName = 'changed' | 'created' | 'reported';

/** What a trigger remembers: by the IDs of projects. */
export type Mark = Readonly<Record<string, ProjectMark>>;

/** What is called by a name, as it was looked up. */
export interface Names {
	/** What it was looked up for. */
	readonly asked: string;
	/** The IDs of the projects. */
	readonly projects: readonly string[];
	/** The IDs that each text stands for, by the wire name of its field. */
	readonly ids: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
	/** The user of the API key, if what that one does is to be ignored, and for which access (`accessOf`). */
	readonly own?: { readonly user: string; readonly access: string };
}

/**
 * By what a row is known: the end of its ID, because it is one of few. The beginning of a UUID of
 * version 7 is the time, which all rows of one bulk share.
 */
export const shortId = (row: JsonObject): string =>
	firstText(row, 'id').replaceAll('-', '').slice(-12);

/** What a reading has found. */
export interface Reading {
	readonly reach: Reach;
	/** The rows that were worked on. */
	readonly rows: Readonly<Record<string, KnownRow>>;
	/** All rows that have to be read again, those of earlier readings too. */
	readonly unfinished: Readonly<Record<string, UnfinishedRow>>;
	/** What the first of those is ordered by that this reading has met; Infinity: there is none. */
	readonly waiting: number;
	/** What is ordered before this does not turn up any more, since the reading began. */
	readonly settled: number;
	/** How far from the last thing that was seen of a row its `from` is. */
	readonly window: number;
}

/** The mark after a reading. */
export function advanced(mark: FeedMark, reading: Reading): FeedMark {
	const { base, reached = base, above } = mark;
	const { reach, unfinished, waiting, settled, window } = reading;
	const rows = { ...mark.rows, ...reading.rows };
	const noted = notesIn(mark);
	const again = Object.keys(unfinished).length === 0 ? {} : { unfinished };
	if (!reach.isComplete) {
		const last = reach.reached ?? reached;
		const far = Math.max(reached, Math.min(last, settled, waiting));
		const offset = reach.above ?? above;
		const where = { reached: far, ...(offset !== undefined && { above: offset }) };

		return { base, rows, ...where, ...noted, ...again };
	}

	const next = Math.max(base, Math.min(settled, waiting));

	return { base: next, rows: recentRows(rows, next - window, unfinished), ...noted, ...again };
}

/** What a mark holds besides its rows and how far they were read. */
const notesIn = ({
	newest,
	since,
	passed,
}: FeedMark): Omit<FeedMark, 'base' | 'reached' | 'above' | 'rows' | 'unfinished'> => ({
	newest,
	...(since !== undefined && { since }),
	...(passed !== undefined && { passed }),
});

/** A row that is not known has nothing that was reported and is newer than the base. */
function recentRows(
	rows: FeedMark['rows'],
	since: number,
	kept: Readonly<Record<string, unknown>>,
): FeedMark['rows'] {
	const recent = Object.entries(rows).filter(
		([id, [, from]]) => from >= since || Object.hasOwn(kept, id),
	);

	return Object.fromEntries(recent);
}

/**
 * The mark of a reading that a later poll continues, once all rows that it has not read yet are known by
 * name: then nothing has to be remembered of the others. Without this, the mark of a trigger that is
 * always behind would grow without end.
 *
 * @param unread the shortened IDs of all rows from `reached` on
 * @param window how far from the last thing that was seen of a row its `from` is
 */
export function withBaseAtReached(
	mark: FeedMark,
	unread: readonly string[],
	window: number,
): FeedMark {
	const { base, reached = base, rows } = mark;
	if (reached <= base) return mark;

	// What happened to them since the old base has not been reported.
	const added = unread
		.filter((id) => !Object.hasOwn(rows, id))
		.map((id) => [id, ['', base]] as const);
	const kept = Object.fromEntries(
		[...unread, ...Object.keys(mark.unfinished ?? {})].map((id) => [id, true]),
	);

	return {
		...mark,
		base: reached,
		rows: { ...recentRows(rows, reached - window, kept), ...Object.fromEntries(added) },
	};
}
