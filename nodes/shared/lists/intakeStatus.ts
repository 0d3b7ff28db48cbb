/** The status of an intake item, and the number that it has in the API (row 34). */
export const INTAKE_STATUS = {
	Pending: -2,
	Declined: -1,
	Snoozed: 0,
	Accepted: 1,
	Duplicate: 2,
} as const;

/** Names the status of an intake item, or null if its number is unknown. */
export function nameIntakeStatus(status: unknown): string | null {
	const [name = null] = Object.entries(INTAKE_STATUS).find(([, number]) => number === status) ?? [];

	return name;
}
