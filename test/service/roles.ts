import type { ProjectMember, ServiceState } from './state';

/** Roles in a project, with Plane's numbers. */
export const ADMINISTRATOR = 20;
export const MEMBER = 15;
export const GUEST = 5;

/** A removed membership remains, but is not active (row 62). */
export const isActive = ({ is_active: active }: ProjectMember): boolean => active !== false;

/**
 * Returns the role of a user in a project, or undefined if there is none. Without a membership, the
 * first user is administrator, and others are members.
 */
export function getRole(
	state: ServiceState,
	projectId: string,
	userId: string,
): number | undefined {
	const project = state.projects.find(({ id }) => id === projectId);
	const place = project?.members.indexOf(userId) ?? -1;
	if (place === -1) return undefined;

	const membership = state.projectMembers.find(
		(row) => row.project === projectId && row.member === userId && isActive(row),
	);

	return membership?.role ?? (place === 0 ? ADMINISTRATOR : MEMBER);
}
