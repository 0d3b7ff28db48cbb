import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { projectsField } from '../events/filters';
import { CURRENT } from '../fields/field';
import { isUuid } from '../values/textForms';
import * as lists from '../lists/lists';
import type { Picker } from '../lists/picker';
import { optionsError } from '../output/nodeErrors';
import { refused } from '../result/problem';
import { hasCredential } from './hasCredential';
import { loadAllRows, NO_ACCESS } from './searchList';

/** How many projects are read at most. */
const MAX_PROJECTS = 10;

/**
 * The webhook trigger works without a credential for Plane's API; its lists do not.
 *
 * @throws NodeOperationError if no such credential is chosen
 */
export function requireCredential(context: ILoadOptionsFunctions): void {
	if (hasCredential(context)) return;

	throw optionsError(
		context.getNode(),
		refused(
			"Choose a credential for Plane's API to see this list",
			'Without one, enter IDs by an expression.',
		),
	);
}

/**
 * Lists the names in a list of all chosen projects, or of all projects if none is chosen. Each name is
 * listed once: most projects have the same states.
 *
 * @throws NodeOperationError with what failed and how to fix it
 */
export async function listNamesInProjects(
	context: ILoadOptionsFunctions,
	list: Picker,
): Promise<INodeListSearchItems[]> {
	const names = new Set<string>();

	for (const id of await findProjectIds(context)) {
		const path = list.path.replace('{project_id}', id);

		for (const { name, value } of await loadAllRows(context, { ...list, path })) {
			// The active cycle has another name in each project.
			if (value !== CURRENT) names.add(name);
		}
	}

	return [...names].map((name) => ({ name, value: name }));
}

/** The IDs of the first projects that are chosen, or that the user of the credential sees. */
async function findProjectIds(context: ILoadOptionsFunctions): Promise<readonly string[]> {
	const chosen = context.getCurrentNodeParameter(projectsField.parameter);
	const chosenIds = (Array.isArray(chosen) ? chosen : []).filter(
		(id): id is string => typeof id === 'string' && isUuid(id),
	);
	if (chosenIds.length > 0) return chosenIds.slice(0, MAX_PROJECTS);

	const rows = await loadAllRows(context, lists.projects);

	return rows
		.filter(({ name }) => !name.endsWith(NO_ACCESS))
		.map(({ value }) => String(value))
		.slice(0, MAX_PROJECTS);
}
