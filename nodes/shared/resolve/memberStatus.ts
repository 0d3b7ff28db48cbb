import type { JsonObject } from 'n8n-workflow';

import { asText } from '../values/asText';

/** The role of guests; members have 15, administrators 20. */
const GUEST_ROLE = 5;

/** The role and the activity of a person, as far as a list of people shows them. */
export interface MemberStatus {
	readonly role?: number;
	readonly isActive?: boolean;
}

export function readMemberStatus(row: JsonObject): MemberStatus {
	const { role, is_active: isActive } = row;

	return {
		...(typeof role === 'number' && { role }),
		...(typeof isActive === 'boolean' && { isActive }),
	};
}

/** The status of a person; an empty one if the person is not in the list. */
export function findMemberStatus(rows: readonly JsonObject[], id: string): MemberStatus {
	const row = rows.find((candidate) => asText(candidate.id) === id);

	return row === undefined ? {} : readMemberStatus(row);
}

/**
 * Why a person cannot be assigned: Plane silently drops guests and removed members, after it has removed
 * the current assignees (rows 24 and 61).
 *
 * @returns undefined if the person can be assigned, or if the status does not say
 */
export function whyNotAssignable({
	role,
	isActive,
}: MemberStatus): 'guest' | 'inactive' | undefined {
	if (isActive === false) return 'inactive';

	return role !== undefined && role <= GUEST_ROLE ? 'guest' : undefined;
}
