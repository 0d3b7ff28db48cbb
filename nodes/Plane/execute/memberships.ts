import { notAdded, type Refusal } from '../../shared/errors/notAdded';
import { sameId } from '../../shared/fields/identifier';
import type { Call } from '../../shared/model/call';
import { guarded } from '../../shared/model/guarded';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import type { Execution, ItemResult } from './execution';
import type { PlannedAddition } from './plannedAddition';
import type { TargetLists } from './TargetLists';

/**
 * The calls that add records to their targets, numbered in their order. They are carried out only for
 * records that findDone has not found in their targets.
 */
export const additionCalls = (memberships: readonly PlannedAddition[]): Call<'add'>[] =>
	memberships.map(({ call, addition, target, id }, itemIndex): Call<'add'> => {
		// Of the place of the record only what that of the target has too: all that go there share requests.
		const path = Object.fromEntries(
			addition.locators.map(({ wire }) => [wire, call.path[wire] ?? target]),
		);

		return {
			kind: 'add',
			operation: addition,
			workspace: call.workspace,
			...(call.called && { called: call.called }),
			itemIndex,
			path,
			ids: [id],
			areMissing: true,
		};
	});

/**
 * Finds out which additions need no request: a server counts one of what is in its target already as a
 * change, with an activity and a notification (row 81). What an interrupted run has left undone shows in
 * the lists of the targets as well.
 *
 * @returns by the numbers of the calls: an empty result for what is not to be added, or why that cannot be
 *   found out; what is to be added is not among them
 */
export async function findDone(
	memberships: readonly PlannedAddition[],
	execution: Execution,
): Promise<Map<number, ItemResult>> {
	const calls = additionCalls(memberships);
	const last = lastMoves(memberships);

	const outcomes = await mapConcurrently(
		calls,
		{ concurrency: execution.paging.concurrency },
		async (call): Promise<ItemResult | undefined> => {
			const membership = memberships[call.itemIndex];
			if (membership === undefined || isMovedOn(membership, last)) return [];

			const isDone = await guarded(
				async () => await needsNothing(membership, call, execution.targetLists),
			);
			if (isProblem(isDone)) return isDone;

			return isDone ? [] : undefined;
		},
	);

	const done = new Map<number, ItemResult>();

	for (const [index, outcome] of outcomes.entries()) {
		if (outcome !== undefined) done.set(index, outcome);
	}

	return done;
}

/** Whether a record is where it is to be, or stays where it is. */
async function needsNothing(
	{ record, id, addition }: PlannedAddition,
	call: Call<'add'>,
	lists: TargetLists,
): Promise<Result<boolean>> {
	if (record === 'new') return false;

	const ids = await lists.idsIn(call);
	if (isProblem(ids)) return ids;
	if (ids.has(sameId(id))) return true;

	// Nobody wants a record moved that is to stay as it is.
	const isKept = record === 'used' && addition.isExclusive === true;

	return isKept ? await lists.isInAnother(call, id) : false;
}

/** Of records that are in one target at most, the last membership: the last item has the final say. */
function lastMoves(memberships: readonly PlannedAddition[]): ReadonlyMap<string, PlannedAddition> {
	const last = new Map<string, PlannedAddition>();

	for (const membership of memberships) {
		if (membership.addition.isExclusive === true) last.set(moveOf(membership), membership);
	}

	return last;
}

/** Whether a later item moves a record to another target, so that it need not go to this one first. */
function isMovedOn(
	membership: PlannedAddition,
	last: ReadonlyMap<string, PlannedAddition>,
): boolean {
	const final = last.get(moveOf(membership));

	return final !== undefined && final.target !== membership.target;
}

const moveOf = ({ call, addition, id }: PlannedAddition): string =>
	[call.workspace, addition.request.path, sameId(id)].join('\n');

/**
 * The items whose records are in Plane and could not be added.
 *
 * @param results of the additions, by their numbers; one that is not there was not begun
 */
export function findNotAdded(
	memberships: readonly PlannedAddition[],
	results: ReadonlyMap<number, ItemResult>,
): Map<number, Problem> {
	const items = new Map<number, NotAdded>();

	for (const [index, { call, addition, target, id }] of memberships.entries()) {
		const result = results.get(index);
		if (result !== undefined && !isProblem(result)) continue;

		const displayName = addition.locators.at(-1)?.displayName ?? '';
		const item = items.get(call.itemIndex) ?? { call, id, refusals: [] };

		item.refusals.push({ displayName, target, problem: result });
		items.set(call.itemIndex, item);
	}

	return new Map(
		[...items].map(([index, { call, id, refusals }]) => [index, notAdded(call, id, refusals)]),
	);
}

/** An item whose record was not added to some of its targets. */
interface NotAdded {
	readonly call: Call<'create' | 'update'>;
	/** The ID of its record. */
	readonly id: string;
	readonly refusals: Refusal[];
}
