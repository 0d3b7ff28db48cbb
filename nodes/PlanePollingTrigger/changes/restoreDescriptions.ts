import type { JsonObject } from 'n8n-workflow';

import { isDescription } from './activities';
import { entryKey, findKeyBeforeMove } from './entryKeys';
import { writtenAt } from './entryTimes';
import { LATE_ARRIVAL_MS } from './feeds';

/** Activities of a work item. Each change of the description has the text that it stands for. */
interface RestoredActivities {
	/** Oldest first. */
	readonly rows: readonly JsonObject[];
	/**
	 * Keys of the activities whose text may still change, with the keys that they had before Plane moved
	 * them, if they were reported.
	 */
	readonly pending: ReadonlyMap<string, string | undefined>;
}

/** A change of the description among the activities. Times are in UNIX milliseconds by the server's clock. */
export interface DescriptionChange {
	/** When it was written. */
	readonly at: number;
	/** When the last activity was written, whatever it is about. */
	readonly last: number;
	/** Whether the work item has the text that this activity was written with. */
	readonly isShown: boolean;
}

/**
 * Whether the work item has the text of a change of the description, because no other change will be
 * merged into it.
 *
 * @param key as `entryKey` returns it
 */
export type IsSettled = (key: string, change: DescriptionChange) => boolean;

interface Options {
	readonly workItem: JsonObject;
	/** Keys of the activities that have been reported. */
	readonly reported: ReadonlySet<string>;
	/** Whether these are all activities up to now. */
	readonly isComplete: boolean;
	/** Called for the last change of the description, unless it was reported. */
	readonly isSettled: IsSettled;
}

/**
 * Gives each change of the description the text that it stands for. While the last activity of a work
 * item is a change of the description, Plane merges the next one by the same person into it: it moves
 * that activity to a later time and leaves its texts as they were (row 84). So the text that an activity
 * stands for is in the next change of the description, or, once nobody edits it any more, in the work
 * item.
 *
 * @param rows activities, oldest first
 */
export function restoreDescriptions(
	rows: readonly JsonObject[],
	{ workItem, reported, isComplete, isSettled }: Options,
): RestoredActivities {
	const pending = new Map<string, string | undefined>();
	const restored: JsonObject[] = [];
	const last = rows.reduce((latest, row) => Math.max(latest, writtenAt('activities', row)), 0);
	let next: JsonObject | undefined;

	for (const row of rows.toReversed()) {
		if (!isDescription(row)) {
			restored.push(row);
			continue;
		}

		const key = entryKey('activities', row);
		const change = {
			at: writtenAt('activities', row),
			last,
			isShown: row.new_value === workItem.description_html,
		};
		if (next === undefined && !reported.has(key) && !isSettled(key, change)) {
			pending.set(key, findKeyBeforeMove(reported, row));
		}

		const wasReported = wasReportedBeforeMove(row, reported);
		const newestText = isComplete || wasReported ? workItem.description_html : row.new_value;
		const text = next === undefined ? newestText : next.old_value;

		restored.push({
			...row,
			// A later edit happened at the time to which the activity was moved.
			epoch: text === row.new_value ? (row.epoch ?? null) : null,
			// The text before the last edit is not known if an earlier edit of the same activity was reported.
			old_value: wasReported ? null : (row.old_value ?? null),
			new_value: text ?? null,
		});
		next = row;
	}

	return { rows: restored.reverse(), pending };
}

/** Whether an activity was reported before it was moved, as far as that is still remembered. */
function wasReportedBeforeMove(row: JsonObject, reported: ReadonlySet<string>): boolean {
	const { epoch } = row;
	if (findKeyBeforeMove(reported, row) !== undefined) return true;

	return (
		typeof epoch === 'number' && writtenAt('activities', row) - epoch * 1000 >= LATE_ARRIVAL_MS
	);
}
