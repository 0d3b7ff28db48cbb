import type { ILoadOptionsFunctions } from 'n8n-workflow';

import * as lists from '../lists/lists';
import { workItems } from '../lists/workItems';
import { asRow, loadRows } from './loadRows';

/** Hits after which a search stops: the editor asks for more only where its list is scrolled. */
const ENOUGH = 10;

/** What n8n calls for a page of a list, by the names of the pickers. */
export const listSearch = Object.fromEntries(
	[...Object.values(lists), workItems].map((picker) => [
		picker.method,
		async function (this: ILoadOptionsFunctions, filter = '', token?: string) {
			const text = filter.trim();
			return await loadRows(this, picker, text, text === '' ? 0 : ENOUGH, token);
		},
	]),
);

/**
 * What n8n calls for a list that several records are chosen from. The editor does not ask for its
 * pages one by one; of a very long one it gets the beginning, and the last row says so.
 */
export const loadOptions = Object.fromEntries(
	[lists.members, lists.projectMembers].map((picker) => [
		picker.method,
		async function (this: ILoadOptionsFunctions) {
			const { results, paginationToken } = await loadRows(this, picker, '', Infinity);
			if (paginationToken === undefined) return results;
			const first = `${results.length} ${picker.records}`;
			return [...results, asRow(`Only the first ${first}: use an expression for others`)];
		},
	]),
);
