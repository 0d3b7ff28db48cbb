import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../../shared/values/asText';
import type { Field } from '../../../shared/fields/kinds';
import type { Call, ListQuery, ValueFilter } from '../../../shared/model/call';
import { PROJECT } from '../../../shared/operations/shared/projectScope';

/** The key of the condition for the project. */
const PROJECT_KEY = 'project_id';

/**
 * Merges the searches of several projects into one: an ID in a condition belongs to one of the projects only, so
 * that one condition can have those of all.
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

	const { operation, projects } = call;
	// The search of all projects finds what the user may see.
	const projectsField = projects?.kind === 'several' ? operation.projectScope?.several : undefined;

	return {
		...call,
		path: withoutProject(first.path),
		displayNames: mergeNames(parts),
		query: mergeQueries(parts, projectsField),
	};
}

const withoutProject = (path: Call<'list'>['path']): Call<'list'>['path'] =>
	Object.fromEntries(Object.entries(path).filter(([wire]) => wire !== PROJECT));

const mergeNames = (parts: readonly Call<'list'>[]): Record<string, string> =>
	Object.fromEntries(parts.flatMap(({ displayNames = {} }) => Object.entries(displayNames)));

/**
 * The query of the first part, with the values that its filters have in any of the parts.
 *
 * @param projects the field in which the user chose the projects; absent if they are all
 */
function mergeQueries(parts: readonly Call<'list'>[], projects: Field | undefined): ListQuery {
	const [first] = parts;
	if (first === undefined) throw new RangeError('There are no parts');

	const { query } = first;
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
			conditions:
				projects === undefined
					? conditions
					: [{ field: projects, rowPath: PROJECT_KEY, test: 'is', values: ids }, ...conditions],
			...(expression && { expression }),
		},
		clientFilters: mergeFilters(parts.map((part) => part.query.clientFilters ?? [])),
		rowTests: [{ displayName: 'Projects', matches: isInProject }],
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
