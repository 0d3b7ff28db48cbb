import type { JsonObject, JsonValue } from 'n8n-workflow';

import { getValueAt } from '../values/getValueAt';
import { parseInstant } from '../values/instant';
import { foldName } from '../values/textForms';
import { isJsonObject } from '../values/json';
import type { ListQuery, ValueFilter } from '../model/call';

/** The names of the filters that only the node applies. */
export const listOwnFilters = ({ clientFilters = [], rowTests = [] }: ListQuery): string[] =>
	[...clientFilters, ...rowTests].map(({ field }) => field.displayName);

/** How deep lists and records may be nested within each other. */
const MAX_DEPTH = 4;

const hasAnyId = (value: JsonValue, ids: readonly string[]): boolean =>
	collectIds(value).some((receivedId) => ids.some((id) => isSameId(receivedId, id)));

function collectIds(value: JsonValue | undefined, depth = 0): readonly string[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => collectIds(entry, depth + 1));
	if (isJsonObject(value)) return collectIds(value.id, depth + 1);

	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Servers accept UUIDs in any case. */
const isSameId = (receivedId: string, filterId: string) =>
	receivedId.toLowerCase() === filterId.trim().toLowerCase();

/** The fields of a row with the times of changes, the one with the latest time first. */
export const TIME_FIELDS = ['updated_at', 'created_at'];

/**
 * Whether a row matches a filter: its field is one of the IDs, a record with such an ID (as `expand` returns it), or a list
 * of either; it contains the text; or it is in the range.
 *
 * @returns undefined if the row lacks the value, or if it cannot be compared: such a row is kept
 */
export function matchesFilter(
	row: JsonObject,
	{ rowPath: path, test, values }: Omit<ValueFilter, 'field'>,
): boolean | undefined {
	const value = getValueAt(row, path);
	if (value === undefined) return undefined;

	switch (test) {
		case 'is':
			return hasAnyId(value, values);
		case 'contains':
			return containsText(value, values[0] ?? '');
		case 'isEmpty':
			return [value].flat().every((entry) => entry === null) === (values[0] === 'true');
		default:
			return matchesTime(value, { rowPath: path, test, values });
	}
}

/** Whether the filters that only the node applies keep a row, which they do if it lacks their value. */
export const passesOwnFilters = (
	row: JsonObject,
	{ clientFilters = [], rowTests = [] }: ListQuery,
): boolean =>
	rowTests.every(({ matches }) => matches(row)) &&
	clientFilters.every((filter) => matchesFilter(row, filter) !== false);

/** Whether a row lacks the value of a filter that only the node applies, or has one that cannot be compared. */
export const lacksFilterValue = (row: JsonObject, { clientFilters = [] }: ListQuery): boolean =>
	clientFilters.some((filter) => matchesFilter(row, filter) === undefined);

const containsText = (value: JsonValue, text: string): boolean =>
	typeof value === 'string' && foldName(value).includes(foldName(text));

/** Whether a time or a day is in a range with one end; undefined if it cannot be compared. */
function matchesTime(
	value: JsonValue,
	{ rowPath: path, test, values }: Omit<ValueFilter, 'field'>,
): boolean | undefined {
	// An empty date does not match; a missing timestamp is inconclusive.
	if (value === null) return TIME_FIELDS.includes(path) ? undefined : false;

	const time = parseInstant(value);
	const bound = parseInstant(values[0]);
	if (time === undefined || bound === undefined) return undefined;
	if (test === 'from') return time >= bound;

	return test === 'to' ? time <= bound : time < bound;
}
