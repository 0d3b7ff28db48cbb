import { at, first, type Reply } from '../testing/client';
import { readStatus, type ProbeClient, type ServiceProbeClient } from './probe';

// What several probes do.

export const LONG_NAME = 'a'.repeat(256);

export const readAssignees = (reply: Reply): unknown[] => {
	const people = at(reply.body, 'assignees');

	return Array.isArray(people) ? people : [];
};

/** Builds the body of a new cycle. */
export const buildCycle = ({ unique, project }: ProbeClient, more: object = {}): object => ({
	name: unique('Cycle'),
	project_id: project.id,
	...more,
});

/** Archives a new work item, and returns its path. */
export async function archiveItem({ request, createItem }: ProbeClient): Promise<string> {
	const path = await createItem();

	await request('PATCH', path, { archived_at: '2026-01-31' });

	return path;
}

/** A project that was created with intake has none until it is turned on (row 78). */
export const turnIntakeOn = async ({ request }: ProbeClient): Promise<Reply> =>
	await request('PATCH', '', { intake_view: true });

/**
 * Sends creations with the same external ID at the same moment, until two of them are carried out at the same time: a
 * busy machine sends them apart. @returns the ID of which several were accepted
 */
export async function createAtOnce({
	sendAtOnce,
	unique,
	attempts,
}: ProbeClient): Promise<string | undefined> {
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const id = unique('e').replace(' ', '');
		const body = { name: 'x', external_id: id, external_source: 'sheet' };
		const replies = await sendAtOnce({ method: 'POST', path: 'work-items/', body }, 8);
		if (replies.filter((reply) => readStatus(reply) === 201).length > 1) return id;
	}

	return undefined;
}

/** Removes the last member of the first project. */
export async function removeLastMember({ service, request }: ServiceProbeClient) {
	const project = first(service.state.projects);
	const user = project.members.at(-1) ?? '';
	const membership = service.state.projectMembers.find(
		(row) => row.project === project.id && row.member === user,
	);
	const id = membership?.id ?? '';
	const removed = await request('DELETE', `members/${id}/`);

	return { user, membership: id, removal: readStatus(removed) };
}

/** Makes a user a guest of the first project, and returns the user's index and ID. */
export function makeGuest({ service }: ServiceProbeClient): { place: number; id: string } {
	const project = first(service.state.projects);
	const id = project.members[3] ?? '';
	const membership = service.state.projectMembers.find(
		(row) => row.project === project.id && row.member === id,
	);
	if (membership) membership.role = 5;

	return { place: 3, id };
}
