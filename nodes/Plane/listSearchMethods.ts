import type { ILoadOptionsFunctions } from 'n8n-workflow';

import * as lists from '../shared/lists/lists';
import { workItems } from '../shared/lists/workItems';

/** What n8n calls for a page of a list, by the names of the pickers. */
export const listSearch = Object.fromEntries(
	[...Object.values(lists), workItems].map((picker) => [
		picker.method,
		async function (this: ILoadOptionsFunctions, filter = '', token?: string) {
			const { searchIn } = await import('../shared/listSearch/rows.js');

			return await searchIn(this, picker, filter.trim(), token);
		},
	]),
);

/**
 * What n8n calls for a list that several records are chosen from. The editor does not ask for its
 * pages one by one; of a very long one it gets the beginning, and the last row says so.
 */
export const loadOptions = Object.fromEntries(
	[lists.members, lists.projectMembers, lists.labels, lists.modules].map((picker) => [
		picker.method,
		async function (this: ILoadOptionsFunctions) {
			const { optionsOf } = await import('../shared/listSearch/rows.js');

			return await optionsOf(this, picker);
		},
	]),
);
