import type { JsonObject, JsonValue } from 'n8n-workflow';

import { asText } from '../values/asText';
import { groupBy } from '../values/groupBy';
import { isJsonObject } from '../values/json';
import { readSprint } from './sprints';

/**
 * Turns an issue of Jira's API, which has its key beside an object with its fields, into a record with the columns of
 * Jira's CSV for what has no name, or no simple value, in the API: sprints and links to other issues.
 *
 * @returns the record itself if it is something else
 */
export function flattenIssue(record: JsonObject): JsonObject {
	const { key, fields } = record;
	if (!isJsonObject(fields) || typeof key !== 'string') return record;

	const sprintFields = Object.keys(fields).filter((name) => areSprints(toList(fields[name])));
	const sprints = sprintFields.flatMap((name) => toList(fields[name]));
	const links = readLinks(fields.issuelinks);
	const read = [...sprintFields, ...(links.size > 0 ? ['issuelinks'] : [])];

	return {
		key,
		...Object.fromEntries(Object.entries(fields).filter(([name]) => !read.includes(name))),
		...(sprints.length > 0 && { Sprint: sprints }),
		...Object.fromEntries(links),
	};
}

const toList = (value: JsonValue | undefined): readonly JsonValue[] => [value ?? []].flat();

/** Their custom field has another number on each server. */
const areSprints = (values: readonly JsonValue[]): boolean =>
	values.length > 0 && values.every((value) => readSprint(value) !== undefined);

/** The columns of the types that each new Jira has, by their words: an administrator can call the types otherwise. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
	['blocks', 'Outward issue link (Blocks)'],
	['is blocked by', 'Inward issue link (Blocks)'],
	['duplicates', 'Outward issue link (Duplicate)'],
	['is duplicated by', 'Inward issue link (Duplicate)'],
	['relates to', 'Outward issue link (Relates)'],
]);

/** The keys of the issues that an issue is linked to, by column. */
function readLinks(links: JsonValue | undefined): ReadonlyMap<string, string[]> {
	const read = toList(links).filter(isJsonObject).map(readLink);
	const known = read.filter((link) => link !== undefined);

	return new Map(
		[...groupBy(known, ({ column }) => column)].map(([column, own]) => [
			column,
			own.map(({ key }) => key),
		]),
	);
}

/** What an issue does to the other one: the export has the word at the side of that one. */
function readLink({ type, outwardIssue, inwardIssue }: JsonObject) {
	const isOutward = isJsonObject(outwardIssue);
	const other = isOutward ? outwardIssue : inwardIssue;
	const key = isJsonObject(other) ? asText(other.key) : undefined;
	if (key === undefined || !isJsonObject(type)) return undefined;

	const word = asText(isOutward ? type.outward : type.inward) ?? '';
	const name = `${isOutward ? 'Outward' : 'Inward'} issue link (${asText(type.name) ?? word})`;

	return { key, column: COLUMNS.get(word.toLowerCase()) ?? name };
}
