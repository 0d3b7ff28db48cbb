import type { Call } from '../../../shared/model/call';
import type { Draft, ImportRow } from '../../../shared/model/draft';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { ItemResult } from '../results';
import type { Saved } from '../write/WriteResult';

/** A row of an import whose record is saved, or would be, even if not everything of it is done. */
export interface SavedRow {
	readonly row: ImportRow;
	readonly call: Call<'upsert'>;
	readonly saved: Saved;
}

/** What could not be done with a record once it was saved. @param what a clause */
export const savedBut = (what: string, reason: Problem): Problem => ({
	...reason,
	message: `It was saved, but ${what}: ${reason.message}`,
});

/**
 * Lists the rows whose records are saved, in their order.
 *
 * @param results by the index of the item
 */
export function listSavedRows(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly SavedRow[] {
	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));
	const rows: SavedRow[] = [];

	for (const { itemIndex, row } of drafts) {
		const call = callsByItem.get(itemIndex);
		const result = results.get(itemIndex);
		if (row === undefined || call?.kind !== 'upsert' || result === undefined) continue;
		if (isProblem(result) || result.kind !== 'saved') continue;

		const [saved] = result.records;
		if (saved !== undefined) rows.push({ row, call, saved });
	}

	return rows;
}
