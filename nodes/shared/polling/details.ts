import type { JsonObject } from 'n8n-workflow';

import { assigneesIn } from '../events/event';
import { textIn } from '../lists/picker';
import { PAGE } from '../pagination/pageQuery';
import { isProblem, type Result } from '../result/problem';
import { type Change, changesIn, isCreation } from './activities';
import type { DetailList, FeedMark, FeedName, KnownRow } from './mark';
import type { ProjectLists } from './projectLists';
import { ALL, BORN, isSeen, seenElsewhere, seenId } from './seen';
import { changed, commented, type Told, writtenAt } from './told';

/** What is wanted of what happens in a project. */
export interface Wanted {
	readonly feeds: readonly FeedName[];
	/** What is read of each work item that has changed. */
	readonly details: readonly DetailList[];
	/** Whether that a work item was created is told of those that have changed. */
	readonly creations: boolean;
	/** Whether all that was changed at one moment is one event. */
	readonly isByEdit: boolean;
	/** The field by which a change is wanted; null: it is as a whole; undefined: it is not. */
	readonly fieldOf: (change: Change, workItem: JsonObject) => string | null | undefined;
}

/** A row of a list of a work item: by what it is known, and when it was written. */
interface Seen {
	readonly id: string;
	readonly at: number;
}

/** What is there to read of a work item that has changed. */
export interface Details {
	readonly told: readonly Told[];
	/** All that was seen, with when it was written. */
	readonly seen: readonly Seen[];
	/** What is known besides, whenever it was written. */
	readonly kept: readonly string[];
}

/** How details are read. */
interface Look {
	/** Whether there will be another look: what may still change is left for that one. */
	readonly isFirst?: boolean;
	/** The most pages of each list. */
	readonly pages?: number;
}

/**
 * Reads what has happened to a work item since its mark.
 *
 * @param mark of the list that the work item stands in
 * @param before what is known of the work item
 */
export async function readDetails(
	lists: ProjectLists,
	{ details, creations, isByEdit, fieldOf }: Wanted,
	workItem: JsonObject,
	{ base, start, since = {} }: FeedMark,
	before?: KnownRow,
	{ isFirst = false, pages = Infinity }: Look = {},
): Promise<Result<Details>> {
	const [, from, ...known]: KnownRow = before ?? ['', base];
	// What is told of a work item that is known, and of one that is not.
	const after = before === undefined ? start : known.includes(ALL) ? from : -1;
	const wasBorn = known.includes(BORN);
	let isBorn = wasBorn || creations;
	const told: Told[] = [];
	const seen: Seen[] = [];
	for (const list of details) {
		const rows = await rowsSince(lists, list, textIn(workItem, 'id'), from, pages);
		if (isProblem(rows)) return rows;
		const isTold = (row: JsonObject) => isSeen(known, list, row) || (wasBorn && isCreation(row));
		const beginOf = (row: JsonObject) => since[isCreation(row) ? 'creations' : list] ?? -1;
		const fresh = rows.filter(
			(row) => writtenAt(row) > Math.max(after, beginOf(row)) && !isTold(row),
		);
		const early: JsonObject[] = [];
		if (list === 'comments') for (const row of fresh) told.push(commented(row, workItem));
		for (const change of list === 'activities' ? changesIn(fresh, isByEdit) : []) {
			const isNew = change.action === 'created';
			const whole = isNew ? withAssignees(change, workItem, rows) : change;
			const field = fieldOf(whole, workItem);
			// Some servers write the assignment down, too, in a moment.
			if (isNew && field === 'assignees' && isFirst) {
				for (const row of change.rows) early.push(row);
			} else if (field !== undefined) told.push(changed(whole, field, workItem));
		}
		const worked = rows.filter((row) => !early.includes(row));
		for (const row of worked) seen.push({ id: seenId(list, row), at: writtenAt(row) });
		isBorn ||= worked.some(isCreation);
	}
	const kept = [...(isBorn ? [BORN] : []), ...seenElsewhere(known, details)];
	return { told, seen, kept };
}

/** A change that a work item came by, with whom it was given to from the start. */
function withAssignees(change: Change, workItem: JsonObject, rows: readonly JsonObject[]): Change {
	// Those of now, without those that were added since, with those that were removed.
	const people = new Set(assigneesIn(workItem));
	for (const { fields } of changesIn(rows.toReversed(), false)) {
		const { old, new: now } = fields.assignees ?? { old: [], new: [] };
		for (const id of [now].flat()) if (typeof id === 'string') people.delete(id);
		for (const id of [old].flat()) if (typeof id === 'string') people.add(id);
	}
	const given = [...people];
	return given.length === 0
		? change
		: { ...change, fields: { assignees: { old: [], new: given, called: [] } } };
}

/** The rows of a list of a work item that were written since, the oldest first. */
async function rowsSince(
	lists: ProjectLists,
	list: 'activities' | 'comments',
	workItem: string,
	since: number,
	pages: number,
): Promise<Result<JsonObject[]>> {
	const rows = new Map<string, JsonObject>();
	let size = PAGE;
	for (let [offset, left] = [0, pages]; left > 0; offset += size, left--) {
		const before = rows.size;
		const query = { order_by: '-created_at', expand: 'actor' };
		const page = await lists.page(list, size, offset, query, workItem);
		if (isProblem(page)) return page;
		size = page.cursor?.size ?? size;
		const { records, more, total = Infinity } = page;
		for (const row of records) rows.set(textIn(row, 'id'), row);
		// A server that does not page gives the same once more.
		const isSame = rows.size === before;
		const isLast = isSame || more === false || (more === undefined && rows.size >= total);
		// A server that does not sort them gives an older one first.
		const last = records.at(-1);
		const isPast = last !== undefined && writtenAt(last) < since && isNewestFirst(records);
		if (isLast || isPast) break;
	}
	// Of the same time, the one that comes first in the list is the newer one.
	return [...rows.values()]
		.reverse()
		.filter((row) => writtenAt(row) >= since)
		.sort((a, b) => writtenAt(a) - writtenAt(b));
}

const isNewestFirst = (rows: readonly JsonObject[]): boolean =>
	rows.every((row, index) => {
		const before = rows[index - 1];
		return before === undefined || writtenAt(row) <= writtenAt(before);
	});
