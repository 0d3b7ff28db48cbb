import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import type { AssignablePeople } from '../../../shared/resolve/AssignablePeople';
import { currentValue, idsInList, sentValues, type SentValue } from './compareRecord';

type Write = Call<'create' | 'update'>;

/** Whether a body has people of whom nobody knows yet whether the server takes them. */
export const hasUncertainPeople = (
	call: Write,
	body: JsonObject,
	assignable: AssignablePeople,
): boolean =>
	assignments(call, body).some(({ sent }) => toIds(sent).some((id) => !assignable.has(call, id)));

/**
 * The lists of people of a body with those whom it would take off a record, where it has others of whom
 * nobody knows whether the server takes them. Servers leave out guests without an error, after they have
 * taken off who was there (row 24), and older ones show in no list who is a guest (row 61).
 *
 * @returns by wire names; undefined if the body takes nobody off, or nobody in it is uncertain
 */
export function keepPeople(
	call: Write,
	body: JsonObject,
	record: JsonObject,
	assignable: AssignablePeople,
): JsonObject | undefined {
	const kept: JsonObject = {};

	for (const { field, sent } of assignments(call, body)) {
		const held = toIds(currentValue(record, field));
		const added = toIds(sent).filter((id) => !held.includes(id));
		const isUncertain = added.some((id) => !assignable.has(call, id));
		const isAnyoneTakenOff = held.some((id) => !toIds(sent).includes(id));

		if (isUncertain && isAnyoneTakenOff) kept[field.wire] = [...held, ...added];
	}

	return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Whether the response to a write shows all people of its body. */
export const isEveryoneAssigned = (call: Write, body: JsonObject, answer: JsonObject): boolean =>
	assignments(call, body).every(({ field, sent }) => {
		const shown = idsInList(currentValue(answer, field));

		return shown === undefined || toIds(sent).every((id) => shown.includes(id));
	});

/** Notes the people whom the response to a write shows as assigned. */
export function rememberAssignable(
	call: Write,
	answer: JsonObject,
	assignable: AssignablePeople,
): void {
	for (const field of call.operation.body.collectionFields) {
		if (field.isAssignment !== true) continue;

		for (const id of toIds(currentValue(answer, field))) assignable.add(call, id);
	}
}

const assignments = ({ operation }: Write, body: JsonObject): readonly SentValue[] =>
	sentValues(operation.body, body).filter(({ field }) => field.isAssignment === true);

const toIds = (value: Parameters<typeof idsInList>[0]): readonly string[] => idsInList(value) ?? [];
