import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, isListField, readId } from '../../shared/events/event';
import { describeValue, type NamedChange, type NamedChanges } from '../../shared/events/names';
import { activityNoneToNull } from '../../shared/events/noneText';
import { readFirstText } from '../../shared/rows/readFirstText';
import { parseInstant } from '../../shared/fields/dates/parseInstant';

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

/** A value in an activity, and what people read for it. */
interface NamedValue {
	readonly value: JsonValue;
	readonly name: JsonValue;
}

/** The values of a field before and after some activities; of a list, what was removed and added. */
interface FieldValues {
	readonly old: readonly NamedValue[];
	readonly new: readonly NamedValue[];
}

/** Reads which fields activities change. A list that ends up with the same records did not change. */
function readFields(rows: readonly JsonObject[]): NamedChanges {
	const fields = new Map<string, FieldValues>();

	for (const row of rows) {
		const field = canonicalFieldName(readFirstText(row, 'field'));
		const before = fields.get(field);

		fields.set(field, isListField(field) ? mergeIntoList(before, row) : mergeValues(before, row));
	}

	const changed = [...fields].filter(
		([field, values]) => !isListField(field) || values.old.length > 0 || values.new.length > 0,
	);

	return Object.fromEntries(
		changed.map(([field, values]) => [field, toNamedChange(values, isListField(field))]),
	);
}

function toNamedChange({ old, new: now }: FieldValues, isList: boolean): NamedChange {
	if (isList) {
		return {
			old: old.map(({ value }) => value),
			new: now.map(({ value }) => value),
			oldName: old.map(({ name }) => name),
			newName: now.map(({ name }) => name),
		};
	}

	const [before = NO_VALUE] = old;
	const [after = NO_VALUE] = now;

	return {
		old: before.value,
		new: after.value,
		oldName: before.name,
		newName: after.name,
	};
}

const NO_VALUE: NamedValue = { value: null, name: null };

/** The change of a single value, combined with what a later activity says about it. */
const mergeValues = (before: FieldValues | undefined, row: JsonObject): FieldValues => ({
	old: before === undefined ? [readValue(row, 'old')] : before.old,
	new: [readValue(row, 'new')],
});

/** The change of a list, combined with what a later activity says about it. */
function mergeIntoList(before: FieldValues | undefined, row: JsonObject): FieldValues {
	const removed = before?.old ?? [];
	const added = before?.new ?? [];
	const removal = readValue(row, 'old');
	const addition = readValue(row, 'new');
	const isAddition = ({ value }: NamedValue) => value === addition.value;

	// A record that was removed and added again is in the list as before.
	if (addition.value !== null && removed.some(isAddition)) {
		return { old: removed.filter((entry) => !isAddition(entry)), new: added };
	}

	return { old: withEntry(removed, removal), new: withEntry(added, addition) };
}

const withEntry = (list: readonly NamedValue[], entry: NamedValue): readonly NamedValue[] =>
	entry.value === null ? list : [...list, entry];

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
