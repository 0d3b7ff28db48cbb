import type { Place } from '../model/place';
import { isProblem, type Problem } from '../result/problem';
import type { Pending, ResultsByKey } from './lookup';

/** A label that an item refers to by its name, and that does not exist yet. */
export interface MissingLabel {
	/** The key of its lookup. Items that refer to the label in the same way share it. */
	readonly key: string;
	readonly itemIndex: number;
	readonly name: string;
	/** Where it is to be created. */
	readonly place: Place;
}

/** What became of missing labels. */
export interface CreatedLabels {
	/** The IDs of the labels that exist now, by their keys. */
	readonly ids: ReadonlyMap<string, string>;
	/** Why items cannot have their labels, by the index of the item. */
	readonly failures: ReadonlyMap<number, Problem>;
}

/** Lists the labels that items need, in their order. */
export function listMissingLabels(
	pending: readonly Pending[],
	results: ResultsByKey,
): readonly MissingLabel[] {
	const labels: MissingLabel[] = [];

	for (const { draft, lookups } of pending) {
		for (const { key, target, parents } of lookups) {
			const result = results.get(key);
			if (result === undefined || isProblem(result) || result.kind !== 'toCreate') continue;

			const { itemIndex } = draft;
			const place = { workspace: target.workspace, path: parents };

			labels.push({ key, itemIndex, name: result.name, place });
		}
	}

	return labels;
}
