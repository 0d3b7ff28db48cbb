import type { JsonObject } from 'n8n-workflow';

/** Copies only these fields of a record. Fields that it does not have stay missing. */
export function pickFields<Value>(
	record: Readonly<Record<string, Value | undefined>>,
	fields: readonly string[],
): Record<string, Value> {
	const part: Record<string, Value> = {};

	for (const name of fields) {
		const value = Object.hasOwn(record, name) ? record[name] : undefined;
		if (value !== undefined) part[name] = value;
	}

	return part;
}

/** A simplified record with the other fields of the record behind its own. */
export const withOtherFields = (card: JsonObject, record: JsonObject): JsonObject => ({
	...card,
	...record,
	...card,
});
