import type { JsonObject } from 'n8n-workflow';

import { readWorkItemKey } from '../lists/workItems';
import type { Problem } from '../result/problem';
import { listUpTo } from '../text/listUpTo';
import { quote } from '../text/quote';
import { readFirstText } from '../values/readFirstText';
import { failed } from './problemFrom';

/**
 * Several records have the same external ID, and the server returns none of them (row 65).
 *
 * @param external its source and ID
 */
export const duplicateExternalId = (external: string, records: readonly JsonObject[]): Problem =>
	failed(
		`${String(records.length)} records have the External ID ${external}: ${listRecords(records)}`,
		'Two imports at the same time can make such records, or somebody who gives no External Source. Give all but one of them another External ID, or delete those of which you know that nothing in them is needed; then run the item again.',
	);

/**
 * Several records have the value by which the one to update is recognized.
 *
 * @param displayName of the field
 * @param records with the record of their project instead of its ID, if it is known
 */
export const ambiguousValue = (displayName: string, records: readonly JsonObject[]): Problem =>
	failed(
		`${displayName}: ${String(records.length)} records have it: ${listRecords(records)}`,
		'They may be different records that are called alike: match on External ID, or rename all but the right one. Delete one only if you know that nothing in it is needed.',
	);

/** How many records an error lists: it says several words about each. */
const MAX_LISTED_RECORDS = 5;

/** Lists records with their keys or numbers and their IDs, so that a person can tell them apart. */
function listRecords(records: readonly JsonObject[]): string {
	const names = records.map((record) => {
		const number = readFirstText(record, 'sequence_id');
		const key = readWorkItemKey(record) || (number === '' ? '' : `number ${number}`);
		const title = quote(readFirstText(record, 'display_name', 'title', 'name'));

		const id = `ID ${readFirstText(record, 'id')}`;
		const state = readFirstText(record, 'archived_at') === '' ? '' : 'archived';

		return `${title} (${[key, id, state].filter(Boolean).join(', ')})`;
	});

	return listUpTo(names, MAX_LISTED_RECORDS);
}
