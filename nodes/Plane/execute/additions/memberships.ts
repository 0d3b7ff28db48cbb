import { getShownName } from '../../../shared/errors/pathParameters';
import { failed } from '../../../shared/errors/problemFrom';
import type { Field } from '../../../shared/fields/kinds';
import { groupBy } from '../../../shared/values/groupBy';
import { isArchived } from '../../../shared/values/isArchived';
import { normalizeId } from '../../../shared/values/textForms';
import type { Call, WriteCall } from '../../../shared/model/call';
import type { Draft, LeftOutName } from '../../../shared/model/draft';
import { catchProblem } from '../../../shared/model/catchProblem';
import { locationKey } from '../../../shared/model/place';
import type { Operation } from '../../../shared/operations/operation';
import {
	isProblem,
	isStopped,
	problem,
	type Problem,
	type Result,
} from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { type ItemResult, toRows } from '../results';
import { runJobs } from '../runJobs';
import type { Services } from '../services';
import { toCreate } from '../write/toCreate';
import { type Saved, withFailure } from '../write/WriteResult';
import { TargetLists } from './TargetLists';

/** A saved record that is still to be added to a cycle or a module. */
export interface PendingMembership {
	readonly call: WriteCall;
	/** The operation that adds the record to its target. */
	readonly operation: Operation<'add'>;
	readonly targetId: string;
	readonly recordId: string;
	/**
	 * - `new`: this run created it, so no target contains it yet.
	 * - `used`: it existed and stays as it is.
	 * - `changed`: it existed and was updated.
	 */
	readonly recordState: 'new' | 'used' | 'changed';
	readonly field: Field;
	/** Whether the item goes without it if the target takes nothing any more: nobody has asked for it. */
	readonly mayBeLeftOut: boolean;
}

/** The results of additions, by the index of the membership. */
type AdditionResults = ReadonlyMap<number, ItemResult>;

/**
 * Lists what the records of a run are still to be added to, in the order of the items.
 *
 * @param results by the index of the item
 */
export function listMemberships(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly PendingMembership[] {
	const saved = listSaved(calls, results);
	const slots = new Map(drafts.map((draft) => [draft.itemIndex, draft.slots]));
	const createdIds = new Set(
		saved.filter(({ outcome }) => outcome === 'created').map(({ id }) => id),
	);
	/** The records of the creates so far. */
	const known = new Set<string>();
	const memberships: PendingMembership[] = [];

	for (const { call, id, record, outcome } of saved) {
		const key = [locationKey(call), id].join('\n');
		const isFirst = !known.has(key);
		if (call.kind !== 'update') known.add(key);

		// An earlier item decided where it goes.
		if (outcome === 'used' && !isFirst) continue;
		// It is in no list, so that it would be added again and again.
		if (isArchived(record)) continue;

		const existingState = outcome === 'used' ? 'used' : 'changed';
		const recordState = createdIds.has(id) ? 'new' : existingState;

		for (const { field, operation } of call.operation.body.memberships ?? []) {
			const slot = slots.get(call.itemIndex)?.find(({ field: { wire } }) => wire === field.wire);
			const mayBeLeftOut = slot?.mayBeLeftOut === true;

			for (const targetId of call.targets[field.wire] ?? []) {
				memberships.push({
					call,
					operation,
					targetId,
					recordId: id,
					recordState,
					field,
					mayBeLeftOut,
				});
			}
		}
	}

	return memberships;
}

/** A record that an item has saved. */
interface SavedOfItem extends Saved {
	readonly call: WriteCall;
	readonly id: string;
}

function listSaved(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly SavedOfItem[] {
	const saved: SavedOfItem[] = [];

	for (const call of calls) {
		const result = results.get(call.itemIndex);
		const write = toWrite(call);
		if (write === undefined || result === undefined) continue;
		if (isProblem(result) || result.kind !== 'saved') continue;

		for (const { record, outcome } of result.records) {
			const { id } = record;
			if (typeof id === 'string') saved.push({ call: write, id, record, outcome });
		}
	}

	return saved;
}

function toWrite(call: Call): WriteCall | undefined {
	if (call.kind === 'upsert') return toCreate(call);

	return call.kind === 'create' || call.kind === 'update' ? call : undefined;
}

/** What has become of items whose records were to be added to something. */
interface CompletedItems {
	/** By the index of the item. */
	readonly results: ReadonlyMap<number, ItemResult>;
	/** The targets that take nothing any more, and that items go without, by the index of the item. */
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
}

/**
 * Adds records to their targets, even if other items failed: what was saved must be complete.
 *
 * @param results of the items, by their indexes
 * @param services that continue after a failure
 * @returns the results, with what could not be added
 */
export async function addMemberships(
	memberships: readonly PendingMembership[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<CompletedItems> {
	const satisfied = await findSatisfied(memberships, services);
	const calls = buildMembershipCalls(memberships).filter(
		({ itemIndex }) => !satisfied.has(itemIndex),
	);
	const { itemResults: added } = await runJobs(calls, services);
	const additions = new Map([...satisfied, ...added]);
	const failures = collectFailures(memberships, additions);
	const addedItems = collectAddedItems(memberships, added);
	const completed = new Map(results);

	for (const [index, result] of results) {
		if (isProblem(result) || result.kind !== 'saved') continue;

		const failure = failures.get(index);
		const records = addedItems.has(index) ? result.records.map(markUpdated) : result.records;
		const amended = { ...result, records };

		completed.set(index, failure === undefined ? amended : withFailure(amended, failure));
	}

	return { results: completed, leftOutNames: listLeftOut(memberships, additions) };
}

/** Whether an item goes without a target, because that takes nothing any more. */
const isLeftOut = ({ mayBeLeftOut }: PendingMembership, result: ItemResult | undefined): boolean =>
	mayBeLeftOut && isProblem(result) && result.cause === 'closedTarget';

/** @returns by the index of the item */
function listLeftOut(
	memberships: readonly PendingMembership[],
	results: AdditionResults,
): ReadonlyMap<number, readonly LeftOutName[]> {
	const leftOut = memberships.filter((membership, index) =>
		isLeftOut(membership, results.get(index)),
	);
	const names = [...groupBy(leftOut, ({ call }) => call.itemIndex)].map(
		([itemIndex, own]) =>
			[
				itemIndex,
				own.map(({ call, field, targetId }) => ({
					field,
					name: call.displayNames?.[targetId] ?? targetId,
				})),
			] as const,
	);

	return new Map(names);
}

/** What memberships would change. */
interface MembershipCheck {
	/** The items whose records are not yet in all of their targets, by their indexes. */
	readonly unsatisfied: ReadonlySet<number>;
	readonly leftOutNames: CompletedItems['leftOutNames'];
}

/** Finds out what memberships would change. Nothing is changed. */
export async function checkMemberships(
	memberships: readonly PendingMembership[],
	services: Services,
): Promise<MembershipCheck> {
	const satisfied = await findSatisfied(memberships, services);
	const unsatisfied = memberships.filter((_, index) => !satisfied.has(index));

	return {
		unsatisfied: new Set(unsatisfied.map(({ call }) => call.itemIndex)),
		leftOutNames: listLeftOut(memberships, satisfied),
	};
}

/** A record that was not changed itself, but added to something. */
export const markUpdated = ({ record, outcome }: Saved): Saved => ({
	record,
	outcome: outcome === 'unchanged' || outcome === 'rejected' ? 'updated' : outcome,
});

/** The calls that add saved records to their cycles and modules. Their item index is the index of the membership. */
const buildMembershipCalls = (memberships: readonly PendingMembership[]): Call<'add'>[] =>
	memberships.map(({ call, operation, targetId, recordId }, itemIndex): Call<'add'> => {
		// Only the path parameters of the target, so that additions to the same target can share requests.
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
			skipsMembershipCheck: true,
		};
	});

/**
 * Finds the memberships that need no request. Adding a record that is in its target already would count
 * as a change, with an activity and a notification (row 81). The lists of the targets also show what an
 * interrupted run left undone.
 *
 * @returns by the index of the membership, an empty result if no request is needed, or a Problem if the
 *   lists could not be read, or if a target that may be left out has ended; memberships that need a request are missing
 */
async function findSatisfied(
	memberships: readonly PendingMembership[],
	{ listSource, scheduler }: Services,
): Promise<Map<number, ItemResult>> {
	const targetLists = new TargetLists(listSource);
	const lastMoves = findLastMoves(memberships);

	const results = await mapConcurrently(
		buildMembershipCalls(memberships),
		{ concurrency: scheduler.settings.concurrency },
		async (call): Promise<ItemResult | undefined> => {
			const membership = memberships[call.itemIndex];
			if (membership === undefined || isMovedLater(membership, lastMoves)) return NOTHING_TO_DO;

			const isDone = await catchProblem(
				async () => await isSatisfied(membership, call, targetLists),
			);
			if (isProblem(isDone)) return isDone;
			if (isDone) return NOTHING_TO_DO;

			const hasEnded = membership.mayBeLeftOut && (await targetLists.hasEnded(call));

			return hasEnded ? HAS_ENDED : undefined;
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

/** The result of a membership that the server would refuse. */
const HAS_ENDED = problem({ cause: 'closedTarget', message: 'it has ended', description: '' });

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
	const mustStay = recordState === 'used' && operation.targetsPerRecord === 'one';

	return mustStay ? await lists.isInAnother(call, recordId) : false;
}

/** The last membership of each record that can be in one target only: the last item wins. */
function findLastMoves(
	memberships: readonly PendingMembership[],
): ReadonlyMap<string, PendingMembership> {
	const lastMoves = new Map<string, PendingMembership>();

	for (const membership of memberships) {
		if (membership.operation.targetsPerRecord === 'one')
			lastMoves.set(moveKey(membership), membership);
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
function collectFailures(
	memberships: readonly PendingMembership[],
	results: AdditionResults,
): Map<number, Problem> {
	const failedItems = new Map<number, FailedItem>();

	for (const [index, membership] of memberships.entries()) {
		const { call, operation, targetId, recordId } = membership;
		const result = results.get(index);
		const isDone = result !== undefined && !isProblem(result);
		if (isDone || isLeftOut(membership, result)) continue;

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
function collectAddedItems(
	memberships: readonly PendingMembership[],
	results: AdditionResults,
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

/** Why a record was not added to a cycle, a module or another target. */
interface AdditionFailure {
	/** The kind of target: `Cycle`. */
	readonly displayName: string;
	/** The ID of the target. */
	readonly target: string;
	/** Undefined if the execution ended first. */
	readonly problem: Problem | undefined;
}

/**
 * A record that was saved, but not added to all targets of its item. The advice is about the item as a
 * whole: repeating an addition is safe, but repeating a create makes a duplicate.
 *
 * @param id of the record
 * @param failures at least one
 */
function notAdded(call: WriteCall, id: string, failures: readonly AdditionFailure[]): Problem {
	const clauses = failures.map(
		({ displayName, target, problem: reason }) =>
			`${displayName} ${getShownName(call, target)}: ${reason?.message ?? 'the execution ended'}`,
	);
	const remedies = new Set(failures.map(({ problem: reason }) => remedyFor(reason)));
	const status = failures.find(({ problem: reason }) => reason?.status !== undefined)?.problem
		?.status;

	if (call.kind === 'create') {
		remedies.add('Add it with Add Work Items: the record is there already.');
	}

	return {
		...failed(
			`It was saved (ID ${id}), but not added to ${clauses.join('; nor to ')}`,
			[...remedies].filter((remedy) => remedy !== '').join(' '),
		),
		...(status === undefined ? {} : { status }),
	};
}

/** What to do about a failed addition besides running the item again, or ''. */
function remedyFor(reason: Problem | undefined): string {
	if (reason === undefined || isStopped(reason)) return '';
	if (reason.effect === 'maybeDone') return 'Plane may or may not have added it.';

	// Plane's advice about the values of an addition does not apply to the values of this item.
	return reason.status === 400 && reason.cause !== 'closedTarget' ? '' : reason.description;
}
