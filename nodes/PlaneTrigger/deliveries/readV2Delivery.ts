import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, readId } from '../../shared/events/event';
import { readFirstText } from '../../shared/values/readFirstText';
import { buildDelivery, type Delivery, type Fingerprint, readWorkItem } from './delivery';
import { type FieldChange, isVisibleField, toFieldChange } from './fieldChange';
import { mayIncludeFormerAssignees, normalizeRecord, readNestedRecord } from './normalizeRecord';
import { parseEventName } from './parseEventName';

/** Records whose ID is `entity_id`. For all others, `entity_id` is the work item that they belong to. */
const ENTITIES = new Set(['workItem', 'cycle', 'module', 'project', 'page', 'milestone']);

/** Whether a body is a delivery of version 2. */
export const isV2Delivery = (body: JsonObject): boolean =>
	body.version === 'v2' || 'event_id' in body;

/**
 * Reads a delivery of version 2: `{version: 'v2', event: 'workitem.updated', event_id, entity_id, data,
 * previous_attributes}` (rows 46 and 100 to 105).
 *
 * @returns undefined if it is not a delivery of Plane
 */
export function readV2Delivery(body: JsonObject): Delivery | undefined {
	const eventName = parseEventName(readFirstText(body, 'event'));
	const isDeleted = eventName?.action === 'deleted';
	const data = readNestedRecord(body, 'data') ?? (isDeleted ? {} : undefined);
	if (eventName === undefined || data === undefined) return undefined;

	const { event, action } = eventName;
	const previous = readNestedRecord(body, 'previous_attributes') ?? {};
	// A deletion may have only the ID in its data.
	const hasOnlyId = isDeleted && Object.keys(data).length <= 1;
	const row = hasOnlyId ? { ...previous, ...data } : data;
	const sentRecord =
		event === 'workItemComment' ? unwrapComment(row, previous) : { record: row, previous };

	const record = normalizeRecord(withEntityId(event, sentRecord.record, body));
	const fields = action === 'updated' ? readFields(sentRecord.previous, sentRecord.record) : {};

	return buildDelivery({
		version: 2,
		event,
		action,
		actor: isDeleted ? undefined : readActor(event, action, record),
		workspaceId: body.workspace_id,
		record,
		workItem: ENTITIES.has(event) ? null : readWorkItem(record, sentRecord.workItemName),
		fields,
		sentNames: {},
		sentChanges: Object.keys(sentRecord.previous).length,
		mayIncludeFormerAssignees: event === 'workItem' && mayIncludeFormerAssignees(sentRecord.record),
		fingerprint: createFingerprint(body, event, action),
	});
}

/** A record as it was sent, without the work item around it. */
interface SentRecord {
	readonly record: JsonObject;
	/** The old values of the fields that changed. */
	readonly previous: JsonObject;
	/** The name of the work item that it belongs to. */
	readonly workItemName?: JsonValue;
}

/** Takes a comment out of the work item that it is sent within (row 102). */
function unwrapComment(row: JsonObject, previousRow: JsonObject): SentRecord {
	const previous = readNestedRecord(previousRow, 'comment') ?? previousRow;
	const comment = readNestedRecord(row, 'comment');
	if (comment === undefined) return { record: row, previous };

	const { id, name, project_id, workspace_id } = row;
	const record = {
		...(id !== undefined && { issue_id: id }),
		...(project_id !== undefined && { project_id }),
		...(workspace_id !== undefined && { workspace_id }),
		...comment,
	};

	return { record, previous, ...(name !== undefined && { workItemName: name }) };
}

/** Adds the ID of a record, or of its work item, if only the delivery around it has the ID. */
function withEntityId(event: string, record: JsonObject, { entity_id }: JsonObject): JsonObject {
	if (typeof entity_id !== 'string' || entity_id === '') return record;
	if (ENTITIES.has(event)) return 'id' in record ? record : { ...record, id: entity_id };

	const lacksWorkItem = !('issue_id' in record || 'issue' in record);

	return event.startsWith('workItem') && lacksWorkItem
		? { ...record, issue_id: entity_id }
		: record;
}

/** The changes that people can see, by canonical field name. */
function readFields(
	previous: JsonObject,
	current: JsonObject,
): Readonly<Record<string, FieldChange>> {
	const fields: [string, FieldChange][] = [];
	// An estimate is sent as a number, `point`, and as a reference. Later entries win: the reference does.
	const names = Object.keys(previous).toSorted(
		(a, b) => Number(b === 'point') - Number(a === 'point'),
	);

	for (const name of names) {
		if (!isVisibleField(name) || isArchival(name, current)) continue;

		const sent = { name, old: previous[name] ?? null, new: current[name] ?? null };
		const change = toFieldChange(sent);
		if (change !== undefined) fields.push([canonicalFieldName(name), change]);
	}

	return Object.fromEntries(fields);
}

/** Whether a field shows that the record was archived, which version 2 reports by another event (row 109). */
const isArchival = (name: string, { archived_at: archivedAt }: JsonObject): boolean =>
	name === 'archived_at' && typeof archivedAt === 'string' && archivedAt !== 'None';

/** The user who did it, as far as the record says. No delivery says who deleted a record (row 104). */
function readActor(event: string, action: string, record: JsonObject): JsonValue | undefined {
	if (event === 'workItemComment' && record.actor !== undefined) return record.actor;

	return action === 'created' ? (record.created_by ?? record.updated_by) : record.updated_by;
}

/** Creates the fingerprint of a delivery from the ID of its event, which is the same in repeats (row 46). */
function createFingerprint(body: JsonObject, event: string, action: string): Fingerprint {
	const eventId = readFirstText(body, 'event_id') || readFirstText(body, 'delivery_id');
	const content = [readId(body.entity_id), body.data ?? null, body.previous_attributes ?? null];

	return {
		subject: [event, action, ...(eventId === '' ? content : [eventId])],
		change: [],
		updatedAt: null,
		recursOnlyAfterChange: true,
	};
}
