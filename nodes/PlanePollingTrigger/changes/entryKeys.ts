import type { JsonObject } from 'n8n-workflow';

import { readFirstText } from '../../shared/values/readFirstText';
import { isDescription } from './activities';
import { writtenAt } from './entryTimes';
import type { EntryList } from './watchedLists';

/**
 * The end of a row's ID, which is unique enough among the few rows that are remembered. Not its
 * beginning: in UUIDs of version 7 that is the time, which all rows of a bulk import share.
 */
export const shortId = (row: JsonObject): string =>
	readFirstText(row, 'id').replaceAll('-', '').slice(-12);

/** Separates the ID of an activity from the time that it was moved to. */
const MOVED_TO = '@';

/**
 * Identifies an activity or comment of a work item. A change of the description becomes another one
 * when Plane moves its activity to a later time (row 84), so the time is part of its key.
 */
export function entryKey(list: EntryList, row: JsonObject): string {
	const id = shortId(row);
	if (list !== 'activities' || !isDescription(row)) return id;

	return `${id}${MOVED_TO}${writtenAt(list, row).toString(36)}`;
}

/** The key that an activity had before Plane moved it, or undefined if it is unknown or has not moved. */
export function findKeyBeforeMove(keys: Iterable<string>, row: JsonObject): string | undefined {
	const current = entryKey('activities', row);
	const prefix = `${shortId(row)}${MOVED_TO}`;

	return [...keys].find((key) => key !== current && key.startsWith(prefix));
}
