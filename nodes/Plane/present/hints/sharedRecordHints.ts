import { asText } from '../../../shared/values/asText';
import { locationKey } from '../../../shared/model/place';
import { isProblem } from '../../../shared/result/problem';
import type { ItemResult } from '../../execute/results';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { listUpTo } from '../../../shared/text/listUpTo';
import { titleCase } from '../../../shared/text/letterCase';
import type { Call } from '../../../shared/model/call';
import { listFields } from '../../../shared/operations/listFields';

/** How many groups of items a hint lists. */
const MAX_GROUPS = 10;

/**
 * Hints about items of a create that share one record, because they have the same name or external ID.
 * Most likely, the user did not expect that.
 *
 * @param results by the index of the item
 */
export function sharedRecordHints(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): string[] {
	const [first] = calls;
	if (first?.kind !== 'create' && first?.kind !== 'upsert') return [];

	const uniqueFields = describeUniqueFields(first);
	const groups = groupByRecord(calls, results);
	if (groups.length === 0 || uniqueFields === '') return [];

	const record = titleCase(first.operation.resource).toLowerCase();
	const reason = `they have the same ${uniqueFields}`;

	return [`Items that share one ${record}, because ${reason}: ${formatGroups(groups)}`];
}

/** The indexes of the items that share a record, for each record that several share. */
function groupByRecord(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly (readonly number[])[] {
	const itemsByRecord = new Map<string, number[]>();

	for (const call of calls) {
		const result = results.get(call.itemIndex);
		if (call.kind === 'upload' || result === undefined) continue;
		if (isProblem(result) || result.kind !== 'saved') continue;

		for (const { record } of result.records) {
			const id = asText(record.id);
			if (id === undefined) continue;

			const key = [locationKey(call), id].join('\n');
			const items = itemsByRecord.get(key) ?? [];

			items.push(call.itemIndex);
			itemsByRecord.set(key, items);
		}
	}

	return [...itemsByRecord.values()].filter((items) => items.length > 1);
}

/** @example `0 and 2; 3 and 4; and 1 more group` */
function formatGroups(groups: readonly (readonly number[])[]): string {
	const listed = groups.slice(0, MAX_GROUPS).map(formatItems).join('; ');
	const more = groups.length - MAX_GROUPS;
	if (more <= 0) return listed;

	return `${listed}; and ${more} more ${more === 1 ? 'group' : 'groups'}`;
}

const formatItems = (items: readonly number[]): string => listUpTo(items.map(String));

/** The names of the fields by which an existing record is recognized: `Name or External ID`. */
function describeUniqueFields(call: Call<'create' | 'upsert'>): string {
	const { naturalKey } = call.operation;
	const wires = call.kind === 'upsert' ? [call.matchField] : (naturalKey?.uniqueFields ?? []);
	if (naturalKey?.lookup.kind === 'onlyOne') return naturalKey.lookup.place;

	const names = wires.map(
		(wire) => listFields(call.operation).find((field) => field.wire === wire)?.displayName ?? wire,
	);

	return joinWithConjunction(names, 'or');
}
