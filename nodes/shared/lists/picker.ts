import { readFirstText } from '../rows/readFirstText';
import type { JsonObject } from 'n8n-workflow';

import type { AlternateKey, Source } from '../fields/field';
import { camelCase } from '../text/letterCase';

/** A list that a person picks a record from, in the editor: what it is, not how it is read. */
export interface Picker extends Source {
	/** Set where only the commercial editions have the list (row 18). */
	readonly edition?: 'commercial';
	/** What the list is asked for besides a page. */
	readonly query?: Readonly<Record<string, string>>;
	/** How the server searches it. Absent: it does not, and the rows are searched here. */
	readonly search?: AlternateKey['search'];
	/** What a person reads for a row; `''` where it says nothing of itself. */
	readonly label: (row: JsonObject) => string;
	/** Whether a row tells that the user of the key may not use its record. */
	readonly isClosed?: (row: JsonObject) => boolean;
}

/**
 * Declares a picker. What has to be chosen before it stands in its path; its rows are called what the
 * path ends with and shown by their names, unless `more` says otherwise.
 */
export const picker = (method: string, path: string, more: Partial<Picker> = {}): Picker => ({
	method,
	path,
	records: path.split('/').at(-2)?.replace('-', ' ') ?? '',
	parents: placeholdersIn(path).map(camelCase),
	label: (row) => readFirstText(row, 'name'),
	...more,
});

/** The names of a record that has one. */
export const namedRecord = { names: (row: JsonObject) => [readFirstText(row, 'name')] };

/** `projects/{project_id}/modules/` → `['project_id']` */
export const placeholdersIn = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
