import { deepCopy } from 'n8n-workflow';

import type { Call } from '../model/call';
import { isProblem } from '../result/problem';
import { addedRecords } from './addIds';
import type { Added, ItemResult, JobResult } from './execution';
import type { Job } from './jobs';

/**
 * What each item came to, from what the jobs came to that it has a part in.
 *
 * @param results in the order of the jobs; undefined: not begun
 * @returns by the index of the item; an item of which nothing was begun is not among them
 */
export function itemResults(
	calls: readonly Call[],
	jobs: readonly Job[],
	results: readonly (JobResult | undefined)[],
): Map<number, ItemResult> {
	const parts = new Map<number, JobResult[]>(calls.map(({ itemIndex }) => [itemIndex, []]));
	for (const [index, { items }] of jobs.entries()) {
		const result = results[index];
		if (result === undefined) continue;
		for (const item of items) parts.get(item)?.push(result);
	}
	return new Map(
		calls.flatMap((call) => {
			const result = together(call, parts.get(call.itemIndex) ?? []);
			return result === undefined ? [] : [[call.itemIndex, result]];
		}),
	);
}

/** @returns undefined: nothing of it was begun */
function together(call: Call, parts: readonly JobResult[]): ItemResult | undefined {
	const [first] = parts;
	if (call.kind !== 'add') {
		if (first === undefined || isProblem(first)) return first;
		return 'outputs' in first ? first.outputs : [];
	}
	const added = new Map<string, Added>();
	for (const id of call.ids) {
		const outcome = parts
			// What failed as a whole failed for each ID.
			.map((part) => ('added' in part ? part.added.get(id) : isProblem(part) ? part : undefined))
			.find((each) => each !== undefined);
		if (outcome !== undefined) added.set(id, outcome);
	}
	if (added.size === 0) return undefined;
	const records = addedRecords(added, call.ids.length);
	// One record may be that of several items, and a later node may change its item.
	return isProblem(records) ? records : records.map((json) => ({ json: deepCopy(json) }));
}
