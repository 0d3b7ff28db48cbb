import type { JsonObject } from 'n8n-workflow';

import { parseInstant } from '../../shared/values/instant';
import { isCreation } from './activities';
import type { EntryList } from './watchedLists';

/**
 * The time in a record's `created_at`, in UNIX milliseconds by the server's clock; 0 if it has none. An import may
 * have sent another time than that of its request (row 68).
 */
export const createdAt = ({ created_at: time }: JsonObject): number => parseInstant(time) ?? 0;

/**
 * When an entry of a work item was written, in UNIX milliseconds by the server's clock, whatever time an import
 * has sent; 0 if that is not known.
 */
export const writtenAt = (list: EntryList, row: JsonObject): number => TIMES_OF_WRITING[list](row);

const TIMES_OF_WRITING: Readonly<Record<EntryList, (row: JsonObject) => number>> = {
	// A creation has the time of its work item (row 362), but the second of its own request.
	activities: (row) => (isCreation(row) ? happenedAt(row) : createdAt(row)),
	comments: commentWrittenAt,
	links: createdAt,
};

function commentWrittenAt(comment: JsonObject): number {
	const created = createdAt(comment);
	const updated = parseInstant(comment.updated_at) ?? created;
	// Until somebody edits it, its last update is its creation (row 367).
	if (comment.updated_by === null) return updated;

	// Nobody can have edited it before it was written.
	return created <= updated ? created : 0;
}

/**
 * The second in which an activity's change was made, in UNIX milliseconds by the server's clock: a worker
 * may write it minutes later (`epoch`, row 363). Older servers do not say it: then it is the time at which the row
 * was written.
 */
export const madeAt = (row: JsonObject): number =>
	typeof row.epoch === 'number' ? Math.floor(row.epoch) * 1000 : createdAt(row);

/** The same, as exactly as the row says it: within the second of the change, the time of writing counts. */
export function happenedAt(row: JsonObject): number {
	const second = madeAt(row);

	return Math.max(second, Math.min(createdAt(row), second + 999));
}
