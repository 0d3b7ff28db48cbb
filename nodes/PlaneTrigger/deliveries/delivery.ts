import type { JsonObject, JsonValue } from 'n8n-workflow';

import { type PlaneEvent, readAssigneeIds, readId, toActor } from '../../shared/events/event';
import type { WorkItemReference } from '../../shared/events/workItemReference';
import { htmlToText } from '../../shared/operations/shared/simplifiers';
import type { FieldChange } from './fieldChange';
import { normalizeWorkItem } from './normalizeRecord';

/** Identifies what a delivery reports, to recognise deliveries that report the same again. */
export interface Fingerprint {
	/** The record, and the field of it, that the delivery is about. */
	readonly subject: readonly JsonValue[];
	/** The action and the new value. */
	readonly change: readonly JsonValue[];
	/** `updated_at` of the record, in UNIX milliseconds; null if the delivery lacks it. */
	readonly updatedAt: number | null;
	/** Whether the same change can happen again only after another change of the same subject. */
	readonly recursOnlyAfterChange: boolean;
}

/** A parsed delivery, in the same form for both versions of the webhooks. */
export interface Delivery {
	/** Version of the webhook. Version 1 has names in its records; version 2 only has IDs (row 101). */
	readonly version: 1 | 2;
	readonly event: Omit<PlaneEvent, 'receivedAt'> & WorkItemReference;
	/**
	 * The changed fields by canonical name; version 1 reports one field per delivery. For a new work item,
	 * its initial assignees, because they may be the assignment that starts the workflow.
	 */
	readonly fields: Readonly<Record<string, FieldChange>>;
	/** Names of records by their IDs, which old servers send beside the IDs (row 107). */
	readonly sentNames: Readonly<Record<string, string>>;
	/** Whether it is an update of fields whose changes people cannot see. */
	readonly hasNoVisibleChange: boolean;
	/** Whether the assignees and labels of the record may include former ones (row 108). */
	readonly mayIncludeFormerAssignees: boolean;
	readonly fingerprint: Fingerprint;
}

/** The parts of a delivery, which the readers of both versions extract. */
export interface DeliveryParts extends Pick<
	Delivery,
	'version' | 'fields' | 'sentNames' | 'mayIncludeFormerAssignees' | 'fingerprint'
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
	/** How many fields the server says have changed, whether people can see these changes or not. */
	readonly sentChanges: number;
}

/** Puts the parts of a delivery into the form that both triggers use. */
export function buildDelivery(parts: DeliveryParts): Delivery {
	const { version, event, action, fields, fingerprint } = parts;
	const record = normalizeByKind(event, parts.record);
	const isNewWorkItem = event === 'workItem' && action === 'created';
	const [firstField] = Object.keys(fields);
	const firstChange = firstField === undefined ? undefined : fields[firstField];
	const previous = Object.entries(fields).map(([field, { old }]) => [field, old] as const);

	return {
		version,
		event: {
			event,
			action,
			field: firstField ?? null,
			oldValue: firstChange?.old ?? null,
			newValue: firstChange?.new ?? null,
			// Added once the record is complete: see nameChanges.ts.
			oldName: null,
			newName: null,
			actor: toActor(parts.actor),
			project: event === 'project' ? readId(record) : readId(record.project),
			workspaceId: readId(parts.workspaceId) ?? readId(record.workspace),
			key: null,
			url: null,
			workItem: parts.workItem,
			record,
			previous: Object.fromEntries(previous),
			previousNames: {},
		},
		fields: isNewWorkItem ? { assignees: { old: [], new: readAssigneeIds(record) } } : fields,
		sentNames: parts.sentNames,
		hasNoVisibleChange: action === 'updated' && parts.sentChanges > 0 && firstField === undefined,
		mayIncludeFormerAssignees: parts.mayIncludeFormerAssignees,
		fingerprint,
	};
}

function normalizeByKind(event: string, record: JsonObject): JsonObject {
	if (event === 'workItem') return normalizeWorkItem(record);

	return event === 'workItemComment' ? withPlainText(record) : record;
}

/** Adds the plain text of a comment, which version 1 sends only as HTML and version 2 only as text (row 102). */
const withPlainText = (comment: JsonObject): JsonObject =>
	typeof comment.comment_html === 'string' && comment.comment_stripped === undefined
		? { ...comment, comment_stripped: htmlToText(comment.comment_html) }
		: comment;

/**
 * Reads which work item a record belongs to.
 *
 * @param name the name of that work item, if the delivery has it
 * @returns `{id, name}` or `{id}`; null if the record does not belong to a work item
 */
export function readWorkItem(record: JsonObject, name?: JsonValue): JsonObject | null {
	const id = readId(record.issue);
	if (id === null) return null;

	return typeof name === 'string' && name !== '' ? { id, name } : { id };
}
