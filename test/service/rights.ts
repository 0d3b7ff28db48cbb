import type { Call } from './answer';
import { ADMINISTRATOR, GUEST, roleIn } from './roles';
import type { ServiceState } from './state';

const ADMINISTERED = /\/projects\/\{project_id\}\/(?:$|archive\/|(?:project-)?members\/)/;

/** Whether a user may not do this in a project: guests only read, members do not administer. */
export function lacksRight(
	state: ServiceState,
	path: string,
	method: string,
	{ params, by }: Call,
): boolean {
	const role = roleIn(state, params.project_id ?? '', by);
	if (method === 'GET' || role === undefined) return false;

	return role === GUEST || (role < ADMINISTRATOR && ADMINISTERED.test(path));
}
