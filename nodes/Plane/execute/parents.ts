import { asText } from '../../shared/values/asText';
import { groupBy } from '../../shared/values/groupBy';
import { normalizeId } from '../../shared/values/textForms';
import type { Call } from '../../shared/model/call';
import { catchProblem } from '../../shared/model/catchProblem';
import type { Draft, LeftOutName } from '../../shared/model/draft';
import { isProblem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { markUpdated } from './additions/memberships';
import type { ItemResult } from './results';
import type { Services } from './services';
import { RecordChanges } from './write/RecordChanges';
import { toCreate } from './write/toCreate';
import { type Saved, withFailure } from './write/WriteResult';

const PARENT = 'parent';

/** A record that is to become a child of another one. */
export interface ParentChange {
	readonly call: Call<'upsert'>;
	readonly saved: Saved;
	/** The ID of the other one. */
	readonly parentId: string;
}

/** What becomes of the parents of the rows of an import. */
export interface ParentPlan {
	/** Without records that have their parent. */
	readonly changes: readonly ParentChange[];
	/** The parents that are no rows of the import, or several of them, by the index of the item. */
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
}

/**
 * Finds the parents of the rows of an import among its other rows, before or after them.
 *
 * @param results by the index of the item
 */
export function planParents(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): ParentPlan {
	const children = drafts.filter(({ row }) => row?.relatives?.parent !== undefined);
	const changes: ParentChange[] = [];
	const leftOutNames = new Map<number, readonly LeftOutName[]>();
	if (children.length === 0) return { changes, leftOutNames };

	const idsByName = indexNames(drafts, results);
	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));

	for (const { itemIndex, row } of children) {
		const call = callsByItem.get(itemIndex);
		const saved = readSaved(results.get(itemIndex));
		const name = row?.relatives?.parent ?? '';
		if (call?.kind !== 'upsert' || saved === undefined) continue;

		const ids = new Set(idsByName.get(name)?.map(({ id }) => id));
		const [parentId] = ids;
		const field = call.operation.body.fields.find(({ wire }) => wire === PARENT);

		if (parentId === undefined || ids.size > 1) {
			if (field !== undefined) leftOutNames.set(itemIndex, [{ field, name }]);
		} else if (needsParent(saved, parentId)) {
			changes.push({ call, saved, parentId });
		}
	}

	return { changes, leftOutNames };
}

/** The names that items go without, for whatever reason. */
export function mergeNames(
	names: ReadonlyMap<number, readonly LeftOutName[]>,
	others: ReadonlyMap<number, readonly LeftOutName[]>,
): ReadonlyMap<number, readonly LeftOutName[]> {
	const merged = new Map(names);

	for (const [index, own] of others) merged.set(index, [...(merged.get(index) ?? []), ...own]);

	return merged;
}

/** The IDs of the saved records by what other rows call them. */
function indexNames(drafts: readonly Draft[], results: ReadonlyMap<number, ItemResult>) {
	const entries = drafts.flatMap(({ itemIndex, row }) => {
		const saved = readSaved(results.get(itemIndex));
		// A record that is only planned has no ID yet.
		const id = readId(saved) || `item ${itemIndex}`;

		return saved === undefined ? [] : (row?.relatives?.names ?? []).map((name) => ({ name, id }));
	});

	return groupBy(entries, ({ name }) => name);
}

/** The record of an item, unless something of it is not done. */
function readSaved(result: ItemResult | undefined): Saved | undefined {
	if (result === undefined || isProblem(result) || result.kind !== 'saved') return undefined;

	return result.failures.length > 0 ? undefined : result.records[0];
}

const readId = (saved: Saved | undefined): string => normalizeId(asText(saved?.record.id) ?? '');

/** A record cannot be its own parent. */
const needsParent = (saved: Saved, parentId: string): boolean =>
	readId(saved) !== parentId && normalizeId(asText(saved.record[PARENT]) ?? '') !== parentId;

/**
 * Makes records children of others.
 *
 * @param results of the items, by their indexes
 * @param services that go on after a failure
 * @returns these results, with the parents
 */
export async function changeParents(
	changes: readonly ParentChange[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<ReadonlyMap<number, ItemResult>> {
	const writes = new RecordChanges(services);
	const { concurrency } = services.scheduler.settings;
	const completed = new Map(results);

	await mapConcurrently(changes, { concurrency }, async ({ call, saved, parentId }) => {
		const change = { ...toCreate(call), body: { [PARENT]: parentId }, targets: {} };
		const write = async () => await writes.updateExisting(change, saved.record);
		const changed = await catchProblem(write);
		const result = completed.get(call.itemIndex);
		if (result === undefined || isProblem(result) || result.kind !== 'saved') return;

		if (isProblem(changed)) {
			completed.set(call.itemIndex, withFailure(result, changed));

			return;
		}

		const records = changed.records.map(({ record }) =>
			markUpdated({ record: { ...saved.record, ...record }, outcome: saved.outcome }),
		);

		completed.set(call.itemIndex, { ...result, records, failures: changed.failures });
	});

	return completed;
}
