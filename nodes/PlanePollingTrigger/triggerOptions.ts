import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import * as lists from '../shared/lists/lists';
import type { Picker } from '../shared/lists/picker';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>;

/** Loads the options of a list of the workspace. */
const loadList = (list: Picker): LoadOptions =>
	async function () {
		const { loadAllRows } = await import('../shared/listSearch/searchList.js');

		return await loadAllRows(this, list);
	};

/** Loads the names in a list that each of the chosen projects has. */
const loadNamesInProjects = (list: Picker): LoadOptions =>
	async function () {
		const { listNamesInProjects: namesInProjects } = await import('./listNamesInProjects.js');

		return await namesInProjects(this, list);
	};

/** The methods that n8n calls for the options of the parameters. */
export const triggerOptions: Readonly<Record<string, LoadOptions>> = {
	[lists.projects.method]: loadList(lists.projects),
	[lists.members.method]: loadList(lists.members),
	[`${lists.states.method}OfProjects`]: loadNamesInProjects(lists.states),
	[`${lists.labels.method}OfProjects`]: loadNamesInProjects(lists.labels),
};
