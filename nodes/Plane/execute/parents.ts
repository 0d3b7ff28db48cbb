import { asText } from '../../shared/values/asText';
import { groupBy } from '../../shared/values/groupBy';
import { foldName, normalizeId } from '../../shared/values/textForms';
import type { Call } from '../../shared/model/call';
import { catchProblem } from '../../shared/model/catchProblem';
import type { Draft, LeftOutName, RowRelatives } from '../../shared/model/draft';
import { locationKey } from '../../shared/model/place';
import { toImportKey } from '../../shared/operations/shared/external';
import { isProblem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { markUpdated } from './additions/memberships';
import type { ItemResult } from './results';
import type { Services } from './services';
import { listBodyFields } from './write/compareRecord';
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
	/**
	 * The parents that are no rows of the import, or several of them, or children of their own children, by the index of
	 * the item.
	 */
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
}

/** A saved row that other rows can name as their parent. */
interface Candidate {
	readonly id: string;
	readonly title: string;
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
	const rows = listRows(drafts, calls, results);
	const changes: ParentChange[] = [];
	const leftOutNames = new Map<number, readonly LeftOutName[]>();
	if (rows.every(({ relatives }) => relatives.parent === undefined)) {
		return { changes, leftOutNames };
	}

	const candidates = indexNames(rows);
	const parents = new Map<string, string>();

	for (const row of rows) {
		const { call, saved, relatives } = row;
		const { parent: name } = relatives;
		if (name === undefined) continue;

		const parentId = findParent(row, candidates);
		const isPossible = parentId !== undefined && !isAncestor(row.id, parentId, parents);

		if (!isPossible) {
			const field = findParentField(call);

			leftOutNames.set(call.itemIndex, field === undefined ? [] : [{ field, name }]);
			continue;
		}

		parents.set(row.id, parentId);

		const current = normalizeId(asText(saved.record[PARENT]) ?? '');
		if (current !== parentId) changes.push({ call, saved, parentId });
	}

	return { changes, leftOutNames };
}

const findParentField = ({ operation }: Call<'upsert'>) =>
	listBodyFields(operation.body).find(({ wire }) => wire === PARENT);

/** A row whose record is saved, or would be. */
interface Row {
	readonly call: Call<'upsert'>;
	readonly saved: Saved;
	readonly relatives: RowRelatives;
	/** Of its record. */
	readonly id: string;
}

function listRows(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly Row[] {
	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));
	const rows: Row[] = [];

	for (const { itemIndex, row } of drafts) {
		const call = callsByItem.get(itemIndex);
		const saved = readSaved(results.get(itemIndex));
		const relatives = row?.relatives;
		if (call?.kind !== 'upsert' || saved === undefined || relatives === undefined) continue;

		rows.push({ call, saved, relatives, id: readId(call, saved) });
	}

	return rows;
}

/** A record that is only planned has no ID yet: its External ID identifies it. */
const readId = ({ body, itemIndex }: Call<'upsert'>, { record }: Saved): string =>
	normalizeId(asText(record.id) ?? '') || (toImportKey(body) ?? `item ${itemIndex}`);

/** The saved rows by their project, and by what other rows call them. */
const indexNames = (rows: readonly Row[]) =>
	groupBy(
		rows.flatMap(({ call, relatives, id }) =>
			relatives.names.map((name) => ({
				key: nameKey(call, name),
				id,
				title: asText(call.body.name) ?? '',
			})),
		),
		({ key }) => key,
	);

const nameKey = (call: Call<'upsert'>, name: string): string =>
	[locationKey(call), name].join('\n');

/** The ID of the one record that a row names as its parent. */
function findParent(
	{ call, relatives }: Row,
	candidates: ReadonlyMap<string, readonly Candidate[]>,
): string | undefined {
	const { parent = '', parentTitle } = relatives;
	const named = (candidates.get(nameKey(call, parent)) ?? []).filter(
		({ title }) => parentTitle === undefined || foldName(title) === foldName(parentTitle),
	);
	const [id, ...others] = new Set(named.map((candidate) => candidate.id));

	return others.length === 0 ? id : undefined;
}

/** Whether a record is another one, or above it. */
function isAncestor(
	id: string,
	descendantId: string,
	parents: ReadonlyMap<string, string>,
): boolean {
	let current: string | undefined = descendantId;

	while (current !== undefined && current !== id) current = parents.get(current);

	return current === id;
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

/** The record of an item, unless something of it is not done. */
function readSaved(result: ItemResult | undefined): Saved | undefined {
	if (result === undefined || isProblem(result) || result.kind !== 'saved') return undefined;

	return result.failures.length > 0 ? undefined : result.records[0];
}

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

		const [changedRecord] = changed.records;
		const records = result.records.map(({ record, outcome }) =>
			markUpdated({ record: { ...record, ...changedRecord?.record }, outcome }),
		);

		completed.set(call.itemIndex, {
			...result,
			records,
			failures: [...result.failures, ...changed.failures],
		});
	});

	return completed;
}
