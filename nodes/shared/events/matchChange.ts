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

/** The events of work items that are created or changed: which of them it is depends on the fields that changed. */
export type WorkItemEvent =
	| 'workItemCreated'
	| 'workItemUpdated'
	| 'workItemStateChanged'
	| 'workItemAssigned'
	| 'fieldChanged';

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
	if (isNew && filter.events.includes('workItemCreated')) return WHOLE_RECORD;

	// Older servers do not say what has changed.
	if (!isNew && changes.length === 0) {
		return filter.events.includes('workItemUpdated') ? WHOLE_RECORD : undefined;
	}

	const matchers = Object.entries(MATCHERS)
		.filter(([event]) => filter.events.includes(event))
		.map(([, matches]) => matches);
	const match = changes.find(([name, change]) =>
		matchers.some((matches) => matches({ name, change, isNew, workItem }, filter)),
	);

	return match && { field: match[0] };
}

/** A field that changed, or that a new work item has a value for. */
interface ChangedField {
	readonly name: string;
	readonly change: FieldChange;
	readonly isNew: boolean;
	readonly workItem: JsonObject;
}

/** Whether the change of a field is an event, for each event that the user may choose. */
const MATCHERS: Readonly<
	Record<WorkItemEvent, (field: ChangedField, filter: ChangeFilter) => boolean>
> = {
	// It matches as a whole, whichever fields it has.
	workItemCreated: () => false,
	workItemUpdated: ({ isNew }) => !isNew,
	workItemStateChanged: (field, filter) =>
		!field.isNew && field.name === 'state' && isMatchingState(field, filter),
	// A new work item may have assignees.
	workItemAssigned: (field, filter) =>
		field.name === 'assignees' && isMatchingAssignment(field, filter),
	fieldChanged: ({ isNew, name }, { fields }) => !isNew && fields.includes(name),
};

/** Whether the work item was assigned to one of the users of the filter. */
function isMatchingAssignment(
	{ change: { new: added, newName = null }, workItem }: ChangedField,
	{ assignedTo }: ChangeFilter,
): boolean {
	if (!isNonEmptyArray(added)) return false;
	if (assignedTo.length === 0) return true;

	const addedIds = added.filter((entry) => typeof entry === 'string');
	const assignees = [workItem.assignees ?? []].flat();
	const newAssignees = assignees.filter((person) => matchesAnyName(person, addedIds));

	return matchesAnyName([...added, newName, ...newAssignees], assignedTo);
}

/** Whether the work item has moved to one of the states of the filter. */
function isMatchingState(
	{ change: { new: stateId, newName = null }, workItem }: ChangedField,
	{ toStates }: ChangeFilter,
): boolean {
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
