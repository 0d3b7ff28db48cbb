import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import type { WorkItemReference } from './workItemReference';

/** Something that happened in Plane: one output item of either trigger. */
export interface PlaneEvent extends Partial<WorkItemReference> {
	/** The kind of record that it happened to, e.g. `workItem`. */
	readonly event: string;
	readonly action: string;
	/** The field that changed, e.g. `state`; null if the whole record was created or deleted. */
	readonly field: string | null;
	/** The value before the change: an ID if the field refers to a record; for a list, the removed IDs. */
	readonly oldValue: JsonValue;
	/** The value after the change, in the same form; for a list, the added IDs. */
	readonly newValue: JsonValue;
	/** What people read for `oldValue`, such as the name of a state; a list if `oldValue` is one. */
	readonly oldName: JsonValue;
	/** What people read for `newValue`, in the same form. */
	readonly newName: JsonValue;
	/** The user who did it: `{id, display_name, …}`. */
	readonly actor: JsonObject | null;
	readonly project: string | null;
	readonly workspaceId: string | null;
	/** The current record, or its last state if it was deleted. */
	readonly record: JsonObject;
	/** The old values of all fields that changed. */
	readonly previous: JsonObject;
	/** What people read for the values in `previous`. */
	readonly previousNames: JsonObject;
	/** When the trigger received it, in ISO 8601. */
	readonly receivedAt: string;
}

/**
 * Builds the output item of an event that was received now. Both triggers return the same columns in the same order: what
 * people read comes first.
 */
export const toEventItem = (event: Omit<PlaneEvent, 'receivedAt'>): JsonObject => ({
	event: event.event,
	action: event.action,
	key: event.key ?? null,
	url: event.url ?? null,
	workItem: event.workItem ?? null,
	field: event.field,
	oldName: event.oldName,
	newName: event.newName,
	oldValue: event.oldValue,
	newValue: event.newValue,
	actor: event.actor,
	project: event.project,
	workspaceId: event.workspaceId,
	record: event.record,
	previous: event.previous,
	previousNames: event.previousNames,
	receivedAt: new Date().toISOString(),
});

/** Names that servers use for a field, mapped to the one name that both triggers use (row 43). */
const FIELD_ALIASES = new Map(
	Object.entries({
		state_id: 'state',
		assignee_ids: 'assignees',
		label_ids: 'labels',
		parent_id: 'parent',
		type_id: 'type',
		module_ids: 'modules',
		cycle_id: 'cycles',
		description_html: 'description',
		description_json: 'description',
		description_stripped: 'description',
		comment_html: 'comment',
		comment_json: 'comment',
		comment_stripped: 'comment',
		point: 'estimate_point',
	}),
);

/** The name that both triggers use for a field, whatever the server calls it. */
export const canonicalFieldName = (name: string): string =>
	FIELD_ALIASES.get(name) ?? (name.startsWith('estimate_') ? 'estimate_point' : name);

/** Fields that hold several records. Servers report the records that were added or removed. */
const LIST_FIELDS = new Set(['assignees', 'labels', 'modules', 'cycles']);

/**
 * Whether a field holds several records.
 *
 * @param name as `canonicalFieldName` returns it
 */
export const isListField = (name: string): boolean => LIST_FIELDS.has(name);

/** Reads the ID of a record that was sent whole or as its ID; null if there is none. */
export function readId(value: JsonValue | undefined): string | null {
	const id = isJsonObject(value) ? value.id : value;

	return typeof id === 'string' && id !== '' ? id : null;
}

/** The user who did something, as a record: with only the ID if nothing else is known. */
export function toActor(user: JsonValue | undefined): JsonObject | null {
	if (isJsonObject(user)) return user;

	const id = readId(user);

	return id === null ? null : { id };
}

/** The entries of a list that another list lacks. Records are compared, and returned, as IDs. */
export function difference(list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] {
	const toComparable = (entry: JsonValue) => readId(entry) ?? entry;
	const excluded = new Set(other.map(toComparable));

	return list.map(toComparable).filter((entry) => !excluded.has(entry));
}

/** Reads the assignees of a work item: records or IDs, as the server sent them. */
export const readAssignees = (workItem: JsonObject): JsonValue[] =>
	[workItem.assignees ?? workItem.assignee_ids ?? []].flat();

/** Reads the IDs of the assignees of a work item. */
export const readAssigneeIds = (workItem: JsonObject): string[] =>
	readAssignees(workItem)
		.map(readId)
		.filter((id) => id !== null);
