import type { Call } from './answer';
import { ADMINISTRATOR, GUEST, getRole } from './roles';
import type { ServiceState } from './state';

const ADMINISTERED = /\/projects\/\{project_id\}\/(?:$|archive\/|(?:project-)?members\/)/;

/**
 * Whether a user lacks the right to do this in a project: guests may only read, intake apart, and members may not
 * administer.
 */
export function lacksRight(
	state: ServiceState,
	path: string,
	method: string,
	{ params, userId }: Call,
): boolean {
	const role = getRole(state, params.project_id ?? '', userId);
	if (method === 'GET' || role === undefined) return false;
	// Guests may create intake items, and change their own (row 404).
	if (role === GUEST && path.includes('/intake-issues/')) return method === 'DELETE';

	return role === GUEST || (role < ADMINISTRATOR && ADMINISTERED.test(path));
}
