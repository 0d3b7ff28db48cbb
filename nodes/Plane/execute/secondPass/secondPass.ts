import type { Call } from '../../../shared/model/call';
import type { Draft, LeftOutName } from '../../../shared/model/draft';
import { isProblem } from '../../../shared/result/problem';
import {
	addMemberships,
	checkMemberships,
	listMemberships,
	markUpdated,
	type PendingMembership,
} from '../additions/memberships';
import type { ItemResult } from '../results';
import type { Services } from '../services';
import { archiveRecords, listArchives } from './archives';
import { planCommentsAndLinks } from './commentsAndLinks';
import { addFurtherRecords, findMissingRecords, type PendingRecord } from './furtherRecords';
import { changeParents, type ParentPlan, planParents } from './parents';
import { planRelations } from './relations';
import { RowNames } from './RowNames';
import { listSavedRows } from './savedRows';

/** What is to be done with records once all of them are saved. */
export interface SecondPass {
	/** What they are added to. */
	readonly memberships: readonly PendingMembership[];
	readonly parents: ParentPlan;
	/** Their comments, links and relations. */
	readonly furtherRecords: readonly PendingRecord[];
	/** Last, because nothing can be added to what is archived. */
	readonly archives: readonly Call<'action'>[];
	readonly leftOutNames: LeftOutNames;
}

/** The names that items go without, by the index of the item. */
type LeftOutNames = ReadonlyMap<number, readonly LeftOutName[]>;

/** What has become of records. */
interface PassResult {
	/** By the index of the item. */
	readonly results: ReadonlyMap<number, ItemResult>;
	readonly leftOutNames: LeftOutNames;
}

/** @param results by the index of the item */
export function planSecondPass(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): SecondPass {
	const rows = listSavedRows(drafts, calls, results);
	const names = new RowNames(rows);
	const parents = planParents(names);
	const relations = planRelations(names);

	return {
		memberships: listMemberships(drafts, calls, results),
		parents,
		furtherRecords: [...planCommentsAndLinks(rows), ...relations.pending],
		archives: listArchives(rows),
		leftOutNames: mergeNames(parents.leftOutNames, relations.leftOutNames),
	};
}

/** Whether there is nothing to be done. */
export const isEmptyPass = ({
	memberships,
	parents,
	furtherRecords,
	archives,
}: SecondPass): boolean =>
	[memberships, parents.changes, furtherRecords, archives].every(({ length }) => length === 0);

/**
 * Finds out which records a second pass would change. Nothing is changed.
 *
 * @param checked the results of the items as they would be without it
 */
export async function checkSecondPass(
	pass: SecondPass,
	checked: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<PassResult> {
	const moved = await checkMemberships(pass.memberships, services);
	const missing = await findMissingRecords(pass.furtherRecords, services);
	const changes = [...pass.parents.changes, ...missing.records];
	const results = new Map<number, ItemResult>([...checked, ...missing.failures]);
	const changed = [
		...moved.unsatisfied,
		...changes.map(({ call }) => call.itemIndex),
		...pass.archives.map(({ itemIndex }) => itemIndex),
	];

	for (const itemIndex of changed) {
		const result = results.get(itemIndex);
		if (isProblem(result) || result?.kind !== 'saved') continue;

		results.set(itemIndex, { ...result, records: result.records.map(markUpdated) });
	}

	return { results, leftOutNames: mergeNames(moved.leftOutNames, pass.leftOutNames) };
}

/**
 * Carries out a second pass, even if other items failed: what was saved must be complete.
 *
 * @param results of the items, by their indexes
 * @param services that continue after a failure
 */
export async function carryOutSecondPass(
	pass: SecondPass,
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<PassResult> {
	const added = await addMemberships(pass.memberships, results, services);
	const related = await changeParents(pass.parents.changes, added.results, services);
	const complete = await addFurtherRecords(pass.furtherRecords, related, services);

	return {
		results: await archiveRecords(pass.archives, complete, services),
		leftOutNames: mergeNames(added.leftOutNames, pass.leftOutNames),
	};
}

/** The names that items go without, for whatever reason. */
export function mergeNames(names: LeftOutNames, others: LeftOutNames): LeftOutNames {
	const merged = new Map(names);

	for (const [index, own] of others) merged.set(index, [...(merged.get(index) ?? []), ...own]);

	return merged;
}
