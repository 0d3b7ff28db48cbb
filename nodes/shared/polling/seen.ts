import type { JsonObject } from 'n8n-workflow';

import { type DetailList, type FeedMark, type TellKind, shortId, type KindsSince } from './mark';

/** In the place of what has been told of a row: all of it that is not newer. */
export const ALL = '*';

/** In the place of what has been told of a row: that it came into being. */
export const BORN = '+';

/** What stands before the shortened IDs of each list, so that those of one can be kept while it is not read. */
const SIGNS: Readonly<Record<DetailList, string>> = { activities: '', comments: '-' };

/** By what a row of a list of a work item is known. */
export const seenId = (list: DetailList, row: JsonObject): string => SIGNS[list] + shortId(row);

/** Whether a row has been seen; older marks have all IDs without a sign. */
export const isSeen = (known: readonly string[], list: DetailList, row: JsonObject): boolean =>
	known.includes(seenId(list, row)) || known.includes(shortId(row));

/** What is known from lists that are not read now, and would be told again when they are. */
export const seenElsewhere = (
	known: readonly string[],
	details: readonly DetailList[],
): readonly string[] =>
	known.filter(
		(id) =>
			![ALL, BORN].includes(id) &&
			!details.includes(id.startsWith('-') ? 'comments' : 'activities'),
	);

/** What is read for the events that are wanted. */
interface Kinds {
	readonly details: readonly DetailList[];
	readonly creations: boolean;
}

/**
 * From when on each kind of event is told: one that was not read for before, from now on. What happened
 * until then may have been told for another one.
 *
 * @param now by the clock of the server, in UNIX milliseconds
 */
export function sinceOf(
	{ since }: Pick<FeedMark, 'since'>,
	wanted: Kinds,
	now: number,
): KindsSince {
	const { details } = wanted;
	const isBirthTold = wanted.creations || details.includes('activities');
	const kinds: readonly TellKind[] = [...details, ...(isBirthTold ? (['creations'] as const) : [])];
	return Object.fromEntries(
		kinds.map((kind) => [kind, since === undefined ? -1 : (since[kind] ?? now)]),
	);
}

/** A mark of before it said what was read for it: what is read now was read then. */
export function upgraded(mark: FeedMark, { creations }: Kinds): FeedMark {
	if (mark.since !== undefined || !creations) return mark;
	const rows = Object.entries(mark.rows).map(([id, known]) => [id, [...known, BORN]] as const);
	return { ...mark, rows: Object.fromEntries(rows) };
}
