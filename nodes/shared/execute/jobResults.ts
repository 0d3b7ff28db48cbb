import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { outcomeOf, type Added } from './addIds';
import type { Call } from '../model/call';
import { additionOf, type Job } from './batchAdditions';
import { isProblem, type Problem } from '../result/problem';

/** An output item, before it is paired with its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Records as output items. */
export const outputsOf = (records: readonly IDataObject[] | Problem): Output[] | Problem =>
	isProblem(records) ? records : records.map((json) => ({ json }));

/** What a job came to: its output items, why it failed or, of an addition, both by ID. */
export type Done = Output[] | Problem | ReadonlyMap<string, Added>;

/** What an item came to: its output items, or why it failed. */
export type Outcome = Output[] | Problem;

/** Whether anything of a job failed. */
export const hasFailed = (done: Done): boolean =>
	isAdded(done) ? [...done.values()].some(isProblem) : isProblem(done);

const isAdded = (done: Done): done is ReadonlyMap<string, Added> => done instanceof Map;

/**
 * What each item came to, from what the jobs came to that it has a part in.
 *
 * @param dones in the order of the jobs; undefined: not begun
 * @returns by the index of the item; an item of which nothing was begun is not among them
 */
export function outcomesOf(
	calls: readonly Call[],
	jobs: readonly Job[],
	dones: readonly (Done | undefined)[],
): Map<number, Outcome> {
	const parts = new Map<number, Done[]>();
	for (const [place, { items }] of jobs.entries()) {
		const done = dones[place];
		if (done === undefined) continue;
		for (const item of items) {
			const others = parts.get(item);
			if (others === undefined) parts.set(item, [done]);
			else others.push(done);
		}
	}
	return new Map(
		calls.flatMap((call) => {
			const [first, ...others] = parts.get(call.itemIndex) ?? [];
			const outcome = first && together(call, [first, ...others]);
			return outcome === undefined ? [] : [[call.itemIndex, outcome]];
		}),
	);
}

/** @returns undefined: nothing of it was begun */
function together(call: Call, parts: readonly [Done, ...Done[]]): Outcome | undefined {
	const addition = additionOf(call);
	const [first] = parts;
	if (addition === undefined) return isAdded(first) ? [] : first;
	const added = new Map(
		addition.ids.flatMap((id) => {
			const outcome = parts.map((part) => partOf(part, id)).find((each) => each !== undefined);
			return outcome === undefined ? [] : [[id, outcome]];
		}),
	);
	if (added.size === 0) return undefined;
	const outcome = outcomeOf(added, addition.ids.length);
	// One record may be that of several items, and a later node may change its item.
	return outputsOf(isProblem(outcome) ? outcome : outcome.map((record) => deepCopy(record)));
}

/** What a part has for one ID; an exception is that of each. */
const partOf = (part: Done, id: string): Added | undefined => {
	if (isAdded(part)) return part.get(id);
	return isProblem(part) ? part : undefined;
};
