import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, readId } from '../../shared/events/event';
import { firstText } from '../../shared/rows/firstText';
import { type Delivery, deliveryFrom, isNothing, workItemOf } from './delivery';
import { type FieldChange, fieldChange, isVisibleField } from './fieldChange';
import { mayHaveFormerPeople, normalizeRecord, recordWithin } from './normalizeRecord';

/** Events whose `data` is the record itself, which `entity_id` names; of others, that is the work item. */
const MAIN = new Set(['workItem', 'cycle', 'module', 'project', 'page', 'milestone']);

/**
 * Reads a delivery of version 2: `{version: 'v2', event: 'workitem.updated', event_id, entity_id, data,
 * previous_attributes}` (rows 46 and 100 to 105).
 *
 * @returns undefined if it is no delivery of Plane
 */
export function readSecondForm(body: JsonObject): Delivery | undefined {
	const parts = eventParts(firstText(body, 'event'));
	const previous = recordWithin(body, 'previous_attributes') ?? {};
	const isDeleted = parts?.action === 'deleted';
	const data = recordWithin(body, 'data') ?? (isDeleted ? {} : undefined);
	if (parts === undefined || data === undefined) return undefined;

	const { event, action } = parts;
	const { sent, name, before } = recordIn(event, data, previous, isDeleted);
	const record = normalizeRecord(withEntityId(event, sent, body));
	const changes = isDeleted ? {} : before;
	const fields = action === 'updated' ? fieldsOf(changes, sent) : {};

	return deliveryFrom({
		version: 2,
		event,
		action,
		actor: isDeleted ? undefined : doerOf(event, action, record),
		workspaceId: body.workspace_id,
		record,
		workItem: MAIN.has(event) ? null : workItemOf(record, name),
		fields,
		isUnchanged: isNothing(action, Object.keys(changes).length, fields),
		mayHaveFormerPeople: event === 'workItem' && mayHaveFormerPeople(sent),
		fingerprint: fingerprintOf(body, event, action),
	});
}

/** `workitem.comment.created`, or `WebhookScope.ScopeChoices.WORK_ITEM_COMMENT_CREATED` (row 103). */
function eventParts(text: string): { readonly event: string; readonly action: string } | undefined {
	const constant = /\.([A-Z][A-Z_]*)$/.exec(text)?.[1];
	const plain =
		constant === undefined
			? text
			: constant
					.toLowerCase()
					.replace(/^work_item/, 'workitem')
					.replace(/_([a-z]+)$/, '.$1')
					.replace(/^(workitem|page)_/, '$1.');
	const end = plain.lastIndexOf('.');
	const subject = plain.slice(0, Math.max(end, 0));
	const action = plain.slice(end + 1);
	if (subject === '' || !/^\w+$/.test(action)) return undefined;

	return { event: eventName(subject), action };
}

/** `workitem.page_link` → `workItemPageLink` */
const eventName = (subject: string): string =>
	subject
		.replace(/^workitem(?=\.|$)/, 'workItem')
		.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The record of a delivery as it was sent, the name of its work item, and what it was before. */
interface SentRecord {
	readonly sent: JsonObject;
	readonly name?: JsonValue;
	readonly before: JsonObject;
}

/** Finds the record: of a deletion, in what it was before; of a comment, within its work item (row 102). */
function recordIn(
	event: string,
	data: JsonObject,
	previous: JsonObject,
	isDeleted: boolean,
): SentRecord {
	// A deletion may have no more than the ID as its data.
	const isBare = isDeleted && Object.keys(data).length <= 1;
	const row = isBare ? { ...previous, ...data } : data;
	if (event !== 'workItemComment') return { sent: row, before: previous };

	const before = recordWithin(previous, 'comment') ?? previous;
	const comment = recordWithin(row, 'comment');
	if (comment === undefined) return { sent: row, before };

	const { id, project_id, workspace_id } = row;
	const place = {
		...(id !== undefined && { issue_id: id }),
		...(project_id !== undefined && { project_id }),
		...(workspace_id !== undefined && { workspace_id }),
	};

	return {
		sent: { ...place, ...comment },
		...(row.name !== undefined && { name: row.name }),
		before,
	};
}

/** The record with its ID, or that of its work item, as far as only the delivery around it has them. */
function withEntityId(event: string, row: JsonObject, { entity_id }: JsonObject): JsonObject {
	if (typeof entity_id !== 'string' || entity_id === '') return row;
	if (MAIN.has(event)) return 'id' in row ? row : { ...row, id: entity_id };

	const isOfWorkItem = event.startsWith('workItem') && !('issue_id' in row || 'issue' in row);

	return isOfWorkItem ? { ...row, issue_id: entity_id } : row;
}

/** The fields that people see change, by the names that both triggers have for them. */
function fieldsOf(before: JsonObject, now: JsonObject): Readonly<Record<string, FieldChange>> {
	const changes = Object.entries(before)
		.filter(([name]) => isVisibleField(name) && !isArchiving(name, now))
		.map(([name, old]) => [name, fieldChange(name, old ?? null, now[name] ?? null)] as const)
		.filter((entry): entry is readonly [string, FieldChange] => entry[1] !== undefined);
	// An estimate is sent as a number and as a reference; the reference has the last word.
	const sorted = changes.toSorted(
		([one], [other]) => Number(other === 'point') - Number(one === 'point'),
	);

	return Object.fromEntries(sorted.map(([name, change]) => [canonicalFieldName(name), change]));
}

/** Archiving has an event of its own in version 2 (row 109). */
const isArchiving = (name: string, { archived_at: now }: JsonObject): boolean =>
	name === 'archived_at' && typeof now === 'string' && now !== 'None';

/** Who did it, as far as the record says; nobody knows who deleted one (row 104). */
function doerOf(event: string, action: string, record: JsonObject): JsonValue | undefined {
	if (event === 'workItemComment' && record.actor !== undefined) return record.actor;

	return action === 'created' ? (record.created_by ?? record.updated_by) : record.updated_by;
}

/** An event has an ID, which stays the same when it is sent again (row 46). */
function fingerprintOf(body: JsonObject, event: string, action: string): Delivery['fingerprint'] {
	const id = firstText(body, 'event_id') || firstText(body, 'delivery_id');
	const content: JsonValue[] = [
		readId(body.entity_id),
		body.data ?? null,
		body.previous_attributes ?? null,
	];

	return {
		subject: [event, action, ...(id === '' ? content : [id])],
		what: [],
		at: null,
		isSingular: true,
	};
}

/** Whether a body is one of version 2. */
export const isSecondForm = (body: JsonObject): boolean =>
	body.version === 'v2' || 'event_id' in body;
