import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../../shared/values/asText';
import type { Call, ListQuery, ValueFilter } from '../../../shared/model/call';
import type { ProjectScope } from '../../../shared/operations/operation';
import { PROJECT } from '../../../shared/operations/shared/projectScope';

/** The key of the condition for the project. */
const PROJECT_KEY = 'project_id';

/**
 * Merges the searches of several projects into one. An ID in a condition belongs to one of the projects only, so one
 * condition can have the IDs of all projects.
 *
 * @param parts the search in each project
 * @returns undefined if there is none
 */
export function mergeSearches(
	call: Call<'list'>,
	parts: readonly Call<'list'>[],
): Call<'list'> | undefined {
	const [first, ...others] = parts;
	if (first === undefined || others.length === 0) return first;

	const { projectScope } = call.operation;
	if (projectScope === undefined) throw new RangeError('The list has one project');

	return {
		...call,
		path: withoutProject(first.path),
		displayNames: mergeNames(parts),
		query: mergeQueries(parts, projectScope),
	};
}

const withoutProject = (path: Call<'list'>['path']): Call<'list'>['path'] =>
	Object.fromEntries(Object.entries(path).filter(([wire]) => wire !== PROJECT));

const mergeNames = (parts: readonly Call<'list'>[]): Record<string, string> =>
	Object.fromEntries(parts.flatMap(({ displayNames = {} }) => Object.entries(displayNames)));

/** The query of the first part, with the values that its filters have in any of the parts. */
function mergeQueries(
	parts: readonly Call<'list'>[],
	{ choice, several }: ProjectScope,
): ListQuery {
	const [first] = parts;
	if (first === undefined) throw new RangeError('There are no parts');

	const { query, projects } = first;
	const ids = parts.map((part) => part.path[PROJECT] ?? '');
	const expression = query.search?.expression;
	const conditions = mergeFilters(parts.map((part) => part.query.search?.conditions ?? []));

	// The search also finds what is in other projects that the user may see.
	const isInProject = (row: JsonObject): boolean => {
		const project = asText(row[PROJECT_KEY]);

		return project === undefined || ids.includes(project);
	};

	return {
		...query,
		search: {
			// The search of all projects finds what the user may see.
			conditions:
				projects?.kind === 'several'
					? [{ field: several, rowPath: PROJECT_KEY, test: 'is', values: ids }, ...conditions]
					: conditions,
			...(expression && { expression }),
		},
		clientFilters: mergeFilters(parts.map((part) => part.query.clientFilters ?? [])),
		rowTests: [{ field: choice, matches: isInProject }],
	};
}

/** Merges the filters of several lists, each with all values that it has in one of them. */
function mergeFilters(lists: readonly (readonly ValueFilter[])[]): readonly ValueFilter[] {
	const [own = []] = lists;

	return own.map((filter) => {
		const same = lists.flat().filter(({ field }) => field === filter.field);

		return { ...filter, values: [...new Set(same.flatMap(({ values }) => values))] };
	});
}
