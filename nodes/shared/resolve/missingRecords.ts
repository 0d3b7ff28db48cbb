import type { Field } from '../fields/kinds';
import type { Place } from '../model/place';
import { isProblem, type Problem } from '../result/problem';
import type { Pending, ResultsByKey } from './lookup';

/** A record that an item refers to by its name, and that does not exist yet: a label, or a state. */
export interface MissingRecord {
	/** The key of its lookup. Items that refer to the record in the same way share it. */
	readonly key: string;
	readonly itemIndex: number;
	readonly name: string;
	/** Where it is to be created. */
	readonly place: Place;
	/** The field in which it is named. */
	readonly field: Field;
	/** The group of a state; a label has none. */
	readonly group?: string;
	/** Whether nobody has said so, and another group will do. */
	readonly isAssumed?: boolean;
}

/** What became of missing records. */
export interface CreatedRecords {
	/** The IDs of the records that exist now, by their keys. */
	readonly ids: ReadonlyMap<string, string>;
	/** Why items cannot have their records, by the index of the item. */
	readonly failures: ReadonlyMap<number, Problem>;
}

/** Lists the records that items need, in their order. */
export function listMissingRecords(
	pending: readonly Pending[],
	results: ResultsByKey,
): readonly MissingRecord[] {
	const records: MissingRecord[] = [];

	for (const { draft, lookups } of pending) {
		for (const { key, target, parents, field } of lookups) {
			const result = results.get(key);
			if (result === undefined || isProblem(result) || result.kind !== 'toCreate') continue;

			const { itemIndex } = draft;
			const { name, group, isAssumed } = result;
			const place = { workspace: target.workspace, path: parents };

			records.push({
				key,
				itemIndex,
				name,
				place,
				field,
				...(group !== undefined && { group }),
				...(isAssumed && { isAssumed }),
			});
		}
	}

	return records;
}
