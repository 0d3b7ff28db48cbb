import type { JsonObject, JsonValue } from 'n8n-workflow';

import { findNamesake } from '../../../shared/fields/findNamesake';
import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import { isEmpty } from '../../../shared/fields/valueChecks';
import type { Call } from '../../../shared/model/call';
import type { NewRecords } from '../../../shared/operations/operation';
import { isProblem, type Problem, refused } from '../../../shared/result/problem';
import { quote } from '../../../shared/text/quote';
import type { Execution } from '../Execution';
import { createRecord } from './createRecord';
import { listOf } from './recordRequest';
import { savedRecords, toSaved, type WriteResult } from './WriteResult';

/**
 * Creates those of several records that their list does not have yet: servers would add the others a second time
 * (row 467). A record without a position gets one behind those that are there, or that come before it.
 *
 * @returns all of them, those that were there first
 */
export async function createMissing(
	call: Call<'create'>,
	newRecords: NewRecords,
	execution: Execution,
): Promise<WriteResult> {
	const { listSource } = execution;
	const list = await listSource.read(listOf(call));
	if (isProblem(list)) return list;

	const { field, nameField, positionField } = newRecords;
	const existing: JsonObject[] = [];
	const missing: JsonObject[] = [];

	for (const row of toRows(call.body[field])) {
		const stored = findNamesake(list.rows, row, nameField);
		const difference = stored && refuseDifference(row, stored, newRecords);
		if (difference !== undefined) return difference;

		if (stored === undefined) missing.push(row);
		else existing.push(stored);
	}

	const found = toSaved(existing, 'used');
	if (missing.length === 0) return savedRecords(found);

	const created = await createRecord(
		{
			...call,
			body: { ...call.body, [field]: addPositions(missing, list.rows, positionField) },
		},
		execution,
	);

	listSource.markOutdated(listOf(call));

	return isProblem(created) ? created : { ...created, records: [...found, ...created.records] };
}

/** Refuses a value that only an update would save. */
function refuseDifference(
	row: JsonObject,
	stored: JsonObject,
	{ nameField, changeableFields, updateOperation }: NewRecords,
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
