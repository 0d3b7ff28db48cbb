import type { JsonObject } from 'n8n-workflow';

import type { RecordList } from '../fields/field';
import { foldName } from '../values/foldName';
import { asText } from '../values/asText';
import { members } from '../lists/lists';
import { readFirstText } from '../values/readFirstText';
import type { Rows } from './RecordLists';

/** Finds the members whom a name in a mention may refer to: by email address, display name or full name. */
export function findMentioned(rows: Rows, source: RecordList, name: string): Rows {
	const searchedName = foldName(name);

	return rows.filter((row) => foldedNames(row, source).includes(searchedName));
}

const foldedNames = (row: JsonObject, { names }: RecordList): readonly string[] =>
	(names?.(row) ?? []).map(foldName).filter((name) => name !== '');

/**
 * Returns the names by which mentions refer to the members in a list, by their IDs: the display name or,
 * if others are called so, the email address. Somebody without a name of their own is left out.
 */
export function chooseMentionNames(rows: Rows): ReadonlyMap<unknown, string> {
	const counts = new Map<string, number>();

	for (const row of rows) {
		for (const name of new Set(foldedNames(row, members))) {
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
	}

	const chosen = new Map<unknown, string>();

	for (const row of rows) {
		const name = ['display_name', 'email']
			.map((field) => readFirstText(row, field))
			.find((text) => counts.get(foldName(text)) === 1);

		if (name !== undefined) chosen.set(asText(row.id), name);
	}

	return chosen;
}
