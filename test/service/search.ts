import type { ServiceState, WorkItem } from './state';

/** The number of hits without a `limit`. */
const DEFAULT_LIMIT = 10;

/**
 * Finds work items as the server's search does: by a part of the name or of the project's identifier,
 * or by a number in the text (`LNCH-12` finds number 12 of any project).
 */
export function searchWorkItems(
	{ workItems, projects }: ServiceState,
	query: Record<string, string>,
): WorkItem[] {
	const text = query.search?.toLowerCase() ?? '';
	if (text === '') return [];

	const numbers = new Set((text.match(/\b\d+\b/g) ?? []).map(Number));
	const matchingProjects = new Set(
		projects
			.filter(({ identifier }) => identifier.toLowerCase().includes(text))
			.map(({ id }) => id),
	);
	const hits = workItems.filter(
		({ name, sequence_id, project }) =>
			[undefined, project].includes(query.project_id) &&
			(name.toLowerCase().includes(text) ||
				numbers.has(sequence_id) ||
				matchingProjects.has(project)),
	);

	return hits.slice(0, Number(query.limit ?? DEFAULT_LIMIT));
}

/** A work item as the search returns it. */
export const toSearchHit = ({ workspace, projects }: ServiceState, row: WorkItem) => ({
	name: row.name,
	id: row.id,
	sequence_id: row.sequence_id,
	project__identifier: projects.find(({ id }) => id === row.project)?.identifier,
	project_id: row.project,
	workspace__slug: workspace.slug,
});
