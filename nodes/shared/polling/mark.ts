import type { JsonObject } from 'n8n-workflow';

import { textIn } from '../lists/picker';
import type { Reach } from './readSince';

/**
 * What a trigger remembers of one list between polls. Everything in it is JSON: n8n saves it with
 * the workflow.
 */
export interface FeedMark {
	/** What is ordered before this has been worked on, and nothing turns up there any more. */
	readonly base: number;
	/** The same, of a reading that is to go on. */
	readonly reached?: number;
	/** About how many rows were newer than the last one that it read. */
	readonly above?: number;
	/** What happened until here to rows that are not known was before the trigger. */
	readonly start: number;
	/** Rows that were worked on and may be seen again, by their shortened IDs. */
	readonly rows: Readonly<Record<string, KnownRow>>;
	/** From when on what is wanted of those rows is told; undefined: an older mark, which does not say. */
	readonly since?: KindsSince;
}

/** The lists that tell what has happened to a work item. */
export type DetailList = 'activities' | 'comments';

/** What can be wanted of work items that have changed: what these lists tell, and that they were created. */
export type TellKind = DetailList | 'creations';

/** From when on something is told, by the clock of the server, in UNIX milliseconds; -1: as ever. */
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

/** By what a row is known: its ID, shortened, because it is one of few. */
export const shortId = (row: JsonObject): string =>
	textIn(row, 'id').replaceAll('-', '').slice(0, 12);

/**
 * The mark after a reading.
 *
 * @param settled before which nothing turns up any more, since the reading began
 * @param window how far from the last thing that was seen of a row its `from` is
 */
export function advanced(
	{ base, reached = base, above, start, rows: known, ...noted }: FeedMark,
	rows: Readonly<Record<string, KnownRow>>,
	reach: Reach,
	settled: number,
	window: number,
): FeedMark {
	const all = { ...known, ...rows };
	if (!reach.isComplete) {
		const far = Math.max(reached, Math.min(reach.reached ?? reached, settled));
		const offset = reach.above ?? above;
		const where = { reached: far, ...(offset !== undefined && { above: offset }) };
		return { base, start, ...where, rows: all, ...noted };
	}
	const next = Math.max(base, settled);
	// A row that is not known has nothing that was told and is newer than the base.
	const kept = Object.entries(all).filter(([, [, from]]) => from >= next - window);
	return { base: next, start, rows: Object.fromEntries(kept), ...noted };
}
