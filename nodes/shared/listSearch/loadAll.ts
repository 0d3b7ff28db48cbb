import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { Picker } from '../lists/picker';
import { asRow, emptyState } from './emptyState';
import { loadPage } from './loadPage';

/** The most pages of a list that the editor loads at once. */
const MOST = 10;

/**
 * Loads a list whole, where the editor does not ask for its pages one by one. Of a very long one it
 * gives the beginning, and says so in the last row.
 */
export async function loadAll(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<INodePropertyOptions[]> {
	const rows: INodePropertyOptions[] = [];
	let token: string | undefined;
	for (let page = 0; page < MOST; page++) {
		const { results, paginationToken } = await loadPage(context, picker, '', token);
		rows.push(...results);
		token = paginationToken;
		if (token === undefined) return rows;
	}
	const end = emptyState(
		`Only the first ${String(rows.length)} ${picker.records}: use an expression for others`,
	);
	return [...rows, ...asRow(end).results];
}
