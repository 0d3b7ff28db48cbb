import { readFirstText } from '../values/readFirstText';
import type { JsonObject } from 'n8n-workflow';

import { isLikelyName } from '../fields/reference';
import type { OtherList, RecordList } from '../fields/field';

/** Declares a list that people choose a record from in the editor. */
export interface Picker extends RecordList {
	/** The text that people see for a row, or '' if it has none. */
	readonly label: (row: JsonObject) => string;
	/** Compares rows to put them in the order in which people look for one. Absent: the server's order. */
	readonly order?: (row: JsonObject, other: JsonObject) => number;
	/** As in `RecordList`, to choose from. */
	readonly otherLists?: readonly OtherList<Picker>[];
}

/**
 * Declares a picker. Its parents are the placeholders of the path, which have to be chosen first. By
 * default, its records are called after the last segment of the path, and shown by their names.
 */
export const picker = (method: string, path: string, overrides: Partial<Picker> = {}): Picker => ({
	method,
	path,
	records: path.split('/').at(-2)?.replaceAll('-', ' ') ?? '',
	parents: listPlaceholders(path).map((wire) => ({ kind: 'chosen', wire })),
	label: (row) => readFirstText(row, 'name'),
	idField: 'id',
	spellings: (text) => [text],
	canBeName: isLikelyName,
	...overrides,
});

/** For records that have a name and no other text that identifies them. */
export const namedRecord = { names: (row: JsonObject) => [readFirstText(row, 'name')] };

/** `projects/{project_id}/modules/` → `['project_id']` */
export const listPlaceholders = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
