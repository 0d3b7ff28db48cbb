import type { JsonObject, JsonValue } from 'n8n-workflow';

import { matchesAnyName } from './filters';

/** The change of one field. */
interface FieldChange {
	/** The new value; for a list, the added entries. */
	readonly new: JsonValue;
	/** What people read for the new value, if it is known; a list if `new` is one. */
	readonly newName?: JsonValue;
}

/** The fields of a work item that changed at once. For a new work item, its initial values. */
export interface FieldChanges {
	readonly action: string;
	readonly fields: Readonly<Record<string, FieldChange>>;
}

/** Which changes of work items start the workflow. */
export interface ChangeFilter {
	readonly events: readonly string[];
	/** Names or IDs. If empty, changes to any state match. */
	readonly toStates: readonly string[];
	/** Names or IDs. If empty, assignments to anyone match. */
	readonly assignedTo: readonly string[];
	readonly fields: readonly string[];
}

/** Why a change starts the workflow: because of one field, or as a whole if `field` is null. */
export interface Match {
	readonly field: string | null;
}

/** A match of the whole record. */
const WHOLE_RECORD: Match = { field: null };

/**
 * Decides whether a change starts the workflow.
 *
 * @param workItem as it is after the change
 * @returns the first field that matches, or undefined if the change does not start the workflow
 */
export function matchChange(
	filter: ChangeFilter,
	{ action, fields }: FieldChanges,
	workItem: JsonObject,
): Match | undefined {
	const isNew = action === 'created';
	const changes = Object.entries(fields);
	if (isNew && filter.events.includes('work_item_created')) return WHOLE_RECORD;

	// Older servers do not say what has changed.
	if (!isNew && changes.length === 0) {
		return filter.events.includes('work_item_updated') ? WHOLE_RECORD : undefined;
	}

	const match = changes.find(
		([name, change]) =>
			isMatchingAssignment(filter, name, change, workItem) ||
			(!isNew && isMatchingUpdate(filter, name, change, workItem)),
	);

	return match && { field: match[0] };
}

/** Whether the work item was assigned to one of the users of the filter. */
function isMatchingAssignment(
	{ events, assignedTo }: ChangeFilter,
	name: string,
	{ new: added, newName = null }: FieldChange,
	workItem: JsonObject,
): boolean {
	if (name !== 'assignees' || !events.includes('work_item_assigned')) return false;
	if (!isNonEmptyArray(added)) return false;
	if (assignedTo.length === 0) return true;

	const addedIds = added.filter((entry) => typeof entry === 'string');
	const assignees = [workItem.assignees ?? []].flat();
	const newAssignees = assignees.filter((person) => matchesAnyName(person, addedIds));

	return matchesAnyName([...added, newName, ...newAssignees], assignedTo);
}

/** Whether an existing work item was changed in a way that the filter asks for. */
function isMatchingUpdate(
	filter: ChangeFilter,
	name: string,
	change: FieldChange,
	workItem: JsonObject,
): boolean {
	const { events, fields } = filter;
	if (events.includes('work_item_updated')) return true;
	if (events.includes('field_changed') && fields.includes(name)) return true;

	return name === 'state' && isMatchingStateChange(filter, change, workItem);
}

function isMatchingStateChange(
	{ events, toStates }: ChangeFilter,
	{ new: stateId, newName = null }: FieldChange,
	workItem: JsonObject,
): boolean {
	if (!events.includes('work_item_state_changed')) return false;
	if (toStates.length === 0) return true;

	// The work item may have moved on to another state, whose name does not count.
	const state = recordWithId(workItem.state, stateId);

	return matchesAnyName([stateId, newName, state], toStates);
}

const isNonEmptyArray = (value: JsonValue): value is JsonValue[] =>
	Array.isArray(value) && value.length > 0;

/** The embedded record, or null if it has another ID. */
const recordWithId = (record: JsonValue | undefined, id: JsonValue): JsonValue =>
	record !== undefined && typeof id === 'string' && matchesAnyName(record, [id]) ? record : null;
