import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import type { AssignablePeople } from '../../../shared/resolve/AssignablePeople';
import { heldIn, idsInList, valuesIn, type SentValue } from './compareRecord';

type Write = Call<'create' | 'update'>;

/** Whether a body has people of whom nobody knows yet whether the server takes them. */
export const hasUncertainPeople = (
	call: Write,
	body: JsonObject,
	assignable: AssignablePeople,
): boolean =>
	assignmentsIn(call, body).some(({ sent }) =>
		listOf(sent).some((id) => !assignable.has(call, id)),
	);

/**
 * The lists of people of a body with those whom it would take off a record, where it has others of whom
 * nobody knows whether the server takes them. Servers leave out guests without an error, after they have
 * taken off who was there (row 24), and older ones show in no list who is a guest (row 61).
 *
 * @returns by wire names; undefined if the body takes nobody off, or nobody in it is uncertain
 */
export function withPeopleKept(
	call: Write,
	body: JsonObject,
	record: JsonObject,
	assignable: AssignablePeople,
): JsonObject | undefined {
	const kept: JsonObject = {};

	for (const { field, sent } of assignmentsIn(call, body)) {
		const held = listOf(heldIn(record, field));
		const added = listOf(sent).filter((id) => !held.includes(id));
		const isUncertain = added.some((id) => !assignable.has(call, id));
		const isAnyoneTakenOff = held.some((id) => !listOf(sent).includes(id));

		if (isUncertain && isAnyoneTakenOff) kept[field.wire] = [...held, ...added];
	}

	return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Whether the response to a write shows all people of its body. */
export const isEveryoneTaken = (call: Write, body: JsonObject, answer: JsonObject): boolean =>
	assignmentsIn(call, body).every(({ field, sent }) => {
		const shown = idsInList(heldIn(answer, field));

		return shown === undefined || listOf(sent).every((id) => shown.includes(id));
	});

/** Notes the people whom the response to a write shows as assigned. */
export function noteAssignable(
	call: Write,
	answer: JsonObject,
	assignable: AssignablePeople,
): void {
	for (const field of call.operation.body.collectionFields) {
		if (field.isAssignment !== true) continue;

		for (const id of listOf(heldIn(answer, field))) assignable.add(call, id);
	}
}

const assignmentsIn = ({ operation }: Write, body: JsonObject): readonly SentValue[] =>
	valuesIn(operation.body, body).filter(({ field }) => field.isAssignment === true);

const listOf = (value: Parameters<typeof idsInList>[0]): readonly string[] =>
	idsInList(value) ?? [];
