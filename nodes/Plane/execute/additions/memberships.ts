import { notAdded, type AdditionFailure } from '../../../shared/errors/notAdded';
import { normalizeId } from '../../../shared/fields/identifier';
import type { Call, WriteCall } from '../../../shared/model/call';
import { catchProblem } from '../../../shared/model/catchProblem';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import type { Execution } from '../Execution';
import { type ItemResult, toRows } from '../results';
import type { PendingMembership } from './PendingMembership';
import type { TargetLists } from './TargetLists';

/** The calls that add saved records to their cycles and modules. Their item index is the index of the membership. */
export const buildMembershipCalls = (memberships: readonly PendingMembership[]): Call<'add'>[] =>
	memberships.map(({ call, operation, targetId, recordId }, itemIndex): Call<'add'> => {
		// Only the path parameters of the target, so that additions to the same target can be batched.
		const path = Object.fromEntries(
			operation.locators.map(({ wire }) => [wire, call.path[wire] ?? targetId]),
		);

		return {
			kind: 'add',
			operation,
			workspace: call.workspace,
			...(call.displayNames && { displayNames: call.displayNames }),
			itemIndex,
			path,
			ids: [recordId],
			areNotInTarget: true,
		};
	});

/**
 * Finds the memberships that need no request. Adding a record that is in its target already would count
 * as a change, with an activity and a notification (row 81). The lists of the targets also show what an
 * interrupted run left undone.
 *
 * @returns by the index of the membership, an empty result if no request is needed, or a Problem if the
 *   lists could not be read; memberships that need a request are missing
 */
export async function findSatisfiedMemberships(
	memberships: readonly PendingMembership[],
	execution: Execution,
): Promise<Map<number, ItemResult>> {
	const lastMoves = findLastMoves(memberships);

	const results = await mapConcurrently(
		buildMembershipCalls(memberships),
		{ concurrency: execution.paging.concurrency },
		async (call): Promise<ItemResult | undefined> => {
			const membership = memberships[call.itemIndex];
			if (membership === undefined || isMovedLater(membership, lastMoves)) return NOTHING_TO_DO;

			const isDone = await catchProblem(
				async () => await isSatisfied(membership, call, execution.targetLists),
			);
			if (isProblem(isDone)) return isDone;

			return isDone ? NOTHING_TO_DO : undefined;
		},
	);

	const satisfied = new Map<number, ItemResult>();

	for (const [index, result] of results.entries()) {
		if (result !== undefined) satisfied.set(index, result);
	}

	return satisfied;
}

/** The result of a membership that needs no request. */
const NOTHING_TO_DO = toRows([]);

/** Whether a record is in its target already, or must stay where it is. */
async function isSatisfied(
	{ recordState, recordId, operation }: PendingMembership,
	call: Call<'add'>,
	lists: TargetLists,
): Promise<Result<boolean>> {
	if (recordState === 'new') return false;

	const ids = await lists.readIds(call);
	if (isProblem(ids)) return ids;
	if (ids.has(normalizeId(recordId))) return true;

	// A record that is used as it is must not be moved out of another target.
	const mustStay = recordState === 'used' && operation.isExclusive === true;

	return mustStay ? await lists.isInAnother(call, recordId) : false;
}

/** The last membership of each record that can be in one target only: the last item wins. */
function findLastMoves(
	memberships: readonly PendingMembership[],
): ReadonlyMap<string, PendingMembership> {
	const lastMoves = new Map<string, PendingMembership>();

	for (const membership of memberships) {
		if (membership.operation.isExclusive === true) lastMoves.set(moveKey(membership), membership);
	}

	return lastMoves;
}

/** Whether a later item moves a record to another target, so that it need not be added to this one. */
function isMovedLater(
	membership: PendingMembership,
	lastMoves: ReadonlyMap<string, PendingMembership>,
): boolean {
	const lastMove = lastMoves.get(moveKey(membership));

	return lastMove !== undefined && lastMove.targetId !== membership.targetId;
}

const moveKey = ({ call, operation, recordId }: PendingMembership): string =>
	[call.workspace, operation.request.path, normalizeId(recordId)].join('\n');

/**
 * Finds the items whose records were saved but not added to a target.
 *
 * @param results by the index of the membership; one that was not started is missing
 * @returns by the index of the item
 */
export function collectFailedMemberships(
	memberships: readonly PendingMembership[],
	results: ReadonlyMap<number, ItemResult>,
): Map<number, Problem> {
	const failedItems = new Map<number, FailedItem>();

	for (const [index, { call, operation, targetId, recordId }] of memberships.entries()) {
		const result = results.get(index);
		if (result !== undefined && !isProblem(result)) continue;

		const displayName = operation.locators.at(-1)?.displayName ?? '';
		const item = failedItems.get(call.itemIndex) ?? { call, recordId, failures: [] };

		item.failures.push({ displayName, target: targetId, problem: result });
		failedItems.set(call.itemIndex, item);
	}

	const problems = new Map<number, Problem>();

	for (const [itemIndex, { call, recordId, failures }] of failedItems) {
		problems.set(itemIndex, notAdded(call, recordId, failures));
	}

	return problems;
}

/**
 * Lists the items whose records were added to a target by a request.
 *
 * @param results of the additions, by the index of the membership
 */
export function collectAddedItems(
	memberships: readonly PendingMembership[],
	results: ReadonlyMap<number, ItemResult>,
): ReadonlySet<number> {
	const items = new Set<number>();

	for (const [index, { call }] of memberships.entries()) {
		const result = results.get(index);
		if (result !== undefined && !isProblem(result)) items.add(call.itemIndex);
	}

	return items;
}

/** An item whose record was not added to at least one of its targets. */
interface FailedItem {
	readonly call: WriteCall;
	readonly recordId: string;
	readonly failures: AdditionFailure[];
}
