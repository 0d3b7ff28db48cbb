import type { JsonObject } from 'n8n-workflow';

import { asText } from '../fields/text';

/** The role of guests; members have 15, administrators 20. */
const GUEST_ROLE = 5;

/** What a list of people says about one of them; absent: it does not say. */
export interface Standing {
	readonly role?: number;
	readonly isActive?: boolean;
}

export function readStanding(row: JsonObject): Standing {
	const { role, is_active: isActive } = row;

	return {
		...(typeof role === 'number' && { role }),
		...(typeof isActive === 'boolean' && { isActive }),
	};
}

/** The standing of a person, which is empty if the person is not in the list. */
export function findStanding(rows: readonly JsonObject[], id: string): Standing {
	const row = rows.find((candidate) => asText(candidate.id) === id);

	return row === undefined ? {} : readStanding(row);
}

/**
 * Why a person cannot be assigned: Plane silently drops guests and removed members, after it has removed
 * the current assignees (rows 24 and 61).
 *
 * @returns undefined if nothing speaks against it, or if the list does not say
 */
export function whyNotAssignable({ role, isActive }: Standing): 'guest' | 'inactive' | undefined {
	if (isActive === false) return 'inactive';

	return role !== undefined && role <= GUEST_ROLE ? 'guest' : undefined;
}
