import type { INodeListSearchResult } from 'n8n-workflow';

import { type Picker, placeholdersIn } from '../lists/picker';
import { problem, type Problem } from '../result/problem';

/** Why there is no list to show, although nothing failed: what a person reads in its place, without a full stop. */
export const emptyState = (sentence: string): Problem =>
	problem({ tag: 'empty', message: sentence, description: '' });

/**
 * `This work item has no links`: of which record a list is, its path tells. Of a workspace, the user
 * of the key may see a part only.
 */
export function emptyOf({ path, records }: Pick<Picker, 'path' | 'records'>): string {
	const owner = placeholdersIn(path).at(-1)?.replace(/_id$/, '').replaceAll('_', ' ');
	return owner === undefined
		? `The user of the API key sees no ${records} in this workspace`
		: `This ${owner} has no ${records}`;
}

/**
 * The sentence as the one row of the list. The editor shows an error as "Could not load list" with
 * the advice to check the credential, and an empty list as "No results"; neither would be true.
 * A row without a value cannot be sent: chosen, it leaves the parameter empty.
 */
export const asRow = ({ message }: Problem): INodeListSearchResult => ({
	results: [{ name: message, value: '' }],
});
