import { RecordPresenter } from '../execute/RecordPresenter';
import type { ItemResult } from '../execute/results';
import type { Services } from '../execute/services';
import type { Saved } from '../execute/write/WriteResult';
import type { Call } from '../../shared/model/call';
import { isProblem } from '../../shared/result/problem';

/**
 * Gives the saved records the form in which the output shows them.
 *
 * @param results by the index of the item
 */
export async function completeRecords(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<Map<number, ItemResult>> {
	const completed = new Map(results);
	const presenter = new RecordPresenter(services);

	for (const call of calls) {
		if (call.kind !== 'create' && call.kind !== 'upsert' && call.kind !== 'update') continue;

		const result = results.get(call.itemIndex);
		if (result === undefined || isProblem(result)) continue;
		if (result.kind !== 'saved' || result.failures.length > 0) continue;

		const records: Saved[] = [];

		for (const { record, outcome } of result.records) {
			records.push({ record: await presenter.presentSaved(record, call), outcome });
		}

		completed.set(call.itemIndex, { ...result, records });
	}

	return completed;
}
