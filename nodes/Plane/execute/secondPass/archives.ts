import type { Call } from '../../../shared/model/call';
import { archiveWorkItem } from '../../../shared/operations';
import { isProblem } from '../../../shared/result/problem';
import { asText } from '../../../shared/values/asText';
import { isArchived } from '../../../shared/values/isArchived';
import { markUpdated } from '../additions/memberships';
import type { ItemResult } from '../results';
import { runJobs } from '../runJobs';
import { savedBut, type SavedRow } from './savedRows';
import type { Services } from '../services';
import { withFailure } from '../write/WriteResult';

/** Lists the saved records of an import that are to be archived, and are not yet. */
export function listArchives(rows: readonly SavedRow[]): readonly Call<'action'>[] {
	const archives: Call<'action'>[] = [];

	for (const { row, call, saved } of rows) {
		const id = asText(saved.record.id);
		if (row.archiveOn === undefined || id === undefined || isArchived(saved.record)) continue;

		archives.push({
			kind: 'action',
			operation: archiveWorkItem,
			itemIndex: call.itemIndex,
			workspace: call.workspace,
			path: { ...call.path, work_item_id: id },
			body: { archived_at: row.archiveOn },
			ignoreMissing: false,
			// It is archived in the other tool, whatever its state.
			skipsCheck: true,
		});
	}

	return archives;
}

/**
 * Archives records of an import, once everything else is done for all of their rows that were saved: what is missing
 * could not be added later.
 *
 * @param results of the items, by their indexes
 * @param services that continue after a failure
 * @returns these results, with the archived records, and what could not be archived
 */
export async function archiveRecords(
	archives: readonly Call<'action'>[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<ReadonlyMap<number, ItemResult>> {
	const incompleteIds = listIncompleteIds(results);
	const calls = archives.filter(({ path }) => !incompleteIds.has(path.work_item_id));
	const { itemResults } = await runJobs(calls, services);
	const completed = new Map(results);

	for (const { itemIndex, body } of calls) {
		const result = completed.get(itemIndex);
		const archived = itemResults.get(itemIndex);
		if (result === undefined || isProblem(result) || result.kind !== 'saved') continue;
		if (archived === undefined) continue;

		if (isProblem(archived)) {
			completed.set(itemIndex, withFailure(result, savedBut('it was not archived', archived)));
			continue;
		}

		const records = result.records.map(({ record, outcome }) =>
			markUpdated({ record: { ...record, ...body }, outcome }),
		);

		completed.set(itemIndex, { ...result, records });
	}

	return completed;
}

/** The IDs of the records of which something could not be saved, for any of their rows. */
function listIncompleteIds(
	results: ReadonlyMap<number, ItemResult>,
): ReadonlySet<string | undefined> {
	const incomplete = [...results.values()].flatMap((result) =>
		!isProblem(result) && result.kind === 'saved' && result.failures.length > 0
			? result.records
			: [],
	);

	return new Set(incomplete.map(({ record }) => asText(record.id)));
}
