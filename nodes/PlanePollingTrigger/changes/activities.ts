import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, isListField, readId } from '../../shared/events/event';
import { describeValue, type NamedChange, type NamedChanges } from '../../shared/events/names';
import { activityNoneToNull } from '../../shared/events/noneText';
import { readFirstText } from '../../shared/values/readFirstText';

/** A change of one field, or of several, that one user made to a work item at one moment. */
export interface Change {
	readonly action: 'created' | 'updated';
	/** By field name; empty for a new record. */
	readonly fields: NamedChanges;
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

/** A value in an activity, and what people read for it. */
interface NamedValue {
	readonly value: JsonValue;
	readonly name: JsonValue;
}

/** Reads which fields activities change. */
function readFields(rows: readonly JsonObject[]): NamedChanges {
	const rowsByField = new Map<string, JsonObject[]>();

	for (const row of rows) {
		const field = canonicalFieldName(readFirstText(row, 'field'));

		rowsByField.set(field, [...(rowsByField.get(field) ?? []), row]);
	}

	const fields = new Map<string, NamedChange>();

	for (const [field, rowsOfField] of rowsByField) {
		const change = isListField(field) ? readListChange(rowsOfField) : readValueChange(rowsOfField);
		if (change !== undefined) fields.set(field, change);
	}

	return Object.fromEntries(fields);
}

/** What was removed from a list and added to it, or undefined if it has the same records as before. */
function readListChange(rows: readonly JsonObject[]): NamedChange | undefined {
	const { removed, added } = readNetChange(rows, isRecord);
	if (removed.length === 0 && added.length === 0) return undefined;

	return {
		old: removed.map(({ value }) => value),
		new: added.map(({ value }) => value),
		oldName: removed.map(({ name }) => name),
		newName: added.map(({ name }) => name),
	};
}

/** How a single value changed, or undefined if several activities lead back to the value before them. */
function readValueChange(rows: readonly JsonObject[]): NamedChange | undefined {
	const [first = {}] = rows;
	const { removed, added } = readNetChange(rows, () => true);
	const isUnchanged = removed.length === 0 && added.length === 0;
	if (isUnchanged && rows.length > 1) return undefined;

	const before = removed[0] ?? readValue(first, 'old');
	const after = added.at(-1) ?? readValue(first, 'new');

	return {
		old: before.value,
		new: after.value,
		oldName: before.name,
		newName: after.name,
	};
}

const NO_VALUE: NamedValue = { value: null, name: null };

const isRecord = ({ value }: NamedValue): boolean => value !== null;

/** The values that were there only before some activities, and the values that were there only after them. */
interface NetChange {
	readonly removed: readonly NamedValue[];
	readonly added: readonly NamedValue[];
}

/**
 * Combines activities of one field. Each addition of a value cancels a removal of the same value, whichever
 * of them was written first: two workers may write two changes of one second in either order.
 *
 * @param isCounted whether a value counts; an activity of a list that only adds a record has no old value
 */
function readNetChange(
	rows: readonly JsonObject[],
	isCounted: (value: NamedValue) => boolean,
): NetChange {
	const removed = rows.map((row) => readValue(row, 'old')).filter(isCounted);
	const added: NamedValue[] = [];

	for (const addition of rows.map((row) => readValue(row, 'new')).filter(isCounted)) {
		const index = removed.findIndex(({ value }) => value === addition.value);

		if (index >= 0) {
			removed.splice(index, 1);
		} else {
			added.push(addition);
		}
	}

	return { removed: uniqueValues(removed), added: uniqueValues(added) };
}

/** Plane records the same addition again if a work item is added to the cycle that it is in (row 81). */
const uniqueValues = (values: readonly NamedValue[]): readonly NamedValue[] =>
	values.filter(({ value }, index) => values.findIndex((other) => other.value === value) === index);

/** The old or new value of an activity: the ID if there is one, otherwise the text. */
function readValue(row: JsonObject, side: 'old' | 'new'): NamedValue {
	const field = canonicalFieldName(readFirstText(row, 'field'));
	const id = row[`${side}_identifier`];
	const sent = row[`${side}_value`];
	const hasId = typeof id === 'string' && id !== '' && id !== 'None';
	// With an ID beside it, even "None" is a name.
	if (hasId) return { value: id, name: sent === undefined || sent === '' ? null : sent };
	if (sent === undefined || sent === '') return NO_VALUE;

	const value = activityNoneToNull(field, sent);

	return { value, name: describeValue(field, value) };
}
