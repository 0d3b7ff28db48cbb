import type { JsonObject } from 'n8n-workflow';

import { isDescription, writtenAt } from './activities';
import { type DetailList, type FeedMark, type TellKind, shortId, type KindsSince } from './mark';

/** In the place of what has been reported of a row: all of it that is not newer. */
export const ALL = '*';

/** In the place of what has been reported of a row: that it came into being. */
export const BORN = '+';

/** What stands before the shortened IDs of each list, so that those of one can be kept while it is not read. */
const SIGNS: Readonly<Record<DetailList, string>> = { activities: '', comments: '-' };

/** What stands between the ID and the time of an activity that may be moved. */
const AT = '@';

/**
 * By what a row of a list of a work item is known. A change of a description is another one when it is
 * moved (row 84), so its time is part of it.
 */
export function seenId(list: DetailList, row: JsonObject): string {
	const id = SIGNS[list] + shortId(row);
	if (list !== 'activities' || !isDescription(row)) return id;

	return `${id}${AT}${writtenAt(row).toString(36)}`;
}

/** By what an activity was known before it was moved; undefined if it was not known, or has not moved. */
export const seenBeforeMove = (known: Iterable<string>, row: JsonObject): string | undefined => {
	const now = seenId('activities', row);

	return [...known].find((id) => id !== now && id.startsWith(shortId(row) + AT));
};

/** What is known from lists that are not read now, and would be reported again when they are. */
export const seenElsewhere = (
	known: readonly string[],
	details: readonly DetailList[],
): readonly string[] =>
	known.filter(
		(id) =>
			![ALL, BORN].includes(id) &&
			!details.includes(id.startsWith('-') ? 'comments' : 'activities'),
	);

/** What is read for the events that the user has chosen. */
interface Kinds {
	readonly details: readonly DetailList[];
	readonly creations: boolean;
}

/**
 * From when on each kind of event is reported: one that was not read for before, from now on. What happened
 * until then may have been reported for another one.
 *
 * @param now by the clock of the server, in UNIX milliseconds
 */
export function sinceOf(
	{ since }: Pick<FeedMark, 'since'>,
	selection: Kinds,
	now: number,
): KindsSince {
	const { details } = selection;
	const isBirthTold = selection.creations || details.includes('activities');
	const kinds: readonly TellKind[] = [...details, ...(isBirthTold ? (['creations'] as const) : [])];

	return Object.fromEntries(
		kinds.map((kind) => [kind, since === undefined ? -1 : (since[kind] ?? now)]),
	);
}
