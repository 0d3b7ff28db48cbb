import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import * as lists from '../shared/lists/lists';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>;

/** The methods that n8n calls for the options of the parameters. */
export const triggerOptions: Readonly<Record<string, LoadOptions>> = Object.fromEntries([
	...[lists.projects, lists.members].map((list): [string, LoadOptions] => [
		list.method,
		async function () {
			const { optionsOf } = await import('../shared/listSearch/rows.js');

			return await optionsOf(this, list);
		},
	]),
	...[lists.states, lists.labels].map((list): [string, LoadOptions] => [
		`${list.method}OfProjects`,
		async function () {
			const { namesInProjects } = await import('./namesInProjects.js');

			return await namesInProjects(this, list);
		},
	]),
]);
