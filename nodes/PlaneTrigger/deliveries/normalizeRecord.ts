import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readId } from '../../shared/events/event';
import { noneTextToNull } from '../../shared/events/noneText';
import { isJsonObject } from '../../shared/fields/json';

/** Fields whose names end in `_id` although they refer to no record of Plane. */
const NOT_REFERENCES = new Set(['external_id', 'sequence_id']);

/**
 * The name that version 1 of the webhooks and the REST interface have for a field of version 2:
 * `state_id` → `state`, `label_ids` → `labels` (row 101).
 */
function commonName(name: string): string {
	if (NOT_REFERENCES.has(name)) return name;

	return name.replace(/(?<=.)_ids$/, 's').replace(/(?<=.)_id$/, '');
}

/** A record of a delivery with the names of version 1, and null in the place of the text `None` (row 100). */
export function normalizeRecord(row: JsonObject): JsonObject {
	const fields = Object.entries(row).map(
		([name, value]) => [name, noneTextToNull(name, value ?? null)] as const,
	);
	const renamed = fields.map(([name, value]) => [commonName(name), value] as const);
	// A server that sends a record beside its ID has the last word with the record.
	const kept = fields.filter(([name]) => commonName(name) === name);

	return Object.fromEntries<JsonValue>([...renamed, ...kept]);
}

/** A reference as a record: of an ID, that is all. */
const recordOf = (reference: JsonValue): JsonValue =>
	typeof reference === 'string' && reference !== '' ? { id: reference } : reference;

/** These records, each once: old servers send some several times (row 108). */
function withoutDoubles(references: readonly JsonValue[]): JsonValue[] {
	const byId = new Map(references.map((reference) => [readId(reference) ?? reference, reference]));

	return [...byId.values()];
}

/**
 * A work item of a delivery as the Polling Trigger has it: with state, assignees and labels as records,
 * which version 2 gives by their IDs alone.
 *
 * @param row as `normalizeRecord` returns it
 */
export function normalizeWorkItem(row: JsonObject): JsonObject {
	const workItem = { ...row };
	if (workItem.state !== undefined) workItem.state = recordOf(workItem.state);

	for (const name of ['assignees', 'labels']) {
		const references = workItem[name];
		if (Array.isArray(references)) {
			workItem[name] = withoutDoubles(references.map(recordOf));
		}
	}

	return workItem;
}

/**
 * Whether the people and labels of a work item may be those that it has ever had, as old servers send
 * them: then some are there several times (row 108).
 *
 * @param row as it was sent
 */
export const mayHaveFormerPeople = (row: JsonObject): boolean =>
	['assignees', 'labels'].some((name) => {
		const references = row[name];

		return Array.isArray(references) && withoutDoubles(references).length < references.length;
	});

/** The record within another one, e.g. the comment within its work item; undefined if there is none. */
export const recordWithin = (row: JsonObject, name: string): JsonObject | undefined => {
	const inner = row[name];

	return isJsonObject(inner) ? inner : undefined;
};
