import type { Call } from './answer';
import { ADMINISTRATOR, GUEST, getRole } from './roles';
import type { ServiceState } from './state';

const ADMINISTERED = /\/projects\/\{project_id\}\/(?:$|archive\/|(?:project-)?members\/)/;

/**
 * Whether a user lacks the right to do this in a project: guests may only read, and members may not
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

	return role === GUEST || (role < ADMINISTRATOR && ADMINISTERED.test(path));
}
