import type { JsonObject, JsonValue } from 'n8n-workflow';

import { indexNamesBy } from '../../../shared/values/indexNamesBy';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import { isEmpty } from '../../../shared/values/valueChecks';
import type { OnlyMissing } from '../../../shared/operations/bodyRules';
import { type Problem, refused, type Result } from '../../../shared/result/problem';
import { quote } from '../../../shared/text/quote';

/** The records of a create, by whether their list has them. */
interface SplitRows {
	/** As the list has them. */
	readonly existing: readonly JsonObject[];
	/** With their positions. */
	readonly missing: JsonObject[];
}

/**
 * Splits the records of one create into existing records, which servers would add a second time (row 467), and new
 * ones. A new record without a position is placed after all listed records, and after the new records before it.
 *
 * @param listed the rows of the list
 * @returns a Problem if an existing record has another value, which only an update would save
 */
export function splitRows(
	body: JsonObject,
	listed: readonly JsonObject[],
	rule: OnlyMissing,
): Result<SplitRows> {
	const { field, nameField, positionField } = rule;
	const names = indexNamesBy(listed, nameField);
	const existing: JsonObject[] = [];
	const missing: JsonObject[] = [];

	for (const row of toRows(body[field])) {
		const [stored] = names.find(asText(row[nameField]) ?? '');
		const difference = stored && refuseDifference(row, stored, rule);
		if (difference !== undefined) return difference;

		if (stored === undefined) missing.push(row);
		else existing.push(stored);
	}

	return { existing, missing: addPositions(missing, listed, positionField) };
}

/** Refuses a value that only an update would save. */
function refuseDifference(
	row: JsonObject,
	stored: JsonObject,
	{ nameField, changeableFields, updateOperation }: OnlyMissing,
): Problem | undefined {
	const name = changeableFields.find((wire) => {
		const sent = row[wire];

		return !isEmpty(sent) && asText(sent) !== asText(stored[wire]);
	});
	if (name === undefined) return undefined;

	return refused(
		`${quote(row[nameField])} exists already, with another ${name}`,
		`Leave out ${name}, or change it with ${updateOperation}.`,
	);
}

/** Adds the positions of new rows that have none. */
function addPositions(
	rows: readonly JsonObject[],
	stored: readonly JsonObject[],
	positionField: string,
): JsonObject[] {
	const readPosition = (row: JsonObject) => Number(row[positionField]) || 0;
	let highest = Math.max(0, ...stored.map(readPosition));

	return rows.map((row) => {
		const positioned = { ...row, [positionField]: row[positionField] ?? highest + 1 };

		highest = Math.max(highest, readPosition(positioned));

		return positioned;
	});
}

const toRows = (value: JsonValue | undefined): JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];
