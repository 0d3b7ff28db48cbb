import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, readId, difference } from '../../shared/events/event';
import { noneTextToNull } from '../../shared/events/noneText';
import { isJsonObject } from '../../shared/fields/json';
import { momentIn } from '../../shared/pagination/Completeness';

/** The values of a field before and after; of a list, what was taken out of it and what was put in. */
export interface FieldChange {
	readonly old: JsonValue;
	readonly new: JsonValue;
}

/** Fields that hold several records, also where a server sends one that came or went. */
const LISTS = new Set(['assignees', 'labels', 'modules', 'cycles']);

/** Fields that change along with others, or without anybody seeing it (row 105). */
const NOT_SEEN = new Set([
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

/** Whether people see that a field changes, by the name that the server has for it. */
export const isVisibleField = (name: string): boolean => !NOT_SEEN.has(name);

/** A value as it goes out: of a record, its ID; nothing is null. */
function valueOf(name: string, value: JsonValue): JsonValue {
	if (value === '') return null;

	return isJsonObject(value) ? (readId(value) ?? value) : noneTextToNull(name, value);
}

const entriesOf = (name: string, value: JsonValue): JsonValue[] =>
	[value]
		.flat()
		.map((entry) => valueOf(name, entry))
		.filter((entry) => entry !== null);

const isSameJson = (one: JsonValue, other: JsonValue): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/**
 * What changed in a field, in the form of both triggers.
 *
 * @param name as the server has it, e.g. `assignee_ids`
 * @returns undefined if both values are the same, such as a list in another order (row 110)
 */
export function fieldChange(name: string, old: JsonValue, now: JsonValue): FieldChange | undefined {
	// Old servers do not always say what the values are, such as of a file that was removed (row 106).
	if (old === null && now === null) {
		return LISTS.has(canonicalFieldName(name)) ? { old: [], new: [] } : { old: null, new: null };
	}

	if (LISTS.has(canonicalFieldName(name)) || Array.isArray(old) || Array.isArray(now)) {
		const before = entriesOf(name, old);
		const after = entriesOf(name, now);
		const change = { old: difference(before, after), new: difference(after, before) };

		return change.old.length + change.new.length === 0 ? undefined : change;
	}

	const change = { old: valueOf(name, old), new: valueOf(name, now) };

	return isSameJson(change.old, change.new) ? undefined : change;
}

/** Texts that are kept as HTML, by the names of version 1. */
const HTML = new Set(['description_html', 'comment_html']);

/**
 * Whether a field is stored as it was before the change, so that nothing has changed: version 1 compares
 * what was sent with what was stored, and the server may store what was sent in another form, HTML
 * inside one element and a day as an instant (row 110).
 *
 * @param old before the change
 * @param now as it was sent
 * @param record as it was stored by the change
 */
export function isStoredAsBefore(
	name: string,
	old: JsonValue,
	now: JsonValue,
	record: JsonObject,
): boolean {
	const stored = record[name];
	if (typeof old !== 'string' || typeof now !== 'string' || typeof stored !== 'string')
		return false;
	if (HTML.has(name)) return old === stored;

	const isDay = /^\d{4}-\d\d-\d\d$/.test(now) && old.length > now.length;
	const before = momentIn(old);

	return isDay && before !== undefined && before === momentIn(stored);
}
