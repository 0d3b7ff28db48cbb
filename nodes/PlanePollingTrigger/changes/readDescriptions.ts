import type { JsonObject } from 'n8n-workflow';

import { isDescription, writtenAt } from './activities';
import { WINDOW } from './feeds';
import { seenBeforeMove, seenId } from './seen';

/** What is there to know of the changes of a description. */
interface Descriptions {
	/** Activities of the work item, the oldest first; changes of its description with the text that they mean. */
	readonly rows: readonly JsonObject[];
	/** By the IDs of activities whose text may still change: what they were known by before, if they were. */
	readonly pending: ReadonlyMap<string, string | undefined>;
}

/** When activities were written, in UNIX milliseconds. */
export interface ActivityTimes {
	/** The one that is asked about. */
	readonly at: number;
	/** The last one of the work item, whatever it is about. */
	readonly last: number;
}

/**
 * Whether a change of the description is in the work item, and followed by no other one.
 *
 * @param id as `seenId` returns it
 */
export type IsSettled = (id: string, times: ActivityTimes) => boolean;

/** What is known of a work item whose activities are read. */
interface Knowledge {
	readonly workItem: JsonObject;
	/** What has been seen of it. */
	readonly known: ReadonlySet<string>;
	/** Whether these are all activities that there are now. */
	readonly isComplete: boolean;
	/** Whether the last change of them is followed by no other one. */
	readonly isSettled: IsSettled;
}

/**
 * Reads changes of the description. While the last activity of a work item is one, Plane merges the
 * next one by the same person into it: it moves that activity to a later time, and leaves its texts as
 * they were (row 84). So the text that an activity means is in the next change of the description, or in
 * the work item, once nobody changes it any more.
 */
export function readDescriptions(
	rows: readonly JsonObject[],
	{ workItem, known, isComplete, isSettled }: Knowledge,
): Descriptions {
	const pending = new Map<string, string | undefined>();
	const read: JsonObject[] = [];
	const last = rows.reduce((latest, row) => Math.max(latest, writtenAt(row)), 0);
	let next: JsonObject | undefined;

	for (const row of rows.toReversed()) {
		if (!isDescription(row)) {
			read.push(row);
			continue;
		}

		const id = seenId('activities', row);
		const times = { at: writtenAt(row), last };
		if (next === undefined && !known.has(id) && !isSettled(id, times)) {
			pending.set(id, seenBeforeMove(known, row));
		}

		const isMoved = isMovedFurther(row, known);
		const newest = isComplete || isMoved ? workItem.description_html : row.new_value;
		const text = next === undefined ? newest : next.old_value;

		read.push({
			...row,
			// The edit was at the time to which the activity was moved.
			epoch: null,
			old_value: isMoved ? null : (row.old_value ?? null),
			new_value: text ?? null,
		});
		next = row;
	}

	return { rows: read.reverse(), pending };
}

/** Whether its first text was reported, so that the text before the last edit is not known. */
function isMovedFurther(row: JsonObject, known: ReadonlySet<string>): boolean {
	const { epoch } = row;
	if (seenBeforeMove(known, row) !== undefined) return true;

	return typeof epoch === 'number' && writtenAt(row) - epoch * 1000 >= WINDOW;
}
