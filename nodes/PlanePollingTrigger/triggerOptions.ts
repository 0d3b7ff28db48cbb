import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import * as lists from '../shared/lists/lists';

type Load = (this: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>;

/** What n8n calls for the lists of a trigger. */
export const triggerOptions: Readonly<Record<string, Load>> = Object.fromEntries([
	...[lists.projects, lists.members].map((list): [string, Load] => [
		list.method,
		async function () {
			const { optionsOf } = await import('../shared/listSearch/rows.js');

			return await optionsOf(this, list);
		},
	]),
	...[lists.states, lists.labels].map((list): [string, Load] => [
		`${list.method}OfProjects`,
		async function () {
			const { namesInProjects } = await import('./namesInProjects.js');

			return await namesInProjects(this, list);
		},
	]),
]);
