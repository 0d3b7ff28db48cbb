import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from './json';

/** Returns a copy of a record with a value at a path of names, e.g. `issue.description_html`. */
export function withValueAt(record: JsonObject, path: string, value: JsonValue): JsonObject {
	const [name = '', ...rest] = path.split('.');
	if (rest.length === 0) return { ...record, [name]: value };

	const inner = record[name];

	return {
		...record,
		[name]: withValueAt(isJsonObject(inner) ? inner : {}, rest.join('.'), value),
	};
}
