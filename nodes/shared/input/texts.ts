import type { JsonObject } from 'n8n-workflow';

import { asText } from '../fields/text';

/** Values as they stand in a path or a query: a list is separated by commas; an empty one is left out. */
export function textsOf(values: JsonObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).flatMap(([wire, value]) => {
			const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
			return text === undefined || text === '' ? [] : [[wire, text]];
		}),
	);
}
