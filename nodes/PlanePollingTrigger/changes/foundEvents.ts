import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readId, type PlaneEvent } from '../../shared/events/event';
import {
	NO_REFERENCE,
	type WorkItemReference,
	workItemUrl,
} from '../../shared/events/workItemReference';
import { isJsonObject } from '../../shared/fields/json';
import { firstText } from '../../shared/rows/firstText';
import { keyOf } from '../../shared/lists/workItems';
import { simplifiers, type RecordContext } from '../../shared/operations/shared/simplifiers';
import { type Change, writtenAt } from './activities';
import type { ListName } from './projectLists';

/** An event, and the record that filters are about. */
export interface FoundEvent {
	/** When it happened, by the clock of the server, in UNIX milliseconds. */
	readonly at: number;
	readonly event: Omit<PlaneEvent, 'receivedAt' | keyof WorkItemReference>;
	readonly filtered: JsonObject;
}

/** A user as a record; of an ID, all that is known. */
const actorOf = (value: JsonValue | undefined): JsonObject | null => {
	if (isJsonObject(value)) return value;

	const id = readId(value);

	return id === null ? null : { id };
};

const about = (record: JsonObject): Pick<PlaneEvent, 'projectId' | 'workspaceId' | 'record'> => ({
	projectId: readId(record.project),
	workspaceId: readId(record.workspace),
	record,
});

const whole = { field: null, oldValue: null, newValue: null, previous: {} } as const;

/** That a record came into being. */
export const cameIn = (row: JsonObject, list: ListName): FoundEvent => ({
	at: writtenAt(row),
	event: {
		event: list === 'workItems' ? 'workItem' : 'intakeItem',
		action: 'created',
		...whole,
		actor: actorOf(row.created_by),
		...about(row),
	},
	filtered: list === 'workItems' || !isJsonObject(row.issue_detail) ? row : row.issue_detail,
});

/** That a comment was written. */
export const commented = (row: JsonObject, workItem: JsonObject): FoundEvent => ({
	at: writtenAt(row),
	event: {
		event: 'workItemComment',
		action: 'created',
		...whole,
		actor: actorOf(row.actor),
		...about(row),
	},
	filtered: workItem,
});

/** That a work item was changed; the event has the field under which it is reported. */
export const changed = (change: Change, field: string | null, workItem: JsonObject): FoundEvent => {
	const { action, fields, actor, rows } = change;
	const values = field === null ? undefined : fields[field];

	return {
		at: rows.reduce((first, row) => Math.min(first, writtenAt(row)), Infinity),
		event: {
			event: 'workItem',
			action,
			field,
			oldValue: values?.old ?? null,
			newValue: values?.new ?? null,
			actor: actorOf(actor),
			...about(workItem),
			previous: Object.fromEntries(
				Object.entries(field === null ? {} : fields).map(([name, { old }]) => [name, old]),
			),
		},
		filtered: workItem,
	};
};

/**
 * What goes out of an event: with the key and the address of its work item, and with the project of its
 * record as an ID. A work item comes with its whole project, because only that has the identifier.
 */
export function locatedEvent(
	{ event: { event, action, ...rest }, filtered }: FoundEvent,
	shown: RecordContext,
): Omit<PlaneEvent, 'receivedAt'> {
	return {
		event,
		action,
		...referenceTo(event, rest.record, filtered, shown),
		...rest,
		record: withProjectId(rest.record),
	};
}

function referenceTo(
	event: string,
	record: JsonObject,
	workItem: JsonObject,
	shown: RecordContext,
): WorkItemReference {
	// Until it is accepted, intake is found in the intake of its project alone.
	if (event === 'intakeItem') {
		const { url = null } = simplifiers.intakeItem.simplify(record, shown);

		return { ...NO_REFERENCE, url: typeof url === 'string' ? url : null };
	}

	const key = keyOf(workItem);
	const { id = null, name = null } = workItem;

	return {
		key: key === '' ? null : key,
		url: key === '' ? null : workItemUrl(shown.web, shown.workspace, key),
		workItem: event === 'workItemComment' ? { id, name } : null,
	};
}

const withProjectId = (record: JsonObject): JsonObject =>
	isJsonObject(record.project)
		? { ...record, project: firstText(record.project, 'id') || null }
		: record;
