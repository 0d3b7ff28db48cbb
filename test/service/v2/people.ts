import type { ServiceState } from '../state';

/** A person as `expand` shows one (row 506). */
export function expandPerson({ users }: ServiceState, id: string | null | undefined) {
	const user = users.find((row) => row.id === id);
	if (user === undefined) return null;

	return {
		id: user.id,
		display_name: user.display_name,
		avatar_url: null,
		email: user.email,
	};
}

/** People as `expand` shows them. */
export const expandPeople = (state: ServiceState, ids: readonly string[]): object[] =>
	ids.map((id) => expandPerson(state, id)).filter((person) => person !== null);
