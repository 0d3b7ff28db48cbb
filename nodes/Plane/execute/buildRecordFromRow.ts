import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../shared/fields/json';
import type { Call } from '../../shared/model/call';
import type { ApiV2List } from '../../shared/operations/operation';
import { matchesClientFilter } from '../../shared/pagination/rowFilter';
import { splitNames } from '../input/readListQuery';
import { listFieldFilters } from './listFieldFilters';

/** A row of API v2. */
export interface ApiV2Row {
	readonly original: JsonObject;
	/** Its fields by the names of API v1, with related records expanded. */
	readonly renamed: JsonObject;
}

/**
 * Builds a record from a row of API v2.
 *
 * @param call the list of API v1 that has the record
 * @returns undefined if the output shows more than the row has with certainty, or a filter needs more
 */
export function buildRecordFromRow(
	call: Call<'list'>,
	list: ApiV2List,
	{ original, renamed }: ApiV2Row,
): JsonObject | undefined {
	const isEntire = (field: string) =>
		!list.fieldsWithRemoved.includes(field) || isEmptyList(renamed[field]);
	const shownFields = listShownFields(call, list);
	const showsEnough = shownFields?.every(
		(field) =>
			list.identicalFields.includes(field) && renamed[field] !== undefined && isEntire(field),
	);
	const isMatchCertain = listFieldFilters(call).every(
		(filter) =>
			matchesClientFilter(renamed, filter) === true && isEntire(filter.rowPath.split('.')[0] ?? ''),
	);
	if (showsEnough !== true || !isMatchCertain) return undefined;

	const { simplify, expandedForFilters = [] } = call.query;
	if (simplify === true) return { ...renamed, project: list.buildProject(original) };

	return Object.fromEntries(
		Object.entries(renamed).map(([field, value]) => [
			field,
			expandedForFilters.includes(field) ? value : toId(value),
		]),
	);
}

/** The fields of a record that the output shows, or undefined if it shows all that the server has. */
function listShownFields(call: Call<'list'>, list: ApiV2List): readonly string[] | undefined {
	const { query, operation, includesCustomProperties, selectedFields } = call;
	const { fields, simplify, expandedForFilters = [], queryParameters } = query;
	if (includesCustomProperties === true || selectedFields !== undefined) return undefined;
	if (simplify === true) return list.simplifiedFields;

	const isExpanded = splitNames(queryParameters.expand).some(
		(name) => !expandedForFilters.includes(name),
	);
	if (fields === undefined || isExpanded) return undefined;

	const { names = [], fields: referenceFields = [] } = operation.simplifier?.reference ?? {};
	const showsReference = fields.some((name) => names.includes(name));

	return [
		...fields.filter((name) => !names.includes(name)),
		...(showsReference ? referenceFields : []),
	];
}

const isEmptyList = (value: JsonValue | undefined): boolean =>
	Array.isArray(value) && value.length === 0;

const toId = (value: JsonValue | undefined): JsonValue =>
	(isJsonObject(value) ? value.id : value) ?? null;
