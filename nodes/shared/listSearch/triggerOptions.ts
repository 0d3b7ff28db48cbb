import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { projectMethods, workspaceMethods } from './listMethods';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>;

/** Loads the options of a list of the workspace. */
const loadList = (method: string): LoadOptions =>
	async function () {
		const { loadAllRows } = await import('./searchList.js');
		const { getList } = await import('./listsByMethod.js');
		const { requireCredential } = await import('./listNamesInProjects.js');

		requireCredential(this);

		return await loadAllRows(this, getList(method));
	};

/** Loads the names in a list that each of the chosen projects has. */
const loadNamesInProjects = (method: string): LoadOptions =>
	async function () {
		const { getList } = await import('./listsByMethod.js');
		const { listNamesInProjects, requireCredential } = await import('./listNamesInProjects.js');

		requireCredential(this);

		return await listNamesInProjects(this, getList(method));
	};

/** The methods of both triggers that n8n calls for the options of their parameters. */
export const triggerOptions: Readonly<Record<string, LoadOptions>> = {
	...Object.fromEntries(workspaceMethods.map((method) => [method, loadList(method)])),
	...Object.fromEntries(
		projectMethods.map((method) => [`${method}OfProjects`, loadNamesInProjects(method)]),
	),
};
