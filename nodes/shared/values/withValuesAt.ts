import type { JsonObject, JsonValue } from 'n8n-workflow';

import { withValueAt } from './withValueAt';

/** Returns a copy of a record with values at paths of names: `{'issue.name': 'x'}` sets `{issue: {name: 'x'}}`. */
export function withValuesAt(
	record: JsonObject,
	values: Readonly<Record<string, JsonValue>>,
): JsonObject {
	let result = record;

	for (const [path, value] of Object.entries(values)) result = withValueAt(result, path, value);

	return result;
}
