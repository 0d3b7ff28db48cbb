import type { IDataObject } from 'n8n-workflow';

import { isProblem } from '../../shared/result/problem';
import type { ItemResult, Output } from './results';

/**
 * Corrects the outcome of records that were not changed themselves, but added to a cycle or a module afterwards.
 *
 * @param results by the index of the item
 * @param addedItems the indexes of items whose records were added to something
 */
export function markAdded(
	results: ReadonlyMap<number, ItemResult>,
	addedItems: ReadonlySet<number>,
): Map<number, ItemResult> {
	const corrected = new Map(results);

	for (const index of addedItems) {
		const result = results.get(index);
		if (result === undefined || isProblem(result)) continue;

		corrected.set(index, result.map(markUpdated));
	}

	return corrected;
}

const markUpdated = (output: Output): Output =>
	output.outcome === 'unchanged' ? { ...output, outcome: 'updated' } : output;

/**
 * Puts the outcome first into the output of each upsert, in place of a field of the record that is called the same.
 *
 * @param results by the index of the item
 */
export function showOutcomes(results: ReadonlyMap<number, ItemResult>): Map<number, ItemResult> {
	const shown = new Map<number, ItemResult>();

	for (const [index, result] of results) {
		shown.set(index, isProblem(result) ? result : result.map(showOutcome));
	}

	return shown;
}

function showOutcome({ outcome, ...output }: Output): Output {
	if (outcome === undefined) return output;

	const json: IDataObject = { outcome, ...output.json };

	json.outcome = outcome;

	return { ...output, json };
}
