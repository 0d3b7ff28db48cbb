import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isUuid } from '../values/textForms';
import { htmlToText } from '../operations/shared/simplifiers';
import { readFirstText } from '../values/readFirstText';

/** The old and the new value of a field, and what people read for them. */
export interface NamedChange {
	/** An ID if the field refers to a record; for a list, the removed IDs. */
	readonly old: JsonValue;
	/** In the same form; for a list, the added IDs. */
	readonly new: JsonValue;
	/** What people read for `old`: null if it is not known, and a list if `old` is one. */
	readonly oldName: JsonValue;
	/** What people read for `new`, in the same form. */
	readonly newName: JsonValue;
}

export type NamedChanges = Readonly<Record<string, NamedChange>>;

/** Fields that are stored as HTML, by canonical name. */
const HTML_FIELDS = new Set(['description', 'comment']);

/** The name that Plane shows for a record: the display name of a person, the name of anything else. */
export function readRecordName(record: JsonObject): string | null {
	const fullName = `${readFirstText(record, 'first_name')} ${readFirstText(record, 'last_name')}`;
	const name = readFirstText(record, 'display_name', 'name') || fullName.trim();

	return name || readFirstText(record, 'email') || null;
}

/**
 * What people read for a value that does not refer to a record: the text of a description, and any other
 * value as it is.
 *
 * @param field as `canonicalFieldName` returns it
 * @returns null for an ID, which nobody reads
 */
export function describeValue(field: string, value: JsonValue): JsonValue {
	if (typeof value !== 'string') return value;
	if (HTML_FIELDS.has(field)) return htmlToText(value);

	return isUuid(value) ? null : value;
}

/** The old values of fields, and what people read for them, as an event reports them. */
export function readPrevious(changes: NamedChanges): {
	readonly previous: JsonObject;
	readonly previousNames: JsonObject;
} {
	const entries = Object.entries(changes);

	return {
		previous: Object.fromEntries(entries.map(([field, change]) => [field, change.old])),
		previousNames: Object.fromEntries(entries.map(([field, change]) => [field, change.oldName])),
	};
}
