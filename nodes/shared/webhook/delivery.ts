import type { JsonObject, JsonValue } from 'n8n-workflow';

import { assigneesIn, fieldName, idIn, lacking, type PlaneEvent } from '../events/event';
import { isJsonObject } from '../fields/json';
import { textIn } from '../lists/picker';
import { digest } from '../transport/digest';

/** What a delivery tells. */
export interface Delivery {
	readonly event: Omit<PlaneEvent, 'receivedAt'>;
	/** The fields that changed, by name; more than one in the second form alone. Of what is new, its assignees. */
	readonly fields: Readonly<Record<string, { readonly old: JsonValue; readonly new: JsonValue }>>;
	/** The same for a delivery that comes once more. */
	readonly mark: string;
}

/** What Plane calls what happened to, in both forms (rows 41 and 46), by what it is called here. */
const EVENTS = new Map(
	Object.entries({
		issue: 'workItem',
		workitem: 'workItem',
		issue_comment: 'workItemComment',
		'workitem.comment': 'workItemComment',
		'workitem.link': 'workItemLink',
		'workitem.attachment': 'workItemAttachment',
	}),
);

/** Older servers spell the actions otherwise (row 41). */
const ACTIONS = new Map(
	Object.entries({
		create: 'created',
		update: 'updated',
		delete: 'deleted',
		archive: 'archived',
	}),
);

/** @returns undefined: it is no delivery of Plane */
export function deliveryIn(body: unknown): Delivery | undefined {
	if (!isJsonObject(body)) return undefined;
	return 'event_id' in body || body.version === 'v2' ? secondForm(body) : firstForm(body);
}

/** `{event: 'issue', action: 'updated', data, activity: {field, old_value, new_value, actor}}` */
function firstForm(body: JsonObject): Delivery | undefined {
	const { data, activity } = body;
	const [event, action] = [textIn(body, 'event'), textIn(body, 'action')];
	if (event === '' || action === '' || !isJsonObject(data)) return undefined;
	const row = isJsonObject(activity) ? activity : {};
	const name = fieldName(textIn(row, 'field'));
	const [old, now] = [valueIn(row, 'old'), valueIn(row, 'new')];
	const fields = name === '' ? {} : { [name]: change(old, now) };
	const what = [event, action, textIn(data, 'id'), name, old, now];
	return {
		...told(event, action, row.actor ?? doerOf(data), body, data, fields),
		mark: digest([...what, textIn(data, 'updated_at')]),
	};
}

/** A value of an activity: the ID where it has one. */
function valueIn(activity: JsonObject, side: 'old' | 'new'): JsonValue {
	const id = activity[`${side}_identifier`];
	return typeof id === 'string' && id !== '' ? id : (activity[`${side}_value`] ?? null);
}

/** `{version: 'v2', event: 'workitem.updated', event_id, data, previous_attributes}` (row 46) */
function secondForm(body: JsonObject): Delivery | undefined {
	const parts = /^(.+)\.(\w+)$/.exec(textIn(body, 'event'));
	const [, event = '', action = ''] = parts ?? [];
	const previous = isJsonObject(body.previous_attributes) ? body.previous_attributes : {};
	const isGone = action === 'deleted';
	const eventId = textIn(body, 'event_id') || textIn(body, 'delivery_id');
	const data = isJsonObject(body.data) ? body.data : isGone ? previous : undefined;
	if (event === '' || data === undefined) return undefined;
	const record = isGone && Object.keys(data).length <= 1 ? { ...previous, ...data } : data;
	const fields = Object.fromEntries(
		Object.entries(isGone ? {} : previous)
			.filter(([name]) => !['updated_at', 'updated_by'].includes(name))
			.map(([name, old]) => [fieldName(name), change(old, data[name] ?? null)]),
	);
	return {
		...told(event, action, doerOf(record), body, record, fields),
		mark: digest(eventId === '' ? [event, action, record, previous] : [eventId]),
	};
}

/** Who did it, where the delivery itself does not say. */
const doerOf = (record: JsonObject): JsonValue | undefined =>
	record.updated_by ?? record.created_by;

/** The values of a field before and after; of a list, what was taken out of it and what was put in. */
function change(old: JsonValue, now: JsonValue) {
	if (Array.isArray(old) || Array.isArray(now)) {
		const [before, after] = [entriesIn(old), entriesIn(now)];
		return { old: lacking(before, after), new: lacking(after, before) };
	}
	const value = (side: JsonValue) => (isJsonObject(side) ? idIn(side) : side === '' ? null : side);
	return { old: value(old), new: value(now) };
}

const entriesIn = (list: JsonValue): JsonValue[] => [list ?? []].flat();

function told(
	what: string,
	done: string,
	actor: JsonValue | undefined,
	body: JsonObject,
	record: JsonObject,
	fields: Delivery['fields'],
): Pick<Delivery, 'event' | 'fields'> {
	const [event, action] = [EVENTS.get(what) ?? what, ACTIONS.get(done) ?? done];
	const [name] = Object.keys(fields);
	const values = name === undefined ? undefined : fields[name];
	const id = idIn(actor);
	const isNew = event === 'workItem' && action === 'created';
	return {
		event: {
			...{ event, action, field: name ?? null },
			...{ oldValue: values?.old ?? null, newValue: values?.new ?? null },
			actor: isJsonObject(actor) ? actor : id === null ? null : { id },
			projectId: event === 'project' ? idIn(record) : idIn(record.project),
			workspaceId: idIn(body.workspace_id) ?? idIn(record.workspace),
			record,
			previous: Object.fromEntries(Object.entries(fields).map(([field, { old }]) => [field, old])),
		},
		fields: isNew ? { assignees: { old: [], new: assigneesIn(record) } } : fields,
	};
}
