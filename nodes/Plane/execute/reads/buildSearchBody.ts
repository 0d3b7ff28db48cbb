import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/values/json';
import type { Call, ValueFilter } from '../../../shared/model/call';
import { PROJECT } from '../../../shared/operations/shared/projectScope';

/** The first and the last day of a range with one end: servers take no other ranges (row 474). */
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/**
 * Builds the body of a search: in the project of the path or, without one, in the workspace.
 *
 * @param limit how many rows to return
 */
export function buildSearchBody({ query, path }: Call<'list'>, limit: number): JsonObject {
	const { conditions = [], expression } = query.search ?? {};
	const filters = joinConditions([
		...conditions.filter(({ test }) => test === 'is').map(toAnyOf),
		...toRanges(conditions),
		...(expression ? [expression] : []),
	]);
	const project = path[PROJECT];

	return {
		...query.queryParameters,
		...(filters && { filters }),
		limit,
		...(project === undefined ? { workspace_search: true } : { project_id: project }),
	};
}

/** The condition that a key has one of some values. Servers differ in how they take several in one condition. */
function toAnyOf({ rowPath: key, values }: ValueFilter): JsonObject {
	const [first, ...others] = values.map((value): JsonObject => ({ [key]: value }));

	return first === undefined || others.length > 0 ? { or: [first ?? {}, ...others] } : first;
}

/** The ranges of times and days, one for each key. Both ends are included. */
function toRanges(conditions: readonly ValueFilter[]): readonly JsonObject[] {
	const ends = conditions.filter(({ test }) => test !== 'is');
	const keys = [...new Set(ends.map(({ rowPath }) => rowPath))];

	return keys.map((key) => {
		const own = ends.filter((end) => end.rowPath === key);
		const start = own.find(({ test }) => test === 'from')?.values[0] ?? FIRST_DAY;
		const end = own.find(({ test }) => test !== 'from');

		return { [`${key}__range`]: `${start},${readLastValue(end)}` };
	});
}

/** The last value in a range: for `before`, the microsecond before its time, the unit that servers store (row 85). */
function readLastValue(end: ValueFilter | undefined): string {
	const [value = LAST_DAY] = end?.values ?? [];

	if (end?.test !== 'before') return value;

	const lastMillisecond = new Date(Date.parse(value) - 1).toISOString();

	return lastMillisecond.replace('Z', '999Z');
}

/** Joins conditions by `and`. Conditions of the user that are joined by it, too, are not nested deeper. */
function joinConditions(conditions: readonly JsonObject[]): JsonObject | undefined {
	const [first, ...others] = conditions;
	if (first === undefined || others.length === 0) return first;

	return { and: conditions.flatMap(listJoined) };
}

const listJoined = (condition: JsonObject): readonly JsonObject[] =>
	Array.isArray(condition.and) ? condition.and.filter(isJsonObject) : [condition];
