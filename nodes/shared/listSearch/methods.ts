import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import * as lists from '../lists/lists';
import type { Picker } from '../lists/picker';
import { workItems } from '../lists/workItems';
import { loadAll } from './loadAll';
import { loadPage } from './loadPage';

const pickers: readonly Picker[] = [...Object.values(lists), workItems];

type Methods = NonNullable<INodeType['methods']>;

/** What n8n calls for a page of a list, by the names of the pickers. */
export const listSearch: NonNullable<Methods['listSearch']> = Object.fromEntries(
	pickers.map((picker) => [
		picker.method,
		async function (
			this: ILoadOptionsFunctions,
			filter?: string,
			paginationToken?: string,
		): Promise<INodeListSearchResult> {
			return await loadPage(this, picker, filter, paginationToken);
		},
	]),
);

/** What n8n calls for a list that several records are chosen from. */
export const loadOptions: NonNullable<Methods['loadOptions']> = Object.fromEntries(
	[lists.members, lists.projectMembers].map((picker) => [
		picker.method,
		async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
			return await loadAll(this, picker);
		},
	]),
);
