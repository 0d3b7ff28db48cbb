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

/** Whether a row matches a filter. It is unknown if the row lacks the value, or has one that cannot be compared. */
export type RowMatch = 'matches' | 'differs' | 'unknown';

const toMatch = (isMatch: boolean): RowMatch => (isMatch ? 'matches' : 'differs');

/**
 * Compares a row with a filter. It matches if its field is one of the IDs, a record with such an ID (as `expand` returns it), or a list
 * of either; it contains the text; or it is in the range.
 */
export function matchRow(
	row: JsonObject,
	{ rowPath: path, test, values }: Omit<ValueFilter, 'field'>,
): RowMatch {
	const value = getValueAt(row, path);
	if (value === undefined) return 'unknown';

	switch (test) {
		case 'is':
			return toMatch(hasAnyId(value, values));
		case 'contains':
			return toMatch(containsText(value, values[0] ?? ''));
		case 'isEmpty':
			return toMatch(isEmptyList(value) === (values[0] === 'true'));
		default:
			return matchTime(value, { rowPath: path, test, values });
	}
}

/** Whether the filters that only the node applies keep a row, which they do if it lacks their value. */
export const passesOwnFilters = (
	row: JsonObject,
	{ clientFilters = [], rowTests = [] }: ListQuery,
): boolean =>
	rowTests.every(({ matches }) => matches(row)) &&
	clientFilters.every((filter) => matchRow(row, filter) !== 'differs');

/** Whether a row lacks the value of a filter that only the node applies, or has one that cannot be compared. */
export const lacksFilterValue = (row: JsonObject, { clientFilters = [] }: ListQuery): boolean =>
	clientFilters.some((filter) => matchRow(row, filter) === 'unknown');

/** Whether a list of a row has no entries, or the row has no value. */
const isEmptyList = (value: JsonValue): boolean => [value].flat().every((entry) => entry === null);

const containsText = (value: JsonValue, text: string): boolean =>
	typeof value === 'string' && foldName(value).includes(foldName(text));

/** Whether a time or a day is in a range with one end. */
function matchTime(
	value: JsonValue,
	{ rowPath: path, test, values }: Omit<ValueFilter, 'field'>,
): RowMatch {
	// An empty date does not match; a missing timestamp is inconclusive.
	if (value === null) return TIME_FIELDS.includes(path) ? 'unknown' : 'differs';

	const time = parseInstant(value);
	const bound = parseInstant(values[0]);
	if (time === undefined || bound === undefined) return 'unknown';
	if (test === 'from') return toMatch(time >= bound);

	return toMatch(test === 'to' ? time <= bound : time < bound);
}
