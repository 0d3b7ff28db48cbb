import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, readId } from '../../shared/events/event';
import { foldName } from '../../shared/fields/foldName';
import { isJsonObject } from '../../shared/fields/json';
import { firstText } from '../../shared/rows/firstText';
import { momentIn } from '../../shared/pagination/Completeness';
import {
	type Delivery,
	deliveryFrom,
	type Fingerprint,
	isNothing,
	recordId,
	workItemOf,
} from './delivery';
import { type FieldChange, fieldChange, isVisibleField, isStoredAsBefore } from './fieldChange';
import { mayHaveFormerPeople, normalizeRecord } from './normalizeRecord';

/** What both triggers call what version 1 names otherwise (row 41). */
const EVENTS = new Map(
	Object.entries({
		issue: 'workItem',
		issue_comment: 'workItemComment',
	}),
);

/** Older servers spell the actions otherwise (row 41). */
const ACTIONS = new Map(
	Object.entries({
		create: 'created',
		update: 'updated',
		delete: 'deleted',
	}),
);

/** The field of an activity, by the name that the server has for it, and its values. */
interface SentChange {
	readonly name: string;
	readonly old: JsonValue;
	readonly new: JsonValue;
}

/**
 * Reads a delivery of version 1: `{event: 'issue', action: 'updated', data, activity: {field, old_value,
 * new_value, actor}}` (row 41).
 *
 * @returns undefined if it is no delivery of Plane
 */
export function readFirstForm(body: JsonObject): Delivery | undefined {
	const { data } = body;
	const sentEvent = firstText(body, 'event');
	const sentAction = firstText(body, 'action');
	if (sentEvent === '' || sentAction === '' || !isJsonObject(data)) return undefined;

	const event = EVENTS.get(sentEvent) ?? sentEvent;
	const activity = isJsonObject(body.activity) ? body.activity : {};
	const record = normalizeRecord(data);
	const change = readChange(activity, data);
	const action = actionOf(event, ACTIONS.get(sentAction) ?? sentAction, change, data);
	const fields = action === 'updated' ? fieldsOf(change, data) : {};

	return deliveryFrom({
		version: 1,
		event,
		action,
		actor: activity.actor ?? doerOf(action, record),
		workspaceId: body.workspace_id,
		record,
		workItem: event === 'workItem' ? null : workItemOf(record),
		fields,
		isUnchanged: isNothing(action, change === undefined ? 0 : 1, fields),
		mayHaveFormerPeople: event === 'workItem' && mayHaveFormerPeople(data),
		fingerprint: fingerprintOf(event, action, data, fields),
	});
}

/** The change that an activity reports; undefined if it reports none. */
function readChange(activity: JsonObject, data: JsonObject): SentChange | undefined {
	const name = firstText(activity, 'field');
	if (name === '') return undefined;

	return {
		name,
		old: valueIn(activity, 'old'),
		new: stateIdOf(name, valueIn(activity, 'new'), data.state),
	};
}

/** A value of an activity: the ID if it has one. */
function valueIn(activity: JsonObject, side: 'old' | 'new'): JsonValue {
	const id = activity[`${side}_identifier`];

	return typeof id === 'string' && id !== '' ? id : (activity[`${side}_value`] ?? null);
}

/** The ID of a state that is given by its name, as old servers do, if it is the one of the record. */
function stateIdOf(name: string, value: JsonValue, state: JsonValue | undefined): JsonValue {
	if (canonicalFieldName(name) !== 'state' || typeof value !== 'string' || !isJsonObject(state))
		return value;

	return foldName(firstText(state, 'name')) === foldName(value) ? (readId(state) ?? value) : value;
}

/**
 * What was done. Old servers say "created" of a work item that something was added to, and "deleted" of
 * one that something was taken off (row 106), and archiving is an update of one field (row 109).
 */
function actionOf(
	event: string,
	action: string,
	change: SentChange | undefined,
	data: JsonObject,
): string {
	if (event !== 'workItem' || change === undefined) return action;

	if (change.name === 'archived_at') {
		const archivedAt = 'archived_at' in data ? data.archived_at : change.new;

		return archivedAt === null || archivedAt === 'restore' ? 'updated' : 'archived';
	}

	const isWholeWorkItem = action === 'deleted' && change.name === 'issue';

	return isWholeWorkItem ? 'deleted' : 'updated';
}

/** The field that changed, by the name that both triggers have for it. */
function fieldsOf(
	sent: SentChange | undefined,
	data: JsonObject,
): Readonly<Record<string, FieldChange>> {
	if (sent === undefined || !isVisibleField(sent.name)) return {};
	if (isStoredAsBefore(sent.name, sent.old, sent.new, data)) return {};

	const change = fieldChange(sent.name, sent.old, sent.new);

	return change === undefined ? {} : Object.fromEntries([[canonicalFieldName(sent.name), change]]);
}

/** Who did it, if the delivery itself does not say: null if the record does not, either. */
const doerOf = (action: string, record: JsonObject): JsonValue | undefined =>
	action === 'created' ? (record.created_by ?? record.updated_by) : record.updated_by;

/**
 * One change can be sent twice: with another `updated_at`, and once with names and once with IDs for the
 * values before it (row 107). So the value before it does not count.
 */
function fingerprintOf(
	event: string,
	action: string,
	data: JsonObject,
	fields: Readonly<Record<string, FieldChange>>,
): Fingerprint {
	const at = momentIn(data.updated_at) ?? null;
	const [field] = Object.entries(fields);
	const isUpdate = action === 'updated';
	// A field of which no value is said, and an update that does not say what has changed, may come again.
	const isSaid = field !== undefined && !isBlank(field[1]);
	const what = isUpdate && !isSaid ? [data] : [valueAfter(field?.[1])];

	return {
		subject: [event, recordId(data), field?.[0] ?? ''],
		what: [action, ...what],
		at,
		isSingular: !isUpdate || isSaid,
	};
}

const isBlank = (change: FieldChange): boolean =>
	JSON.stringify([change.old, change.new].flat()) === '[null,null]' ||
	[change.old, change.new].flat().length === 0;

/** What a field is after a change; of a list, what came and went. */
const valueAfter = (change: FieldChange | undefined): JsonValue => {
	if (change === undefined) return null;

	return Array.isArray(change.new) ? [change.old, change.new] : change.new;
};
