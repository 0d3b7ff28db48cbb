import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { findOtherList, CURRENT } from '../fields/field';
import type { Picker } from '../lists/picker';
import { projectScope } from '../operations/shared/projectScope';
import { listNamesInProjects } from './listNamesInProjects';
import { ACTIVE_CYCLE, loadAllRows, searchList } from './searchList';

/**
 * Loads a page of a list for the editor. If the node reads several projects, a list that belongs to a project
 * shows the names in all of them, because each has records of its own.
 */
export async function searchScopedList(
	context: ILoadOptionsFunctions,
	picker: Picker,
	text: string,
	token?: string,
): Promise<INodeListSearchResult> {
	if (!isAcrossProjects(context, picker)) return await searchList(context, picker, text, token);

	// A user is the same in every project.
	const everybody = findOtherList(picker, 'everybody');
	if (everybody !== undefined) return await searchList(context, everybody, text, token);

	if (picker.names === undefined) {
		const sentence = `The ${picker.records} of several projects cannot be listed: choose By ID`;

		return { results: [{ name: sentence, value: '' }] };
	}

	const rows = await listNamesOnce(context, picker);
	const words = text.toLowerCase().split(/\s+/);

	return {
		results: rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))),
	};
}

/** Loads all rows of a list for a parameter that takes several of them, as `searchScopedList`. */
export async function loadScopedRows(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<INodeListSearchItems[]> {
	if (!isAcrossProjects(context, picker)) return await loadAllRows(context, picker);

	const everybody = findOtherList(picker, 'everybody');
	if (everybody !== undefined) return await loadAllRows(context, everybody);

	return await listNamesOnce(context, picker);
}

/** Lists each name in the projects once, after the one for the active cycle if the list has it. */
async function listNamesOnce(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<INodeListSearchItems[]> {
	const names = await listNamesInProjects(context, withBareNames(picker));

	return picker.currentQuery === undefined
		? names
		: [{ name: ACTIVE_CYCLE, value: CURRENT }, ...names];
}

/** Whether the node reads several projects, and the list belongs to one. */
const isAcrossProjects = (context: ILoadOptionsFunctions, { parents }: Picker): boolean => {
	const scope = context.getCurrentNodeParameter(projectScope.choice.parameter);

	return parents.length > 0 && (scope === 'several' || scope === 'all');
};

/** The list with the names by which its records are found, and nothing else in their labels. */
const withBareNames = (picker: Picker): Picker => ({
	...picker,
	label: (row) =>
		picker
			.names?.(row)
			.flat()
			.find((name) => name !== '') ?? '',
});
