import { inOtherGroup } from '../../shared/errors/nameErrors';
import type { MissingRecord } from '../../shared/resolve/missingRecords';
import type { Problem } from '../../shared/result/problem';
import { groupBy } from '../../shared/values/groupBy';
import { foldName } from '../../shared/values/textForms';

/** Records that can be created. */
interface SettledRecords {
	/** Each with the group in which it is created. */
	readonly records: readonly MissingRecord[];
	/** Why items cannot have their records, by the index of the item. */
	readonly refused: ReadonlyMap<number, Problem>;
}

/**
 * Gives each new state one group, whichever rows need it: the first that a row says, or else the one that is assumed.
 * A row that says another group is refused, because finished work must not become open, or the other way round.
 */
export function settleGroups(missing: readonly MissingRecord[]): SettledRecords {
	const records: MissingRecord[] = [];
	const refused = new Map<number, Problem>();
	const groups = new Map(
		[...groupBy(missing, identify)].map(([key, own]) => [
			key,
			(own.find(({ isAssumed }) => isAssumed !== true) ?? own[0]).group,
		]),
	);

	for (const record of missing) {
		const { field, itemIndex, name, isAssumed = false } = record;
		const group = groups.get(identify(record));

		if (group === undefined) {
			records.push(record);
		} else if (isAssumed || record.group === group) {
			records.push({ ...record, group });
		} else {
			const said = record.group ?? '';

			refused.set(itemIndex, inOtherGroup(field.displayName, name, { actual: group, said }));
		}
	}

	return { records, refused };
}

const identify = ({ place, field, name }: MissingRecord): string =>
	JSON.stringify([place.workspace, place.path, field.wire, foldName(name)]);
