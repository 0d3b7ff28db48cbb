import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, isListField, readId } from '../../shared/events/event';
import { activityNoneToNull } from '../../shared/events/noneText';
import { readFirstText } from '../../shared/rows/readFirstText';
import { parseInstant } from '../../shared/fields/dates/parseInstant';

/** The old and new value of a field, and what people read for the new one. */
interface ChangedField {
	readonly old: JsonValue;
	readonly new: JsonValue;
	readonly displayNames: readonly string[];
}

type ChangedFields = Readonly<Record<string, ChangedField>>;

/** A change of one field, or of several, that one user made to a work item at one moment. */
export interface Change {
	readonly action: 'created' | 'updated';
	/** By field name; empty for a new record. */
	readonly fields: ChangedFields;
	readonly actor: JsonValue;
	/** The activities that show it. */
	readonly rows: readonly JsonObject[];
}

/** Whether an activity is the creation of its work item. */
export const isCreation = ({ verb, field }: JsonObject): boolean =>
	verb === 'created' && field === null;

/** Whether an activity is a change of the description. */
export const isDescription = ({ field }: JsonObject): boolean =>
	typeof field === 'string' && canonicalFieldName(field) === 'description';

/** When a record was created, in UNIX milliseconds by the server's clock; 0 if it does not say. */
export const writtenAt = ({ created_at }: JsonObject): number => parseInstant(created_at) ?? 0;

/**
 * Returns a key that all activities of one change share. They have the same user, the same second by the
 * server's clock and, unless changes are grouped by edit, the same field.
 */
function groupKey(row: JsonObject, groupsByEdit: boolean): string {
	const { epoch, created_at: createdAt } = row;
	const second =
		typeof epoch === 'number'
			? Math.floor(epoch)
			: readFirstText({ at: createdAt ?? '' }, 'at').slice(0, 19);
	const kind = isCreation(row) ? 'creation' : 'change';
	const key = [readId(row.actor), second, kind];
	if (groupsByEdit) return JSON.stringify(key);

	const field = canonicalFieldName(readFirstText(row, 'field'));
	// A changed list has an activity for each record that was added or removed; other fields have one.
	const change = isListField(field) ? [field] : [field, readFirstText(row, 'id')];

	return JSON.stringify([...key, ...change]);
}

/**
 * Turns the activities of one work item into changes, in order (row 47).
 *
 * @param rows oldest first
 * @param groupsByEdit whether all fields that were changed at one moment are one change
 */
export function changesIn(rows: readonly JsonObject[], groupsByEdit: boolean): Change[] {
	const groups = new Map<string, JsonObject[]>();

	for (const row of rows) {
		const key = groupKey(row, groupsByEdit);

		groups.set(key, [...(groups.get(key) ?? []), row]);
	}

	return [...groups.values()]
		.map(toChange)
		.filter(({ action, fields }) => action === 'created' || Object.keys(fields).length > 0);
}

function toChange(rows: readonly JsonObject[]): Change {
	const [first = {}] = rows;
	const isNew = isCreation(first);

	return {
		action: isNew ? 'created' : 'updated',
		fields: isNew ? {} : readFields(rows),
		actor: first.actor ?? null,
		rows,
	};
}

/** Reads which fields activities change. A list that ends up with the same records did not change. */
function readFields(rows: readonly JsonObject[]): ChangedFields {
	const fields: Record<string, ChangedField> = {};

	for (const row of rows) {
		const name = canonicalFieldName(readFirstText(row, 'field'));

		fields[name] = mergeActivity(fields[name], row, isListField(name));
	}

	const changed = Object.entries(fields).filter(
		([name, { old, new: added }]) =>
			!isListField(name) || toList(old).length > 0 || toList(added).length > 0,
	);

	return Object.fromEntries(changed);
}

/** The change of a field, combined with what another activity says about it. */
function mergeActivity(
	before: ChangedField | undefined,
	row: JsonObject,
	isList: boolean,
): ChangedField {
	const oldValue = readValue(row, 'old');
	const newValue = readValue(row, 'new');
	const displayNames = [...(before?.displayNames ?? []), readFirstText(row, 'new_value')];

	if (!isList) {
		return { old: before === undefined ? oldValue : before.old, new: newValue, displayNames };
	}

	const removed = toList(before?.old);
	const added = toList(before?.new);

	// A record that was removed and added again is in the list as before.
	if (newValue !== null && removed.includes(newValue)) {
		return { old: removed.filter((entry) => entry !== newValue), new: added, displayNames };
	}

	return { old: withEntry(removed, oldValue), new: withEntry(added, newValue), displayNames };
}

const toList = (list: JsonValue | undefined): JsonValue[] => (Array.isArray(list) ? list : []);

const withEntry = (list: readonly JsonValue[], value: JsonValue): JsonValue[] =>
	value === null ? [...list] : [...list, value];

/** The old or new value of an activity: the ID if there is one, otherwise the text. */
function readValue(row: JsonObject, side: 'old' | 'new'): JsonValue {
	const id = row[`${side}_identifier`];
	if (typeof id === 'string' && id !== '' && id !== 'None') return id;

	const value = row[`${side}_value`];
	if (value === undefined || value === '') return null;

	return activityNoneToNull(canonicalFieldName(readFirstText(row, 'field')), value);
}
