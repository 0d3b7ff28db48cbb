import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import * as lists from '../lists/lists';
import type { Picker } from '../lists/picker';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>;

/** Loads the options of a list of the workspace. */
const loadList = (list: Picker): LoadOptions =>
	async function () {
		const { loadAllRows } = await import('./searchList.js');
		const { requireCredential } = await import('./listNamesInProjects.js');

		requireCredential(this);

		return await loadAllRows(this, list);
	};

/** Loads the names in a list that each of the chosen projects has. */
const loadNamesInProjects = (list: Picker): LoadOptions =>
	async function () {
		const { listNamesInProjects, requireCredential } = await import('./listNamesInProjects.js');

		requireCredential(this);

		return await listNamesInProjects(this, list);
	};

/** The methods of both triggers that n8n calls for the options of their parameters. */
export const triggerOptions: Readonly<Record<string, LoadOptions>> = {
	[lists.projects.method]: loadList(lists.projects),
	[lists.members.method]: loadList(lists.members),
	[`${lists.states.method}OfProjects`]: loadNamesInProjects(lists.states),
	[`${lists.labels.method}OfProjects`]: loadNamesInProjects(lists.labels),
};
