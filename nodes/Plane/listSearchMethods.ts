import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { optionMethods, searchMethods } from '../shared/listSearch/listMethods';

/** The methods that n8n calls for a page of a list, by name. */
export const listSearch = Object.fromEntries(
	searchMethods.map((method) => [
		method,
		async function (this: ILoadOptionsFunctions, filter = '', token?: string) {
			const { getList } = await import('../shared/listSearch/listsByMethod.js');
			const { searchScopedList } = await import('../shared/listSearch/scopedLists.js');

			return await searchScopedList(this, getList(method), filter.trim(), token);
		},
	]),
);

/**
 * The methods that n8n calls for lists from which several records can be chosen, by name. The editor
 * cannot load them page by page: it gets only the beginning of a very long list, and the last row says so.
 */
export const loadOptions = Object.fromEntries(
	optionMethods.map((method) => [
		method,
		async function (this: ILoadOptionsFunctions) {
			const { getList } = await import('../shared/listSearch/listsByMethod.js');
			const { loadScopedRows } = await import('../shared/listSearch/scopedLists.js');
			const { hasCredential } = await import('../shared/listSearch/hasCredential.js');
			// A new node shows some of these lists before a credential is chosen. n8n already asks for one.
			if (!hasCredential(this)) return [];

			return await loadScopedRows(this, getList(method));
		},
	]),
);
