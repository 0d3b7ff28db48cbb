import type { JsonObject, JsonValue } from 'n8n-workflow';

import { PRIORITIES } from '../values/priorities';
import { parseInstant } from '../values/instant';
import { DEFAULT_ORDER } from './requestedOrder';
import { TIME_FIELDS } from './rowFilter';

/** The values of fields that servers sort in an order of their own, first to last, by the name of the field (row 28). */
const VALUE_ORDERS: Readonly<Record<string, readonly string[]>> = { priority: PRIORITIES };

/** Compares two records as `Array.sort` expects it. */
export type RecordComparison = (left: JsonObject, right: JsonObject) => number;

/**
 * Returns the comparison for an order in which servers sort (row 28).
 *
 * @param orderBy a field of the records, with `-` in front if descending
 */
export function compareBy(orderBy: string): RecordComparison {
	const field = orderBy.replace(/^-/, '');
	const sign = orderBy.startsWith('-') ? -1 : 1;
	const toKey = (record: JsonObject) => toSortKey(record[field], field, VALUE_ORDERS[field]);

	return (left, right) => sign * compareKeys(toKey(left), toKey(right));
}

/** @returns undefined for a missing value */
function toSortKey(
	value: JsonValue | undefined,
	field: string,
	order: readonly string[] | undefined,
): string | number | undefined {
	if (order !== undefined) return typeof value === 'string' ? order.indexOf(value) : undefined;
	if (TIME_FIELDS.includes(field)) return parseInstant(value);

	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Compares as the database that Plane comes with: by character codes, and a missing value comes last (row 406). */
function compareKeys(
	left: string | number | undefined,
	right: string | number | undefined,
): number {
	if (left === right) return 0;
	if (left === undefined) return 1;
	if (right === undefined) return -1;

	return left < right ? -1 : 1;
}

/** Records, each once, with the order in which they were requested. */
export interface SortedList<Entry = JsonObject> {
	/** A field of the records, with `-` in front if descending. */
	readonly order: string;
	readonly records: readonly Entry[];
}

/**
 * Merges lists by the order in which they were requested. A list that the server has sorted in another way keeps its
 * order; a list that was requested in another order than the first one is sorted by the order of the first. Of equal
 * entries, the one in the earlier list comes first.
 *
 * @param readRecord returns the record of an entry, which has the fields of the orders
 */
export function mergeSorted<Entry>(
	lists: readonly SortedList<Entry>[],
	readRecord: (entry: Entry) => JsonObject,
): SortedList<Entry> {
	const { order = DEFAULT_ORDER } = lists[0] ?? {};
	const compareRecords = compareBy(order);
	const compare = (left: Entry, right: Entry) =>
		compareRecords(readRecord(left), readRecord(right));
	const entries = lists.map((list) =>
		list.order === order ? list.records : list.records.toSorted(compare),
	);

	return { order, records: mergeAll(entries, compare) };
}

/** Merges lists two by two: looking through all of them for each entry would take minutes for 1,000 projects. */
function mergeAll<Entry>(
	lists: readonly (readonly Entry[])[],
	compare: (left: Entry, right: Entry) => number,
): readonly Entry[] {
	if (lists.length <= 1) return lists[0] ?? [];

	const middle = Math.ceil(lists.length / 2);

	return mergeTwo(
		mergeAll(lists.slice(0, middle), compare),
		mergeAll(lists.slice(middle), compare),
		compare,
	);
}

function mergeTwo<Entry>(
	first: readonly Entry[],
	second: readonly Entry[],
	compare: (left: Entry, right: Entry) => number,
): Entry[] {
	const merged: Entry[] = [];
	let position = 0;

	for (const entry of first) {
		let other = second[position];

		while (other !== undefined && compare(other, entry) < 0) {
			merged.push(other);
			position++;
			other = second[position];
		}

		merged.push(entry);
	}

	return [...merged, ...second.slice(position)];
}
