import type { JsonObject, JsonValue } from 'n8n-workflow';

import { fieldName, idIn } from '../events/event';
import { textIn } from '../lists/picker';

/** The values of a field before and after, and what people read for the one after. */
interface ChangedField {
	readonly old: JsonValue;
	readonly new: JsonValue;
	readonly called: readonly string[];
}

/** What one user changed in one field, or in several, of one work item at one moment. */
export interface Change {
	readonly action: 'created' | 'updated';
	/** By the name of each field; nothing for a record that is new. */
	readonly fields: Readonly<Record<string, ChangedField>>;
	readonly actor: JsonValue;
	/** The rows that told of it. */
	readonly rows: readonly JsonObject[];
}

/** Fields that hold several records: each row tells of one that came or went. */
const LISTS = ['assignees', 'labels', 'modules', 'cycles'];

/** Whether a row tells that the work item was created. */
export const isCreation = ({ verb, field }: JsonObject): boolean =>
	verb === 'created' && field === null;

/** What belongs together: one user, one second by the clock of the server, and the same list. */
const groupOf = (row: JsonObject, isByEdit: boolean): string => {
	const { epoch, created_at: at } = row;
	const moment =
		typeof epoch === 'number' ? Math.floor(epoch) : textIn({ at: at ?? '' }, 'at').slice(0, 19);
	const what = isCreation(row) ? 'new' : 'old';
	const name = fieldName(textIn(row, 'field'));
	const own = LISTS.includes(name) ? [name] : [name, textIn(row, 'id')];
	return JSON.stringify([idIn(row.actor), moment, what, ...(isByEdit ? [] : own)]);
};

/**
 * The changes that rows of the activities of one work item tell of, in their order (row 47).
 *
 * @param rows the oldest first
 * @param isByEdit whether all fields that were changed at one moment are one change
 */
export function changesIn(rows: readonly JsonObject[], isByEdit: boolean): Change[] {
	const groups = new Map<string, JsonObject[]>();
	for (const row of rows) {
		const group = groupOf(row, isByEdit);
		groups.set(group, [...(groups.get(group) ?? []), row]);
	}
	return [...groups.values()].map((group) => {
		const [first = {}] = group;
		const isNew = isCreation(first);
		const fields: Record<string, ChangedField> = {};
		for (const row of isNew ? [] : group) {
			const name = fieldName(textIn(row, 'field'));
			const [old, now] = [sideOf(row, 'old'), sideOf(row, 'new')];
			const before = fields[name];
			const called = [...(before?.called ?? []), textIn(row, 'new_value')];
			if (LISTS.includes(name)) {
				const all = (list: JsonValue | undefined, value: JsonValue) => [
					...(Array.isArray(list) ? list : []),
					...(value === null ? [] : [value]),
				];
				fields[name] = { old: all(before?.old, old), new: all(before?.new, now), called };
			} else fields[name] = { old: before === undefined ? old : before.old, new: now, called };
		}
		return {
			action: isNew ? 'created' : 'updated',
			fields,
			actor: first.actor ?? null,
			rows: group,
		};
	});
}

/** A value before or after: the ID, where the row has one beside what people read. */
function sideOf(row: JsonObject, side: 'old' | 'new'): JsonValue {
	const id = row[`${side}_identifier`];
	if (typeof id === 'string' && id !== '') return id;
	const value = row[`${side}_value`];
	return value === undefined || value === '' ? null : value;
}
