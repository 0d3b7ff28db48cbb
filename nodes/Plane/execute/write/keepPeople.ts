import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import type { AssignablePeople } from '../../../shared/resolve/AssignablePeople';
import { currentValue, idsInList, sentValues, type SentValue } from './compareRecord';

type Write = Call<'create' | 'update'>;

/** Whether a body assigns people of whom it is unknown whether the server accepts them. */
export const hasUncertainPeople = (
	call: Write,
	body: JsonObject,
	assignable: AssignablePeople,
): boolean =>
	assignments(call, body).some(({ sent }) => toIds(sent).some((id) => !assignable.has(call, id)));

/**
 * The assignees of a body together with those whom it would remove, if it also adds people of whom it is
 * unknown whether the server accepts them. Servers silently ignore guests, after they have removed the
 * previous assignees (row 24), and older ones show in no list who is a guest (row 61).
 *
 * @returns by wire name; undefined if the body removes nobody, or adds nobody who is uncertain
 */
export function keepPeople(
	call: Write,
	body: JsonObject,
	record: JsonObject,
	assignable: AssignablePeople,
): JsonObject | undefined {
	const keptPeople: JsonObject = {};

	for (const { field, sent } of assignments(call, body)) {
		const current = toIds(currentValue(record, field));
		const added = toIds(sent).filter((id) => !current.includes(id));
		const isUncertain = added.some((id) => !assignable.has(call, id));
		const isAnyoneRemoved = current.some((id) => !toIds(sent).includes(id));

		if (isUncertain && isAnyoneRemoved) keptPeople[field.wire] = [...current, ...added];
	}

	return Object.keys(keptPeople).length === 0 ? undefined : keptPeople;
}

/** Whether the response to a write shows all assignees of its body. */
export const isEveryoneAssigned = (call: Write, body: JsonObject, response: JsonObject): boolean =>
	assignments(call, body).every(({ field, sent }) => {
		const shown = idsInList(currentValue(response, field));

		return shown === undefined || toIds(sent).every((id) => shown.includes(id));
	});

/** Remembers the people whom the response to a write shows as assigned. */
export function rememberAssignable(
	call: Write,
	response: JsonObject,
	assignable: AssignablePeople,
): void {
	for (const field of call.operation.body.collectionFields) {
		if (field.activeMembersOnly !== true) continue;

		for (const id of toIds(currentValue(response, field))) assignable.add(call, id);
	}
}

const assignments = ({ operation }: Write, body: JsonObject): readonly SentValue[] =>
	sentValues(operation.body, body).filter(({ field }) => field.activeMembersOnly === true);

const toIds = (value: Parameters<typeof idsInList>[0]): readonly string[] => idsInList(value) ?? [];
