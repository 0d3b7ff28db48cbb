import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { WriteTarget } from '../../../shared/model/call';
import type { AssignablePeople } from '../../../shared/resolve/AssignablePeople';
import { getCurrentValue, readIdList, listSentValues, type SentValue } from './compareRecord';

/** Whether a value has people whom the server may not accept as assignees. */
export const hasUncertainPeople = (
	call: WriteTarget,
	sent: JsonValue,
	assignable: AssignablePeople,
): boolean => toIds(sent).some((id) => !assignable.has(call, id));

/**
 * Finds the fields in which a body would remove current assignees and add people whom the server may not
 * accept. Servers remove the previous assignees before they silently ignore guests (row 24), and older
 * servers show in no list who is a guest (row 61).
 *
 * @param record the record before
 * @returns by wire name, the IDs of the current and the added assignees; undefined if there is no such field
 */
export function findPeopleToKeep(
	call: WriteTarget,
	{ body, record }: { readonly body: JsonObject; readonly record: JsonObject },
	assignable: AssignablePeople,
): JsonObject | undefined {
	const keptPeople: JsonObject = {};

	for (const { field, sent } of findAssignments(call, body)) {
		const current = toIds(getCurrentValue(record, field));
		const added = toIds(sent).filter((id) => !current.includes(id));
		const isUncertain = added.some((id) => !assignable.has(call, id));
		const isAnyoneRemoved = current.some((id) => !toIds(sent).includes(id));

		if (isUncertain && isAnyoneRemoved) keptPeople[field.wire] = [...current, ...added];
	}

	return Object.keys(keptPeople).length === 0 ? undefined : keptPeople;
}

/** Whether the response to a write shows all assignees of its body. */
export const isEveryoneAssigned = (
	call: WriteTarget,
	body: JsonObject,
	response: JsonObject,
): boolean =>
	findAssignments(call, body).every(({ field, sent }) => {
		const assigned = readIdList(getCurrentValue(response, field));

		return assigned === undefined || toIds(sent).every((id) => assigned.includes(id));
	});

const findAssignments = ({ operation }: WriteTarget, body: JsonObject): readonly SentValue[] =>
	listSentValues(operation.body, body).filter(({ field }) => field.activeMembersOnly === true);

const toIds = (value: Parameters<typeof readIdList>[0]): readonly string[] =>
	readIdList(value) ?? [];
