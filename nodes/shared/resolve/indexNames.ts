import type { JsonObject } from 'n8n-workflow';

import type { RecordList } from '../fields/field';
import { asText } from '../values/asText';
import { Names } from '../values/Names';
import type { Rows } from './RecordLists';

/** By the rows, and by what says which names these have. */
const known = new WeakMap<Rows, Map<RecordList['names'], Names<JsonObject>>>();

/** The names of the records in a list. They are collected once: thousands of items may look for one. */
export function indexNames(source: RecordList, rows: Rows): Names<JsonObject> {
	const byGetter = known.get(rows) ?? new Map<RecordList['names'], Names<JsonObject>>();
	const names = byGetter.get(source.names) ?? collectNames(source, rows);

	byGetter.set(source.names, names);
	known.set(rows, byGetter);

	return names;
}

/** The ID of a row, or `''` if it has none. */
export const readRecordId = ({ idField }: RecordList, row: JsonObject): string =>
	asText(row[idField]) ?? '';

const collectNames = (source: RecordList, rows: Rows): Names<JsonObject> =>
	new Names(rows, {
		id: (row) => readRecordId(source, row),
		names: (row) => (source.names?.(row) ?? []).map((names) => [names].flat()),
	});
