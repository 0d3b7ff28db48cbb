import type { JsonObject } from 'n8n-workflow';

import { foldName } from './foldName';
import { asText } from './asText';

/**
 * Finds the row with the same name as another one, or returns undefined. The exact name beats the same one in another
 * case.
 *
 * @param nameField the field of all these rows that has the name
 */
export function findNamesake(
	rows: readonly JsonObject[],
	row: JsonObject,
	nameField: string,
): JsonObject | undefined {
	const readName = (other: JsonObject) => asText(other[nameField])?.trim().normalize();
	const name = readName(row);
	if (name === undefined) return undefined;

	return (
		rows.find((other) => readName(other) === name) ??
		rows.find((other) => foldName(readName(other) ?? '') === foldName(name))
	);
}
