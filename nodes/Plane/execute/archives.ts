import type { Call } from '../../shared/model/call';
import type { Draft } from '../../shared/model/draft';
import { archiveWorkItem } from '../../shared/operations';
import { isProblem } from '../../shared/result/problem';
import { asText } from '../../shared/values/asText';
import { isEmpty } from '../../shared/values/valueChecks';
import { markUpdated } from './additions/memberships';
import type { ItemResult } from './results';
import { runJobs } from './runJobs';
import type { Services } from './services';
import { withFailure } from './write/WriteResult';

/**
 * Lists the saved records of an import that are to be archived, and are not yet.
 *
 * @param results by the index of the item
 */
export function listArchives(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly Call<'action'>[] {
	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));
	const archives: Call<'action'>[] = [];

	for (const { itemIndex, row } of drafts) {
		const call = callsByItem.get(itemIndex);
		const result = results.get(itemIndex);
		if (row?.archiveOn === undefined || call?.kind !== 'upsert' || result === undefined) continue;
		if (isProblem(result) || result.kind !== 'saved') continue;

		const [saved] = result.records;
		const id = asText(saved?.record.id);
		if (saved === undefined || id === undefined || !isEmpty(saved.record.archived_at)) continue;

		archives.push({
			kind: 'action',
			operation: archiveWorkItem,
			itemIndex,
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
 * Archives records of an import, once everything else is done for them: what is missing could not be added later.
 *
 * @param results of the items, by their indexes
 * @param services that go on after a failure
 * @returns these results, with the archived records, and what could not be archived
 */
export async function archiveRecords(
	archives: readonly Call<'action'>[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<ReadonlyMap<number, ItemResult>> {
	const isComplete = ({ itemIndex }: Call<'action'>) => {
		const result = results.get(itemIndex);

		return result !== undefined && !isProblem(result) && 'failures' in result
			? result.failures.length === 0
			: false;
	};

	const calls = archives.filter(isComplete);
	const { itemResults } = await runJobs(calls, services);
	const completed = new Map(results);

	for (const { itemIndex, body } of calls) {
		const result = completed.get(itemIndex);
		const archived = itemResults.get(itemIndex);
		if (result === undefined || isProblem(result) || result.kind !== 'saved') continue;
		if (archived === undefined) continue;

		if (isProblem(archived)) {
			completed.set(itemIndex, withFailure(result, archived));
			continue;
		}

		const records = result.records.map(({ record, outcome }) =>
			markUpdated({ record: { ...record, ...body }, outcome }),
		);

		completed.set(itemIndex, { ...result, records });
	}

	return completed;
}
