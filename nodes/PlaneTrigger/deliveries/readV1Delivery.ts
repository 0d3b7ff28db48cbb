import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, readId } from '../../shared/events/event';
import { foldName } from '../../shared/values/textForms';
import { isJsonObject } from '../../shared/values/json';
import { readFirstText } from '../../shared/values/readFirstText';
import { parseInstant } from '../../shared/values/instant';
import { buildDelivery, type Delivery, type Fingerprint, readWorkItem } from './delivery';
import {
	type FieldChange,
	isStoredUnchanged,
	isVisibleField,
	type SentChange,
	toFieldChange,
} from './fieldChange';
import { mayIncludeFormerAssignees, normalizeRecord } from './normalizeRecord';

/** Names of events in version 1 that differ from the names that the triggers use (row 41). */
const EVENTS = new Map(
	Object.entries({
		issue: 'workItem',
		issue_comment: 'workItemComment',
	}),
);

/** Names of actions on older servers (row 41). */
const ACTIONS = new Map(
	Object.entries({
		create: 'created',
		update: 'updated',
		delete: 'deleted',
	}),
);

/**
 * Reads a delivery of version 1: `{event: 'issue', action: 'updated', data, activity: {field, old_value,
 * new_value, actor}}` (row 41).
 *
 * @returns undefined if it is not a delivery of Plane
 */
export function readV1Delivery(body: JsonObject): Delivery | undefined {
	const { data } = body;
	const sentEvent = readFirstText(body, 'event');
	const sentAction = readFirstText(body, 'action');
	if (sentEvent === '' || sentAction === '' || !isJsonObject(data)) return undefined;

	const activity = isJsonObject(body.activity) ? body.activity : {};
	const change = readChange(activity, data);
	const event = EVENTS.get(sentEvent) ?? sentEvent;
	const action =
		event === 'workItem' && change !== undefined
			? readWorkItemAction(change, sentAction, data)
			: normalizeAction(sentAction);
	const record = normalizeRecord(data);
	const fields = action === 'updated' ? readFields(change, data) : {};

	return buildDelivery({
		version: 1,
		event,
		action,
		actor: activity.actor ?? readActor(action, record),
		workspaceId: body.workspace_id,
		record,
		workItem: event === 'workItem' ? null : readWorkItem(record),
		fields,
		sentNames: readNames(activity),
		sentChanges: change === undefined ? 0 : 1,
		mayIncludeFormerAssignees: event === 'workItem' && mayIncludeFormerAssignees(data),
		fingerprint: createFingerprint({ event, action, data, fields }),
	});
}

const normalizeAction = (action: string): string => ACTIONS.get(action) ?? action;

/** The change in an activity; undefined if it has none. */
function readChange(activity: JsonObject, data: JsonObject): SentChange | undefined {
	const name = readFirstText(activity, 'field');
	if (name === '') return undefined;

	const value = readActivityValue(activity, 'new');

	return {
		name,
		old: readActivityValue(activity, 'old'),
		new: canonicalFieldName(name) === 'state' ? resolveState(value, data.state) : value,
	};
}

/** The old or new value in an activity: its ID if there is one. */
function readActivityValue(activity: JsonObject, side: 'old' | 'new'): JsonValue {
	const id = activity[`${side}_identifier`];

	return typeof id === 'string' && id !== '' ? id : (activity[`${side}_value`] ?? null);
}

/** The names that an activity has beside IDs, by ID. */
function readNames(activity: JsonObject): Readonly<Record<string, string>> {
	const names: Record<string, string> = {};

	for (const side of ['old', 'new']) {
		const id = readFirstText(activity, `${side}_identifier`);
		const name = readFirstText(activity, `${side}_value`);
		if (id !== '' && name !== '' && id !== name) names[id] = name;
	}

	return names;
}

/** Replaces the name of a state, which old servers send, by its ID if it is the state of the record. */
function resolveState(value: JsonValue, state: JsonValue | undefined): JsonValue {
	if (typeof value !== 'string' || !isJsonObject(state)) return value;

	return foldName(readFirstText(state, 'name')) === foldName(value)
		? (readId(state) ?? value)
		: value;
}

/**
 * The action of a delivery that reports a change of a work item. Old servers send "created" if something
 * was added to a work item, and "deleted" if something was removed from it (row 106). Archiving is sent as
 * an update of one field (row 109).
 */
function readWorkItemAction(change: SentChange, sentAction: string, data: JsonObject): string {
	if (change.name === 'archived_at') {
		const archivedAt = 'archived_at' in data ? data.archived_at : change.new;

		return archivedAt === null || archivedAt === 'restore' ? 'updated' : 'archived';
	}

	const isWholeWorkItem = normalizeAction(sentAction) === 'deleted' && change.name === 'issue';

	return isWholeWorkItem ? 'deleted' : 'updated';
}

/** The field that changed, by its canonical name; none if people cannot see the change. */
function readFields(
	sentChange: SentChange | undefined,
	data: JsonObject,
): Readonly<Record<string, FieldChange>> {
	if (sentChange === undefined || !isVisibleField(sentChange.name)) return {};
	if (isStoredUnchanged(sentChange, data)) return {};

	const change = toFieldChange(sentChange);

	return change === undefined
		? {}
		: Object.fromEntries([[canonicalFieldName(sentChange.name), change]]);
}

/** The user who made the change, as far as the record says. */
const readActor = (action: string, record: JsonObject): JsonValue | undefined =>
	action === 'created' ? (record.created_by ?? record.updated_by) : record.updated_by;

/**
 * Creates the fingerprint of a delivery. Plane can send one change twice: with different `updated_at`, and
 * with the old value once as a name and once as an ID (row 107). So it does not contain the old value.
 */
function createFingerprint({
	event,
	action,
	data,
	fields,
}: {
	readonly event: string;
	readonly action: string;
	readonly data: JsonObject;
	readonly fields: Readonly<Record<string, FieldChange>>;
}): Fingerprint {
	const [field] = Object.keys(fields);
	const change = field === undefined ? undefined : fields[field];
	const isUpdate = action === 'updated';
	const hasValues = change !== undefined && !isWithoutValues(change);
	// Updates without values can follow each other, so only their whole records tell them apart.
	const newValue = isUpdate && !hasValues ? data : readNewValue(change);

	return {
		subject: [event, readFirstText(data, 'id'), field ?? ''],
		change: [action, newValue],
		updatedAt: parseInstant(data.updated_at) ?? null,
		recursOnlyAfterChange: !isUpdate || hasValues,
	};
}

const isWithoutValues = (change: FieldChange): boolean =>
	[change.old, change.new].flat().every((value) => value === null);

/** The new value of a field; for lists, the removed and the added entries. */
function readNewValue(change: FieldChange | undefined): JsonValue {
	if (change === undefined) return null;

	return Array.isArray(change.new) ? [change.old, change.new] : change.new;
}
