import { asText } from '../../../shared/values/asText';
import { normalizeId } from '../../../shared/values/textForms';
import type { Call } from '../../../shared/model/call';
import { catchProblem } from '../../../shared/model/catchProblem';
import type { LeftOutName } from '../../../shared/model/draft';
import { isProblem } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { markUpdated } from '../additions/memberships';
import type { ItemResult } from '../results';
import type { NamedRow, RowNames } from './RowNames';
import { savedBut } from './savedRows';
import type { Services } from '../services';
import { listBodyFields } from '../write/compareRecord';
import { RecordChanges } from '../write/RecordChanges';
import { toCreate } from '../write/toCreate';
import { type Saved, withFailure } from '../write/WriteResult';

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

/**
 * Finds the parents of the rows of an import among its other rows, before or after them. Of several rows of one record,
 * the last one that has a parent decides.
 */
export function planParents(rows: RowNames): ParentPlan {
	const changes: ParentChange[] = [];
	const leftOutNames = new Map<number, readonly LeftOutName[]>();
	const planned = new Map<NamedRow, string>();

	for (const row of rows.all) {
		const { parent: name, parentTitle } = row.relatives;
		const parentId = name === undefined ? undefined : rows.find(row, name, parentTitle);
		if (parentId !== undefined) planned.set(row, parentId);
	}

	const parents = new Map([
		...rows.all.map(({ id, saved }) => [id, readParent(saved)] as const),
		...[...planned].map(([{ id }, parentId]) => [id, parentId] as const),
	]);

	const lastRows = new Map([...planned.keys()].map((row) => [row.id, row]));

	// Of a circle, the last row goes without its parent.
	for (const row of rows.all.toReversed()) {
		const { call, saved, relatives, id } = row;
		const { parent: name } = relatives;
		if (name === undefined) continue;

		const parentId = planned.get(row);

		if (parentId === undefined || isAncestor(id, parentId, parents)) {
			const field = findParentField(call);

			parents.set(id, readParent(saved));
			leftOutNames.set(call.itemIndex, field === undefined ? [] : [{ field, name, isRow: true }]);
		} else if (lastRows.get(id) === row && readParent(saved) !== parentId) {
			changes.push({ call, saved, parentId });
		}
	}

	return { changes: changes.toReversed(), leftOutNames };
}

/** The ID of the parent that a record has, or `''`. */
const readParent = ({ record }: Saved): string => normalizeId(asText(record[PARENT]) ?? '');

const findParentField = ({ operation }: Call<'upsert'>) =>
	listBodyFields(operation.body).find(({ wire }) => wire === PARENT);

/** Whether a record is another one, or above it. */
function isAncestor(
	id: string,
	descendantId: string,
	parents: ReadonlyMap<string, string>,
): boolean {
	// Plane may have a circle already.
	const seen = new Set<string>();
	let current: string | undefined = descendantId;

	while (current !== undefined && current !== id && !seen.has(current)) {
		seen.add(current);
		current = parents.get(current);
	}

	return current === id;
}

/**
 * Makes records children of others.
 *
 * @param results of the items, by their indexes
 * @param services that continue after a failure
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
			const failure = savedBut('it did not get its parent', changed);

			completed.set(call.itemIndex, withFailure(result, failure));

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
