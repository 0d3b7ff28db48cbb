import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { projectsField } from '../shared/events/filters';
import { isUuid } from '../shared/fields/identifier';
import type { Picker } from '../shared/lists/picker';
import { loadAllRows, messageRow } from '../shared/listSearch/searchList';

/** How many projects are read at most. */
const MAX_PROJECTS = 10;

/** Lists the names in a list of all selected projects, each name once: most projects have the same states. */
export async function listNamesInProjects(
	context: ILoadOptionsFunctions,
	list: Picker,
): Promise<INodeListSearchItems[]> {
	const selected = context.getCurrentNodeParameter(projectsField.parameter);
	const projects = (Array.isArray(selected) ? selected : []).filter(
		(id): id is string => typeof id === 'string' && isUuid(id),
	);
	if (projects.length === 0) return [messageRow('Choose the projects from the list first')];

	const names = new Set<string>();

	for (const id of projects.slice(0, MAX_PROJECTS)) {
		const path = list.path.replace('{project_id}', id);
		const rows = await loadAllRows(context, { ...list, path });

		for (const { name, value } of rows) {
			// Rows without a value are hints, such as that the list is empty.
			if (value !== '') names.add(name);
		}
	}

	return [...names].map((name) => ({ name, value: name }));
}
