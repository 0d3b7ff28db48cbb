import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import type { GroupedRows } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { asOnlyPage, type ListPage, parseListPage, unwrapList } from './envelope';
import type { PageQuery } from './pageQuery';

/** Reads a list that is known to have no paging: a bare array is all of it (row 5). */
export function parseWholeList(response: HttpResponse): Result<ListPage> {
	const page = parseListPage(response);

	return isProblem(page) || !isBareArray(response) ? page : asOnlyPage(page);
}

const isBareArray = ({ json }: HttpResponse): boolean => Array.isArray(unwrapList(json));

/** The rows on the smallest pages of any known server (row 4). */
const SMALLEST_PAGE = 20;

/**
 * Reads a page of a list. A bare array is the whole list if it certainly has all rows: the first ones were
 * requested, and there are fewer than were requested and than fit on any page. Servers return some lists whole
 * that the specification pages (row 5).
 *
 * @param query what was requested
 */
export function parsePageOrWholeList(
	response: HttpResponse,
	{ offset, limit }: PageQuery,
): Result<ListPage> {
	const page = parseListPage(response);
	if (isProblem(page)) return page;

	const isShort = offset === 0 && page.records.length < Math.min(limit, SMALLEST_PAGE);

	return isShort && isBareArray(response) ? asOnlyPage(page) : page;
}

/**
 * Reads an object of lists as one list, whose rows carry the name of their list (row 33):
 * `{"blocking": [{…}], "duplicate": ["0c7da278-…"]}` →
 * `[{"relation_type": "blocking", …}, {"relation_type": "duplicate", "issue_id": "0c7da278-…"}]`.
 * With a row for each list, `{"0c7da278-…": ["Gold"]}` → `[{"property": "0c7da278-…", "values": ["Gold"]}]`.
 */
export function parseGroups(response: HttpResponse, grouping: GroupedRows): Result<ListPage> {
	const { json } = response;
	const groups = isJsonObject(json) ? Object.entries(json) : [];
	const isGrouped = groups.every(([, value]) => Array.isArray(value));
	// Without any relation, the object still has all its lists; without any value, it is empty.
	const lacksLists = groups.length === 0 && grouping.hasKnownLists;
	if (!isJsonObject(json) || !isGrouped || lacksLists) return parseWholeList(response);

	const rows = groups.flatMap(([name, list]) => toRows(name, [list ?? []].flat(), grouping));

	const page = parseListPage({ ...response, json: { results: rows } });

	return isProblem(page) ? page : asOnlyPage(page);
}

function toRows(name: string, list: JsonValue[], grouping: GroupedRows): readonly JsonValue[] {
	const { groupField } = grouping;
	if (grouping.rowPer === 'list') return [{ [groupField]: name, [grouping.listField]: list }];

	return list.map((entry) => {
		if (typeof entry === 'string') return { [groupField]: name, [grouping.idField]: entry };

		return isJsonObject(entry) ? { [groupField]: name, ...entry } : entry;
	});
}

/** The first limit if all records of a list are needed. */
const FIRST_LIMIT = 100;

/** How many records of a list are needed. */
interface NeededRows {
	/** Undefined for all. */
	readonly limit: number | undefined;
	/** Whether a record counts, because the node does not leave it out. */
	readonly matches: (row: JsonObject) => boolean;
}

/**
 * Reads a list with `limit` but no paging (row 38). The limit grows until enough records match, or until the
 * server returns fewer than it may.
 */
export async function fetchByLimit(
	{ limit, matches }: NeededRows,
	fetch: (limit: number) => Promise<Result<HttpResponse>>,
): Promise<Result<ListPage>> {
	for (let nextLimit = limit ?? FIRST_LIMIT; ; nextLimit *= 10) {
		const response = await fetch(nextLimit);
		if (isProblem(response)) return response;

		const page = parseListPage(response);
		if (isProblem(page)) return page;

		const { records } = page;
		const isEnough = limit !== undefined && records.filter(matches).length >= limit;
		// A server may have a limit of its own.
		if (isEnough || records.length < nextLimit) return asOnlyPage(page);
	}
}
