import type { JsonObject } from 'n8n-workflow';

import type { RecordList } from './field';
import { isUuid, normalizeId } from '../values/textForms';
import { isJsonObject, tryParseJson } from '../values/json';
import { type Origin, readPropertyPath } from './origin';
import { asText } from '../values/asText';

/** The properties with the name of a record in other tools. They are read after Plane's own. */
const NAME_FIELDS = ['name', 'displayName', 'emailAddress', 'title', 'login'];

/** Returns the object in a value, which may be JSON text as AI models write it, or undefined. */
export function parseRecord(value: unknown): JsonObject | undefined {
	if (isJsonObject(value)) return value;

	const isLikely = typeof value === 'string' && value.trimStart().startsWith('{');
	const json = isLikely ? tryParseJson(value) : undefined;

	return isJsonObject(json) ? json : undefined;
}

/** Returns the IDs of a record, the one that its list uses first: `issue` before `id` of an intake item. */
export const readIds = (record: JsonObject, source: RecordList | undefined): readonly string[] =>
	nonEmptyTexts(record, [...(source ? [source.idField] : []), 'id']);

/**
 * Returns the names of a record, if its list has names. Keys do not count: the key of an issue in Jira
 * may be the key of a different work item in Plane.
 */
export function readNames(record: JsonObject, source: RecordList | undefined): readonly string[] {
	if (source?.names === undefined) return [];

	const planeNames = source
		.names(record)
		.flat()
		.filter((name) => name !== '');

	return [...planeNames, ...nonEmptyTexts(record, NAME_FIELDS)];
}

/**
 * Properties that only records of Plane have together: whole ones, states that were expanded or delivered, and people
 * (exchanges "13 list work items" and "picker"). Records of Linear have UUIDs, names and colors, too.
 */
const MARKS_OF_PLANE: readonly (readonly string[])[] = [
	['project', 'workspace'],
	['project_id', 'workspace_id'],
	['group', 'color'],
	['avatar_url', 'display_name'],
];

const isRecordOfPlane = (record: JsonObject): boolean =>
	MARKS_OF_PLANE.some((marks) => marks.every((mark) => Object.hasOwn(record, mark)));

/**
 * Finds the records in a value whose IDs look like IDs of Plane, but may come from another tool. Returns their names by
 * ID. If the list has no record with such an ID, the name is what counts. Keys and titles of work items do not
 * count: several work items may have the same title.
 *
 * @param value a record or a list of records, which may be JSON text
 */
export function readNamesByUncertainId(
	value: unknown,
	source: RecordList,
): Readonly<Record<string, string>> {
	if (source.names === undefined || source.keys !== undefined) return {};

	const isJsonList = typeof value === 'string' && value.trimStart().startsWith('[');
	const entries = isJsonList ? tryParseJson(value) : value;
	const names: Record<string, string> = {};

	for (const entry of Array.isArray(entries) ? entries : [entries]) {
		const record = parseRecord(entry);
		if (record === undefined || isRecordOfPlane(record)) continue;

		const id = readIds(record, source).find(isUuid);
		const [name] = readNames(record, source);

		if (id !== undefined && name !== undefined) names[normalizeId(id)] = name;
	}

	return names;
}

const nonEmptyTexts = (record: JsonObject, names: readonly string[]): readonly string[] =>
	names.map((name) => asText(record[name])?.trim() ?? '').filter((text) => text !== '');

/** Returns an expression that reads the ID of a record, e.g. `{{ $json.record.state.id }}`. */
export const idExpression = (origin: Origin): string =>
	`{{ ${readPropertyPath(origin) ?? '$json'}.id }}`;

/** Returns an expression that reads the IDs of a list of records. */
export const idListExpression = (origin: Origin): string =>
	`{{ ${readPropertyPath(origin) ?? '$json.records'}.map((record) => record.id) }}`;
