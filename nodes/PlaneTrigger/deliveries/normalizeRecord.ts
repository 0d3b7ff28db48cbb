import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readId } from '../../shared/events/event';
import { noneTextToNull } from '../../shared/events/noneText';
import { isJsonObject } from '../../shared/values/json';

/** Fields that are not references to records of Plane, although their names end in `_id`. */
const NOT_REFERENCES = new Set(['external_id', 'sequence_id']);

/**
 * Turns the name of a field in version 2 into its name in version 1 and the REST interface: `state_id` →
 * `state`, `label_ids` → `labels` (row 101).
 */
function toV1Name(name: string): string {
	if (NOT_REFERENCES.has(name)) return name;

	return name.replace(/(?<=.)_ids$/, 's').replace(/(?<=.)_id$/, '');
}

/** Gives a record the field names of version 1, and turns the text `None` into null (row 100). */
export function normalizeRecord(row: JsonObject): JsonObject {
	const fields = Object.entries(row).map(
		([name, value]) => [name, noneTextToNull(name, value ?? null)] as const,
	);
	const renamed = fields.map(([name, value]) => [toV1Name(name), value] as const);
	// If a server sends both a record and its ID, the record, which comes last here, wins.
	const notRenamed = fields.filter(([name]) => toV1Name(name) === name);

	return Object.fromEntries<JsonValue>([...renamed, ...notRenamed]);
}

/**
 * Turns the state, assignees and labels of a work item into records, as the Polling Trigger returns them:
 * version 2 only sends their IDs.
 *
 * @param row as `normalizeRecord` returns it
 */
export function normalizeWorkItem(row: JsonObject): JsonObject {
	const workItem = { ...row };
	if (workItem.state !== undefined) workItem.state = toRecord(workItem.state);

	for (const name of ['assignees', 'labels']) {
		const references = workItem[name];
		if (Array.isArray(references)) {
			workItem[name] = uniqueById(references.map(toRecord));
		}
	}

	return workItem;
}

/** Turns an ID into a record that only has this ID. */
const toRecord = (reference: JsonValue): JsonValue =>
	typeof reference === 'string' && reference !== '' ? { id: reference } : reference;

/** Removes duplicates, which old servers send (row 108). */
function uniqueById(references: readonly JsonValue[]): JsonValue[] {
	const byId = new Map(references.map((reference) => [readId(reference) ?? reference, reference]));

	return [...byId.values()];
}

/**
 * Whether the assignees and labels of a work item may include former ones: old servers send them, and
 * then some entries are there more than once (row 108).
 *
 * @param row as it was sent
 */
export const mayIncludeFormerAssignees = (row: JsonObject): boolean =>
	['assignees', 'labels'].some((name) => {
		const references = row[name];

		return Array.isArray(references) && uniqueById(references).length < references.length;
	});

/** Reads a record within another one, e.g. the comment within its work item; undefined if there is none. */
export const readNestedRecord = (row: JsonObject, name: string): JsonObject | undefined => {
	const inner = row[name];

	return isJsonObject(inner) ? inner : undefined;
};
