import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readAssigneeIds, readId, type PlaneEvent } from '../../shared/events/event';
import type { WorkItemReference } from '../../shared/events/workItemReference';
import { isJsonObject } from '../../shared/fields/json';
import { firstText } from '../../shared/rows/firstText';
import { htmlToText } from '../../shared/operations/shared/simplifiers';
import type { FieldChange } from './fieldChange';
import { normalizeWorkItem } from './normalizeRecord';

/** What tells a delivery from others, so that a repeat is recognised by what happened. */
export interface Fingerprint {
	/** What it happened to: a record, and the field that changed. */
	readonly subject: readonly JsonValue[];
	/** What happened to it. */
	readonly what: readonly JsonValue[];
	/** When, by the clock of the server, in UNIX milliseconds; null if the delivery does not say. */
	readonly at: number | null;
	/** Whether the same can happen to the same subject only if something else happened in between. */
	readonly isSingular: boolean;
}

/** What a delivery reports. */
export interface Delivery {
	/** The version of the webhook: 1 has names in its records, 2 has IDs alone (row 101). */
	readonly version: 1 | 2;
	readonly event: Omit<PlaneEvent, 'receivedAt'> & WorkItemReference;
	/** The fields that changed, by name; more than one in version 2 alone. Of a new work item, its assignees. */
	readonly fields: Readonly<Record<string, FieldChange>>;
	/** Whether it reports an update, and nothing that people see has changed. */
	readonly isUnchanged: boolean;
	/** Whether the people of the record may be those of former times (row 108). */
	readonly mayHaveFormerPeople: boolean;
	readonly fingerprint: Fingerprint;
}

/** What either form of a delivery says, before it is put into the form of an event. */
export interface Reported extends Pick<
	Delivery,
	'version' | 'fields' | 'isUnchanged' | 'mayHaveFormerPeople' | 'fingerprint'
> {
	readonly event: string;
	readonly action: string;
	/** A user, or the ID of one. */
	readonly actor: JsonValue | undefined;
	readonly workspaceId: JsonValue | undefined;
	/** As `normalizeRecord` returns it. */
	readonly record: JsonObject;
	/** The work item that the record belongs to. */
	readonly workItem: JsonObject | null;
}

/** A user as a record: of an ID, that is all. */
function actorOf(actor: JsonValue | undefined): JsonObject | null {
	if (isJsonObject(actor)) return actor;

	const id = readId(actor);

	return id === null ? null : { id };
}

/** A comment with its words, which version 1 sends as HTML alone and version 2 without it (row 102). */
const withWords = (comment: JsonObject): JsonObject =>
	typeof comment.comment_html === 'string' && comment.comment_stripped === undefined
		? { ...comment, comment_stripped: htmlToText(comment.comment_html) }
		: comment;

function recordOf(event: string, record: JsonObject): JsonObject {
	if (event === 'workItem') return normalizeWorkItem(record);

	return event === 'workItemComment' ? withWords(record) : record;
}

/** A delivery in the form of an event of either trigger. */
export function deliveryFrom(reported: Reported): Delivery {
	const { version, event, action, fields, isUnchanged, fingerprint } = reported;
	const record = recordOf(event, reported.record);
	const [name] = Object.keys(fields);
	const values = name === undefined ? undefined : fields[name];
	const isNew = event === 'workItem' && action === 'created';

	return {
		version,
		event: {
			event,
			action,
			field: name ?? null,
			oldValue: values?.old ?? null,
			newValue: values?.new ?? null,
			actor: actorOf(reported.actor),
			projectId: event === 'project' ? readId(record) : readId(record.project),
			workspaceId: readId(reported.workspaceId) ?? readId(record.workspace),
			key: null,
			url: null,
			workItem: reported.workItem,
			record,
			previous: Object.fromEntries(Object.entries(fields).map(([field, { old }]) => [field, old])),
		},
		fields: isNew ? { assignees: { old: [], new: readAssigneeIds(record) } } : fields,
		isUnchanged,
		mayHaveFormerPeople: reported.mayHaveFormerPeople,
		fingerprint,
	};
}

/** The work item that a record belongs to, as far as it is known; null if it belongs to none. */
export function workItemOf(record: JsonObject, name?: JsonValue): JsonObject | null {
	const id = readId(record.issue);
	if (id === null) return null;

	return typeof name === 'string' && name !== '' ? { id, name } : { id };
}

/** Whether the fields of an update show that nothing has changed: some were sent, and none is left. */
export const isNothing = (action: string, sent: number, fields: object): boolean =>
	action === 'updated' && sent > 0 && Object.keys(fields).length === 0;

/** The ID of the record of a delivery; `''` if it has none. */
export const recordId = (record: JsonObject): string => firstText(record, 'id');
