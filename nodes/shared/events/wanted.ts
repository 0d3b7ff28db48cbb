import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isCalled } from './filters';

/** A change of one field, or of several, of a work item; of a new one, what it has from the start. */
export interface FieldChanges {
	readonly action: string;
	readonly fields: Readonly<
		Record<string, { readonly new: JsonValue; readonly called?: readonly string[] }>
	>;
}

/** Which changes of work items start the workflow. */
export interface ChangeFilter {
	readonly events: readonly string[];
	/** Names or IDs; none: any. */
	readonly toStates: readonly string[];
	readonly assignedTo: readonly string[];
	readonly fields: readonly string[];
}

/**
 * The field by which a change is wanted; null: it is as a whole; undefined: it is not.
 *
 * @param workItem as it is after the change
 */
export function wantedField(
	{ events, toStates, assignedTo, fields: wanted }: ChangeFilter,
	{ action, fields }: FieldChanges,
	workItem: JsonObject,
): string | null | undefined {
	const wants = (event: string) => events.includes(event);
	const isNew = action === 'created';
	if (isNew && wants('work_item_created')) return null;

	// Older servers do not tell what has changed.
	if (!isNew && Object.keys(fields).length === 0) {
		return wants('work_item_updated') ? null : undefined;
	}

	return Object.entries(fields).find(([name, { new: now, called = [] }]) => {
		if (name === 'assignees' && wants('work_item_assigned') && isFilled(now)) {
			const people = [workItem.assignees ?? []].flat();
			const given = people.filter((person) => isCalled(person, textsOf(now)));
			if (assignedTo.length === 0 || isCalled([...now, ...called, ...given], assignedTo))
				return true;
		}
		if (isNew) return false;

		if (name === 'state' && wants('work_item_state_changed')) {
			const names = [now, ...called, asMeant(workItem.state, now)];
			if (toStates.length === 0 || isCalled(names, toStates)) return true;
		}

		return wants('work_item_updated') || (wants('field_changed') && wanted.includes(name));
	})?.[0];
}

const textsOf = (values: readonly JsonValue[]): string[] =>
	values.filter((value) => typeof value === 'string');

const isFilled = (value: JsonValue): value is JsonValue[] =>
	Array.isArray(value) && value.length > 0;

/** The record as it stands there, if it is the one with this ID. */
const asMeant = (record: JsonValue | undefined, id: JsonValue): JsonValue =>
	record !== undefined && typeof id === 'string' && isCalled(record, [id]) ? record : null;
