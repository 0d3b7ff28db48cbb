import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from './json';

/** The value at a path of names in a record, e.g. `state.group`, or undefined if the record does not have it. */
export function getValueAt(record: JsonObject, path: string): JsonValue | undefined {
	let value: JsonValue | undefined = record;

	for (const name of path.split('.')) {
		value = isJsonObject(value) ? value[name] : undefined;
	}

	return value;
}
