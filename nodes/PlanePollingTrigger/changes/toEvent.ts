import type { JsonObject } from 'n8n-workflow';

import { type PlaneEvent, readId, toActor } from '../../shared/events/event';
import type { Match } from '../../shared/events/matchChange';
import { readPrevious } from '../../shared/events/names';
import {
	NO_REFERENCE,
	type WorkItemReference,
	workItemUrl,
} from '../../shared/events/workItemReference';
import { isJsonObject } from '../../shared/values/json';
import { readFirstText } from '../../shared/values/readFirstText';
import { readWorkItemKey } from '../../shared/lists/workItems';
import { type RecordContext, simplifiers } from '../../shared/operations/shared/simplifiers';
import { type Change, happenedAt, writtenAt } from './activities';
import type { ListName } from './ProjectApi';

/** Something that happened in Plane. */
export interface FoundEvent {
	/** When it happened, in UNIX milliseconds by the server's clock. */
	readonly at: number;
	readonly event: Omit<PlaneEvent, 'receivedAt' | keyof WorkItemReference>;
	/** The record that filters are applied to: the work item, also for a comment. */
	readonly filterTarget: JsonObject;
}

const recordFields = (
	record: JsonObject,
): Pick<PlaneEvent, 'project' | 'workspaceId' | 'record'> => ({
	project: readId(record.project),
	workspaceId: readId(record.workspace),
	record,
});

const NO_FIELD_CHANGE = {
	field: null,
	oldValue: null,
	newValue: null,
	oldName: null,
	newName: null,
	previous: {},
	previousNames: {},
} as const;

/** The event of a new work item or intake item. */
export const recordCreated = (row: JsonObject, list: ListName): FoundEvent => ({
	at: writtenAt(row),
	event: {
		event: list === 'workItems' ? 'workItem' : 'intakeItem',
		action: 'created',
		...NO_FIELD_CHANGE,
		actor: toActor(row.created_by),
		...recordFields(row),
	},
	filterTarget: list === 'workItems' || !isJsonObject(row.issue_detail) ? row : row.issue_detail,
});

/** The event of a new comment. */
export const commentCreated = (row: JsonObject, workItem: JsonObject): FoundEvent => ({
	at: writtenAt(row),
	event: {
		event: 'workItemComment',
		action: 'created',
		...NO_FIELD_CHANGE,
		actor: toActor(row.actor),
		...recordFields(row),
	},
	filterTarget: workItem,
});

/** The event of a changed work item. */
export function workItemChanged(
	{ action, fields, actor, rows }: Change,
	{ field }: Match,
	workItem: JsonObject,
): FoundEvent {
	const values = field === null ? undefined : fields[field];

	return {
		at: rows.reduce((earliest, row) => Math.min(earliest, happenedAt(row)), Infinity),
		event: {
			event: 'workItem',
			action,
			field,
			oldValue: values?.old ?? null,
			newValue: values?.new ?? null,
			oldName: values?.oldName ?? null,
			newName: values?.newName ?? null,
			actor: toActor(actor),
			...recordFields(workItem),
			...readPrevious(field === null ? {} : fields),
		},
		filterTarget: workItem,
	};
}

/**
 * The event as it leaves the trigger: with the key and the address of its work item, and with the project
 * of its record as an ID. The record comes with its whole project, because only that has the identifier
 * that the key begins with.
 */
export function toPlaneEvent(
	{ event: { event, action, ...rest }, filterTarget }: FoundEvent,
	recordContext: RecordContext,
): Omit<PlaneEvent, 'receivedAt'> {
	return {
		event,
		action,
		...buildReference(event, rest.record, { workItem: filterTarget, recordContext }),
		...rest,
		record: withProjectId(rest.record),
	};
}

function buildReference(
	event: string,
	record: JsonObject,
	{
		workItem,
		recordContext,
	}: { readonly workItem: JsonObject; readonly recordContext: RecordContext },
): WorkItemReference {
	// Until it is accepted, an intake item is only shown in the intake of its project.
	if (event === 'intakeItem') {
		const { url = null } = simplifiers.intakeItem.simplify(record, recordContext);

		return { ...NO_REFERENCE, url: typeof url === 'string' ? url : null };
	}

	const key = readWorkItemKey(workItem);
	const { id = null, name = null } = workItem;

	return {
		key: key === '' ? null : key,
		url: key === '' ? null : workItemUrl(recordContext.webRoot, recordContext.workspace, key),
		workItem: event === 'workItemComment' ? { id, name } : null,
	};
}

const withProjectId = (record: JsonObject): JsonObject =>
	isJsonObject(record.project)
		? { ...record, project: readFirstText(record.project, 'id') || null }
		: record;
