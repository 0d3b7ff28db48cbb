import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';

/** The first of these fields of a row that has a text, without the blanks around it; `''` if none has. */
export const readFirstText = (row: JsonObject, ...names: readonly string[]): string =>
	names.map((name) => asText(row[name])?.trim() ?? '').find((text) => text !== '') ?? '';

/** A text of a record within a row; `''` if the row has no such record. */
export function readNestedText(row: JsonObject, inner: string, name: string): string {
	const record = row[inner];

	return isJsonObject(record) ? readFirstText(record, name) : '';
}
