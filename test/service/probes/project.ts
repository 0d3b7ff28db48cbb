import { at, type Reply } from '../testing/client';
import type { Connection } from './connection';
import type { ProbeProject } from './probe';

// A project for probes: created, and deleted in the end.

/** Returns the body that creates a project for probes, with the parts that they need turned on. */
export const buildProject = (mark: string) => ({
	name: `Probes ${mark}`,
	identifier: mark,
	timezone: 'UTC',
	module_view: true,
	cycle_view: true,
	intake_view: true,
});

export const projectsPath = (workspace: string): string =>
	`/api/v1/workspaces/${encodeURIComponent(workspace)}/projects/`;

/** Reads the project out of an answer. @throws Error that says what the server answered instead */
export function readProject(reply: Reply): ProbeProject {
	const id = at(reply.body, 'id');
	const identifier = at(reply.body, 'identifier');
	if (typeof id === 'string' && typeof identifier === 'string') return { id, identifier };

	throw new Error(
		`the server answered ${reply.status} to the new project: ${JSON.stringify(reply.body)}`,
	);
}

/** Creates a project for probes. @throws Error if the server refuses it, or does not answer */
export async function createProject(
	connection: Connection,
	workspace: string,
	mark: string,
): Promise<ProbeProject> {
	const body = buildProject(mark);

	return readProject(
		await connection.send({ method: 'POST', path: projectsPath(workspace), body }),
	);
}
