import type { ProjectMember, ServiceState } from './state';

/** What a user may do in a project. */
export const ADMINISTRATOR = 20;
export const MEMBER = 15;
export const GUEST = 5;

/** Whether a membership is one: one that was removed stays, but is not active (row 62). */
export const isActive = ({ is_active: active }: ProjectMember): boolean => active !== false;

/** The role of a user in a project; the first of those without a membership administers it. */
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
