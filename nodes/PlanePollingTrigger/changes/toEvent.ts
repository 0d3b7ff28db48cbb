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
import type { Change } from './activities';
import { createdAt, happenedAt, writtenAt } from './entryTimes';
import type { RecordListName } from './watchedLists';

/** The kinds of records that events are about. */
type EventRecord = 'workItem' | 'workItemComment' | 'workItemLink' | 'intakeItem';

/** Something that happened in Plane. */
export interface FoundEvent {
	/** When it happened, in UNIX milliseconds by the server's clock. */
	readonly at: number;
	readonly event: Omit<PlaneEvent, 'event' | 'receivedAt' | keyof WorkItemReference> & {
		readonly event: EventRecord;
	};
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

/** What a new row of a list is. */
interface NewRecord {
	readonly event: EventRecord;
	/** Finds the record that filters are applied to. */
	readonly findFilterTarget: (row: JsonObject) => JsonObject;
}

const NEW_RECORDS: Readonly<Record<'workItems' | RecordListName, NewRecord>> = {
	workItems: {
		event: 'workItem',
		findFilterTarget: (row) => row,
	},
	intakeItems: {
		event: 'intakeItem',
		findFilterTarget: (row) => (isJsonObject(row.issue_detail) ? row.issue_detail : row),
	},
};

/** The event of a new row of a list, such as a work item or an intake item. */
export function recordCreated(row: JsonObject, list: keyof typeof NEW_RECORDS): FoundEvent {
	const { event, findFilterTarget } = NEW_RECORDS[list];

	return {
		at: createdAt(row),
		event: {
			event,
			action: 'created',
			...NO_FIELD_CHANGE,
			actor: toActor(row.created_by),
			...recordFields(row),
		},
		filterTarget: findFilterTarget(row),
	};
}

/** The event of a new comment. */
export const commentCreated = (row: JsonObject, workItem: JsonObject): FoundEvent => ({
	at: writtenAt('comments', row),
	event: {
		event: 'workItemComment',
		action: 'created',
		...NO_FIELD_CHANGE,
		actor: toActor(row.actor),
		...recordFields(row),
	},
	filterTarget: workItem,
});

/** The event of a new link. */
export const linkCreated = (row: JsonObject, workItem: JsonObject): FoundEvent => ({
	at: writtenAt('links', row),
	event: {
		event: 'workItemLink',
		action: 'created',
		...NO_FIELD_CHANGE,
		actor: toActor(row.created_by),
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
		...REFERENCES[event]({ record: rest.record, workItem: filterTarget, recordContext }),
		...rest,
		record: withProjectId(rest.record),
	};
}

/** An event whose work item is to be identified. */
interface EventSubject {
	readonly record: JsonObject;
	/** The work item that filters are applied to. */
	readonly workItem: JsonObject;
	readonly recordContext: RecordContext;
}

/** How people find what an event is about. */
const REFERENCES: Readonly<Record<EventRecord, (subject: EventSubject) => WorkItemReference>> = {
	workItem: (subject) => ({ ...referToWorkItem(subject), workItem: null }),
	workItemComment: referToPart,
	workItemLink: referToPart,
	// Until it is accepted, an intake item is only shown in the intake of its project.
	intakeItem({ record, recordContext }) {
		const { url = null } = simplifiers.intakeItem.simplify(record, recordContext);

		return { ...NO_REFERENCE, url: typeof url === 'string' ? url : null };
	},
};

/** The key and the address of a work item. */
function referToWorkItem({
	workItem,
	recordContext: { webRoot, workspace },
}: EventSubject): Pick<WorkItemReference, 'key' | 'url'> {
	const key = readWorkItemKey(workItem);
	if (key === '') return { key: null, url: null };

	return { key, url: workItemUrl(webRoot, workspace, key) };
}

/** The work item that a comment, for example, belongs to. */
function referToPart(subject: EventSubject): WorkItemReference {
	const { id = null, name = null } = subject.workItem;

	return { ...referToWorkItem(subject), workItem: { id, name } };
}

const withProjectId = (record: JsonObject): JsonObject =>
	isJsonObject(record.project)
		? { ...record, project: readFirstText(record.project, 'id') || null }
		: record;
