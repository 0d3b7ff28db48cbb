import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from './json';
import { asText } from './asText';

/** Returns the trimmed text of the first of these fields that has one, or `''` if none has. */
export const readFirstText = (row: JsonObject, ...names: readonly string[]): string =>
	names.map((name) => asText(row[name])?.trim() ?? '').find((text) => text !== '') ?? '';

/** Returns the trimmed text of a field of a record within a row, or `''` if there is none. */
export function readNestedText(row: JsonObject, recordName: string, name: string): string {
	const record = row[recordName];

	return isJsonObject(record) ? readFirstText(record, name) : '';
}
