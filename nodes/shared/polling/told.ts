import type { JsonObject, JsonValue } from 'n8n-workflow';

import { idIn, type PlaneEvent } from '../events/event';
import { isJsonObject } from '../fields/json';
import { momentIn } from '../pagination/Completeness';
import type { Change } from './activities';
import type { ListName } from './projectLists';

/** An event, and the record that filters are about. */
export interface Told {
	/** When it happened, by the clock of the server, in UNIX milliseconds. */
	readonly at: number;
	readonly event: Omit<PlaneEvent, 'receivedAt'>;
	readonly filtered: JsonObject;
}

/** When a row was written, by the clock of the server, in UNIX milliseconds. */
export const writtenAt = ({ created_at }: JsonObject): number => momentIn(created_at) ?? 0;

/** A user as a record; of an ID, all that is known. */
const actorOf = (value: JsonValue | undefined): JsonObject | null => {
	if (isJsonObject(value)) return value;
	const id = idIn(value);
	return id === null ? null : { id };
};

const about = (record: JsonObject): Pick<PlaneEvent, 'projectId' | 'workspaceId' | 'record'> => ({
	projectId: idIn(record.project),
	workspaceId: idIn(record.workspace),
	record,
});

const whole = { field: null, oldValue: null, newValue: null, previous: {} } as const;

/** That a record came into being. */
export const cameIn = (row: JsonObject, list: ListName): Told => ({
	at: writtenAt(row),
	event: {
		event: list === 'workItems' ? 'workItem' : 'intakeItem',
		...{ action: 'created', ...whole, actor: actorOf(row.created_by), ...about(row) },
	},
	filtered: list === 'workItems' || !isJsonObject(row.issue_detail) ? row : row.issue_detail,
});

/** That a comment was written. */
export const commented = (row: JsonObject, workItem: JsonObject): Told => ({
	at: writtenAt(row),
	event: {
		...{ event: 'workItemComment', action: 'created', ...whole },
		...{ actor: actorOf(row.actor), ...about(row) },
	},
	filtered: workItem,
});

/** That a work item was changed; the field by which it is wanted is the one of the event. */
export const changed = (change: Change, field: string | null, workItem: JsonObject): Told => {
	const { action, fields, actor, rows } = change;
	const values = field === null ? undefined : fields[field];
	return {
		at: rows.reduce((first, row) => Math.min(first, writtenAt(row)), Infinity),
		event: {
			...{ event: 'workItem', action, field },
			...{ oldValue: values?.old ?? null, newValue: values?.new ?? null },
			...{ actor: actorOf(actor), ...about(workItem) },
			previous: Object.fromEntries(
				Object.entries(field === null ? {} : fields).map(([name, { old }]) => [name, old]),
			),
		},
		filtered: workItem,
	};
};
