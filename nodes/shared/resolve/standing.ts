import type { JsonObject } from 'n8n-workflow';

import { asText } from '../fields/text';

/** The role of guests; members have 15, administrators 20. */
const GUEST = 5;

/** What the lists of a server show of a person in a place; absent: they do not show it. */
export interface Standing {
	readonly role?: number;
	readonly isActive?: boolean;
}

/** What a row of a list of people shows. */
export function readStanding(row: JsonObject): Standing {
	const { role, is_active: isActive } = row;

	return {
		...(typeof role === 'number' && { role }),
		...(typeof isActive === 'boolean' && { isActive }),
	};
}

/** What the row of a person shows, if the person is in the list. */
export function findStanding(rows: readonly JsonObject[], id: string): Standing {
	const row = rows.find((each) => asText(each.id) === id);

	return row === undefined ? {} : readStanding(row);
}

/**
 * Why nobody can be assigned: Plane leaves out guests and those who were removed, without a word, and
 * after it has taken off who was there (rows 24 and 61).
 *
 * @returns undefined if nothing speaks against it, or if the server shows neither
 */
export function whyNotAssignable({ role, isActive }: Standing): 'guest' | 'inactive' | undefined {
	if (isActive === false) return 'inactive';

	return role !== undefined && role <= GUEST ? 'guest' : undefined;
}
