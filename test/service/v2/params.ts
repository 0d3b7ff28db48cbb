import type { V2Operation } from '../../contract/v2';
import { Refusal } from '../answer';
import type { ServiceState } from '../state';
import { notFoundProblem } from './problems';

/** The key of a work item, such as LNCH-12. */
const ITEM_KEY = /^(.+)-(\d+)$/;

/** Creates the function that finds the records which a path names. */
export function createParamsReader(state: ServiceState) {
	/** Returns the ID of a project, which a path names by its ID or identifier. @throws Refusal 404 if the user cannot see it */
	function findProjectId(segment: string, userId: string): string {
		const project = state.projects.find(
			({ id, identifier }) => id === segment || identifier === segment,
		);
		if (!project?.members.includes(userId)) throw new Refusal(notFoundProblem);

		return project.id;
	}

	/** Returns the ID of a work item, which a path names by its ID or key. @throws Refusal 404 */
	function findItemId(segment: string, projectId: string): string {
		const [, identifier, number] = ITEM_KEY.exec(segment.toUpperCase()) ?? [];
		const project = state.projects.find(({ id }) => id === projectId);
		const item = state.workItems.find(
			(row) =>
				row.project === projectId &&
				(row.id === segment ||
					(project?.identifier === identifier && String(row.sequence_id) === number)),
		);
		if (item === undefined) throw new Refusal(notFoundProblem);

		return item.id;
	}

	/** Returns the parameters of a path, with the IDs of the records that they name. */
	function readParams(
		{ groupName }: V2Operation,
		params: Readonly<Record<string, string>>,
		userId: string,
	): Record<string, string> {
		const { slug, project_id: project, work_item_id: item, pk } = params;
		if (slug !== undefined && slug !== state.workspace.slug) throw new Refusal(notFoundProblem);

		const isProject = groupName === 'projects' && pk !== undefined;
		const segment = isProject ? pk : project;
		const projectId = segment === undefined ? undefined : findProjectId(segment, userId);

		return {
			...params,
			...(slug !== undefined && { workspace_slug: slug }),
			...(projectId !== undefined && { project_id: projectId }),
			...(isProject && projectId !== undefined && { pk: projectId }),
			...(item !== undefined && { work_item_id: findItemId(item, projectId ?? '') }),
		};
	}

	return readParams;
}
