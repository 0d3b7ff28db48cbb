import type { JsonObject } from 'n8n-workflow';

import type { Source } from './field';
import { isJsonObject, tryParseJson } from './json';
import { type Origin, readPropertyPath } from './origin';
import { asText } from './text';

/** What other tools call the name of a record, besides the fields that Plane has for it. */
const NAME_FIELDS = ['name', 'displayName', 'emailAddress', 'title'];

/** The record in a value: an object, or JSON text of one, as models write it; undefined if it is none. */
export function parseRecord(value: unknown): JsonObject | undefined {
	if (isJsonObject(value)) return value;

	const isLikely = typeof value === 'string' && value.trimStart().startsWith('{');
	const json = isLikely ? tryParseJson(value) : undefined;

	return isJsonObject(json) ? json : undefined;
}

/** The IDs that a record has, that of its list first: `issue` before `id` of an intake item. */
export const readIds = (record: JsonObject, source: Source | undefined): readonly string[] =>
	nonEmptyTexts(record, [source?.idField ?? 'id', 'id']);

/**
 * What a record is called, where its list knows records by that. No keys: an issue of Jira has a key that
 * may be that of another work item in Plane (case P34).
 */
export function readNames(record: JsonObject, source: Source | undefined): readonly string[] {
	if (source?.names === undefined) return [];

	const own = source.names(record).filter((name) => name !== '');

	return [...own, ...nonEmptyTexts(record, NAME_FIELDS)];
}

const nonEmptyTexts = (record: JsonObject, names: readonly string[]): readonly string[] =>
	names.map((name) => asText(record[name])?.trim() ?? '').filter((text) => text !== '');

/** The expression that reads the ID of a record, e.g. `{{ $json.record.state.id }}`. */
export const idExpression = (origin: Origin): string =>
	`{{ ${readPropertyPath(origin) ?? '$json'}.id }}`;

/** The expression that reads the IDs of a list of records. */
export const idListExpression = (origin: Origin): string =>
	`{{ ${readPropertyPath(origin) ?? '$json.records'}.map((record) => record.id) }}`;
