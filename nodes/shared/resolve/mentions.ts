import type { JsonObject } from 'n8n-workflow';

import { asText } from '../values/asText';
import { foldName } from '../values/textForms';
import { members } from '../lists/lists';
import { readFirstText } from '../values/readFirstText';
import type { Rows } from './RecordLists';

/**
 * Returns the names by which mentions refer to the members in a list, by their IDs: the display name or,
 * if others are called so, the email address. Somebody without a name of their own is left out.
 */
export function chooseMentionNames(rows: Rows): ReadonlyMap<unknown, string> {
	const counts = new Map<string, number>();

	for (const row of rows) {
		for (const name of listNames(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
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

/** The names of a member, each once, in the form in which they are compared. */
const listNames = (row: JsonObject): ReadonlySet<string> =>
	new Set(
		(members.names?.(row) ?? [])
			.flat()
			.map(foldName)
			.filter((name) => name !== ''),
	);
