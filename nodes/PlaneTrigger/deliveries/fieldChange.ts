import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, difference, isListField, readId } from '../../shared/events/event';
import { noneTextToNull } from '../../shared/events/noneText';
import { isJsonObject } from '../../shared/values/json';
import { parseInstant } from '../../shared/values/instant';
import { isSameJson } from '../../shared/values/sameValue';

/** Old and new value of a field; for lists, the removed and the added entries. */
export interface FieldChange {
	readonly old: JsonValue;
	readonly new: JsonValue;
}

/** A change as the server sent it. */
export interface SentChange extends FieldChange {
	/** The server's name of the field, e.g. `assignee_ids`. */
	readonly name: string;
}

/** Fields that change along with others, or whose changes people cannot see (row 105). */
const INVISIBLE_FIELDS = new Set([
	'updated_at',
	'updated_by',
	'updated_by_id',
	'last_activity_at',
	'sort_order',
	'completed_at',
	'description_binary',
	'progress_snapshot',
	'view_props',
	'version',
]);

/**
 * Whether people can see that a field changes.
 *
 * @param name the server's name of the field
 */
export const isVisibleField = (name: string): boolean => !INVISIBLE_FIELDS.has(name);

/**
 * Compares the values of a field.
 *
 * @returns undefined if both are the same, such as a list in another order (row 110)
 */
export function toFieldChange(sentChange: SentChange): FieldChange | undefined {
	const { name, old, new: now } = sentChange;
	const isList = isListField(canonicalFieldName(name));

	// Old servers do not always send the values, e.g. not the values of a removed file (row 106).
	if (old === null && now === null) {
		return isList ? { old: [], new: [] } : { old: null, new: null };
	}

	// Servers may send a single record that was added to a list, or removed from it.
	if (isList || Array.isArray(old) || Array.isArray(now)) {
		const before = toEntries(name, old);
		const after = toEntries(name, now);
		const removed = difference(before, after);
		const added = difference(after, before);

		return removed.length + added.length === 0 ? undefined : { old: removed, new: added };
	}

	const change = { old: toOutputValue(name, old), new: toOutputValue(name, now) };

	return isSameJson(change.old, change.new) ? undefined : change;
}

const toEntries = (name: string, value: JsonValue): JsonValue[] =>
	[value]
		.flat()
		.map((entry) => toOutputValue(name, entry))
		.filter((entry) => entry !== null);

/** Replaces a record by its ID, and an empty value by null. */
function toOutputValue(name: string, value: JsonValue): JsonValue {
	if (value === '') return null;

	return isJsonObject(value) ? (readId(value) ?? value) : noneTextToNull(name, value);
}

/** Fields that are stored as HTML, by their names in version 1. */
const HTML_FIELDS = new Set(['description_html', 'comment_html']);

/**
 * Whether the stored value is the same as before the change. Version 1 compares what was sent with what
 * was stored, so it reports a change if only the form differs: the server stores HTML inside one element,
 * and some days as instants (row 110).
 *
 * @param record as it was stored by the change
 */
export function isStoredUnchanged(sentChange: SentChange, record: JsonObject): boolean {
	const { name, old, new: now } = sentChange;
	const stored = record[name];
	if (typeof old !== 'string' || typeof now !== 'string' || typeof stored !== 'string') {
		return false;
	}
	if (HTML_FIELDS.has(name)) return old === stored;

	const isDayStoredAsInstant = /^\d{4}-\d\d-\d\d$/.test(now) && old.length > now.length;
	const before = parseInstant(old);

	return isDayStoredAsInstant && before !== undefined && before === parseInstant(stored);
}
