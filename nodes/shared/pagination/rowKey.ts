import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from './envelope';

/** Identifies a record by its ID or, if it has none, by its content. */
export const toRowKey = (record: JsonObject): string =>
	typeof record.id === 'string' || typeof record.id === 'number'
		? `id ${record.id}`
		: JSON.stringify(record);

/** Identifies the first row of a page; undefined if the page is empty. */
export const readFirstKey = ({ records: [first] }: ListPage): string | undefined =>
	first && toRowKey(first);
