import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { WorkItemReference } from './workItemReference';

/** What happened in Plane, whichever way it was learned: one output item of a trigger. */
export interface PlaneEvent extends Partial<WorkItemReference> {
	/** What it happened to, e.g. `workItem`. */
	readonly event: string;
	readonly action: string;
	/** The field that changed, e.g. `state`; null where the whole record came or went. */
	readonly field: string | null;
	/** Before the change: an ID where the field refers to a record; of a list, the IDs taken out. */
	readonly oldValue: JsonValue;
	/** After the change, likewise; of a list, the IDs put in. */
	readonly newValue: JsonValue;
	/** The user who did it: `{id, display_name, …}`. */
	readonly actor: JsonObject | null;
	readonly projectId: string | null;
	readonly workspaceId: string | null;
	/** The record as it is now, or as it was in the end. */
	readonly record: JsonObject;
	/** The values that the change took away, by field. */
	readonly previous: JsonObject;
	/** When the trigger learned of it, in ISO 8601. */
	readonly receivedAt: string;
}

/** What servers call a field, by what it is called here (row 43). */
const FIELDS = new Map(
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

/** The one name of a field that servers call differently. */
export const fieldName = (name: string): string =>
	FIELDS.get(name) ?? (name.startsWith('estimate_') ? 'estimate_point' : name);

/** The ID of a record, or of one that stands there whole. */
export function idIn(value: JsonValue | undefined): string | null {
	const id = isJsonObject(value) ? value.id : value;

	return typeof id === 'string' && id !== '' ? id : null;
}

/** What is in one of two lists and not in the other, by IDs. */
export const lacking = (list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] => {
	const others = new Set(other.map((entry) => idIn(entry) ?? entry));

	return list.map((entry) => idIn(entry) ?? entry).filter((entry) => !others.has(entry));
};

/** Whom a work item is given to: their IDs. */
export function assigneesIn(workItem: JsonObject): string[] {
	const people = [workItem.assignees ?? workItem.assignee_ids ?? []].flat();

	return people.flatMap((person) => idIn(person) ?? []);
}
