import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readAssigneeIds, readAssignees, readId } from '../../shared/events/event';
import { type NamedChange, readRecordName } from '../../shared/events/names';
import { isJsonObject } from '../../shared/values/json';
import { type Change, changesIn } from './activities';

/**
 * Adds the initial assignees of the work item to a creation: the present assignees, without people who were added
 * later, and with people who were removed later.
 *
 * @param rows all activities of the work item
 */
export function withInitialAssignees(
	change: Change,
	workItem: JsonObject,
	rows: readonly JsonObject[],
): Change {
	const present = readAssigneeIds(workItem);
	/** How often more each person was removed than added. */
	const removals = new Map<string, number>();
	/** People whose first activity says that they were assigned. */
	const assignedLater = new Set<string>();

	for (const { fields } of changesIn(rows, false)) {
		for (const id of listIds(fields.assignees?.old)) {
			removals.set(id, (removals.get(id) ?? 0) + 1);
		}

		for (const id of listIds(fields.assignees?.new)) {
			if (!removals.has(id)) assignedLater.add(id);

			removals.set(id, (removals.get(id) ?? 0) - 1);
		}
	}

	const wasAssigned = (id: string): boolean =>
		!assignedLater.has(id) && (removals.get(id) ?? 0) + (present.includes(id) ? 1 : 0) > 0;

	const assigned = [...new Set([...present, ...removals.keys()])].filter(wasAssigned);
	if (assigned.length === 0) return change;

	const people = readAssignees(workItem);
	const names = assigned.map((id) => people.find((person) => readId(person) === id));

	return {
		...change,
		fields: {
			assignees: {
				old: [],
				new: assigned,
				oldName: [],
				newName: names.map((person) => (isJsonObject(person) ? readRecordName(person) : null)),
			},
		},
	};
}

/** Changes without the assignments that were reported with the creation of their work item. */
interface RemainingChanges {
	readonly changes: readonly Change[];
	/** The people whose assignment was reported, and who do not appear in the changes. */
	readonly assigned: readonly string[];
}

/**
 * Leaves out assignments that were reported with the creation of a work item, because somebody was assigned
 * so early that the activity had not been written. Whoever was assigned from the start cannot be assigned
 * again without having been removed.
 *
 * @param changes oldest first
 * @param assigned IDs of the people who were reported with the creation
 */
export function withoutReportedAssignments(
	changes: readonly Change[],
	assigned: readonly string[],
): RemainingChanges {
	const waiting = new Set(assigned);

	const withoutReported = (change: Change): Change => {
		const { assignees, ...others } = change.fields;
		if (assignees === undefined) return change;

		const reported = listIds(assignees.new).filter((id) => waiting.has(id));

		for (const id of [...listIds(assignees.new), ...listIds(assignees.old)]) waiting.delete(id);
		if (reported.length === 0) return change;

		const rest = withoutAdded(assignees, reported);
		const isEmpty = listIds(rest.new).length === 0 && listIds(rest.old).length === 0;

		return { ...change, fields: { ...others, ...(!isEmpty && { assignees: rest }) } };
	};

	const remaining = changes.map(withoutReported);

	return {
		changes: remaining.filter(
			({ action, fields }) => action === 'created' || Object.keys(fields).length > 0,
		),
		assigned: [...waiting],
	};
}

function withoutAdded(change: NamedChange, ids: readonly string[]): NamedChange {
	const isKept = (_: JsonValue, index: number) => !ids.includes(listIds(change.new)[index] ?? '');

	return {
		...change,
		new: [change.new].flat().filter(isKept),
		newName: [change.newName].flat().filter(isKept),
	};
}

/** The IDs in a value of a list field. */
export const listIds = (value: JsonValue | undefined): string[] =>
	[value ?? []].flat().filter((entry) => typeof entry === 'string');
