import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { projectsField } from '../shared/events/filters';
import { isUuid } from '../shared/fields/identifier';
import type { Picker } from '../shared/lists/picker';
import { emptyState } from '../shared/listSearch/openList';
import { readAllRows } from '../shared/listSearch/searchList';
import { optionsError } from '../shared/output/nodeErrors';
import { isProblem } from '../shared/result/problem';

/** How many projects are read at most. */
const MAX_PROJECTS = 10;

/**
 * Lists the names in a list of all selected projects, each name once: most projects have the same states.
 *
 * @throws NodeOperationError with what failed and how to fix it
 */
export async function listNamesInProjects(
	context: ILoadOptionsFunctions,
	list: Picker,
): Promise<INodeListSearchItems[]> {
	const selected = context.getCurrentNodeParameter(projectsField.parameter);
	const projects = (Array.isArray(selected) ? selected : []).filter(
		(id): id is string => typeof id === 'string' && isUuid(id),
	);
	if (projects.length === 0) {
		throw optionsError(context.getNode(), emptyState('Choose the projects from the list first'));
	}

	const names = new Set<string>();

	for (const id of projects.slice(0, MAX_PROJECTS)) {
		const path = list.path.replace('{project_id}', id);
		const rows = await readAllRows(context, { ...list, path });

		if (!isProblem(rows)) {
			for (const { name } of rows) names.add(name);
		} else if (rows.tag !== 'empty') {
			throw optionsError(context.getNode(), rows);
		}
	}

	return [...names].map((name) => ({ name, value: name }));
}
