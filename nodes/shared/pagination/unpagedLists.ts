import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import type { GroupedRows } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { parseListPage, unwrapList } from './envelope';
import type { PageQuery } from './pageQuery';

/** Builds a response with these rows as the only page of a list that is paged by cursor. */
function buildSinglePage(response: HttpResponse, rows: readonly JsonValue[]): HttpResponse {
	const count = rows.length;
	const json: JsonObject = {
		results: [...rows],
		total_count: count,
		next_page_results: false,
		// The size is larger than the number of rows, so that no row can be missing from a full page.
		next_cursor: `${count + 1}:1:0`,
	};

	return { ...response, json };
}

/** Turns a bare array into a single page, for lists that are known to have no paging (row 5). */
export function asSinglePage(response: HttpResponse): HttpResponse {
	const rows = unwrapList(response.json);

	return Array.isArray(rows) ? buildSinglePage(response, rows) : response;
}

/** The rows on the smallest pages of any known server (row 4). */
const SMALLEST_PAGE = 20;

/**
 * Turns a bare array into a single page if it certainly is the whole list: the first rows were requested,
 * and there are fewer than were requested and than fit on any page. Servers return some lists whole that
 * the specification pages (row 5).
 *
 * @param page what was requested
 */
export function asSinglePageIfShort(
	response: HttpResponse,
	{ offset, limit }: PageQuery,
): HttpResponse {
	const rows = unwrapList(response.json);
	const isWhole =
		Array.isArray(rows) && offset === 0 && rows.length < Math.min(limit, SMALLEST_PAGE);

	return isWhole ? buildSinglePage(response, rows) : response;
}

/**
 * Flattens an object of lists into one list, whose rows carry the name of their list (row 33):
 * `{"blocking": [{…}], "duplicate": ["0c7da278-…"]}` →
 * `[{"relation_type": "blocking", …}, {"relation_type": "duplicate", "issue_id": "0c7da278-…"}]`.
 * With a row for each list, `{"0c7da278-…": ["Gold"]}` → `[{"property": "0c7da278-…", "values": ["Gold"]}]`.
 */
export function flattenGroups(response: HttpResponse, grouping: GroupedRows): HttpResponse {
	const { json } = response;
	const groups = isJsonObject(json) ? Object.entries(json) : [];
	const isGrouped = groups.every(([, value]) => Array.isArray(value));
	// Without any relation, the object still has all its lists; without any value, it is empty.
	const isEmpty = groups.length === 0 && grouping.rowPer === 'entry';
	if (!isJsonObject(json) || !isGrouped || isEmpty) return asSinglePage(response);

	const rows = groups.flatMap(([name, list]) => toRows(name, [list ?? []].flat(), grouping));

	return buildSinglePage(response, rows);
}

function toRows(name: string, list: JsonValue[], grouping: GroupedRows): readonly JsonValue[] {
	const { groupField } = grouping;
	if (grouping.rowPer === 'list') return [{ [groupField]: name, [grouping.listField]: list }];

	return list.map((entry) => {
		if (typeof entry === 'string') return { [groupField]: name, [grouping.idField]: entry };

		return isJsonObject(entry) ? { [groupField]: name, ...entry } : entry;
	});
}

/** The first limit for a list of which all records are needed. */
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
): Promise<Result<HttpResponse>> {
	for (let nextLimit = limit ?? FIRST_LIMIT; ; nextLimit *= 10) {
		const response = await fetch(nextLimit);
		if (isProblem(response)) return response;

		const page = parseListPage(response);
		if (isProblem(page)) return page;

		const { records } = page;
		const isEnough = limit !== undefined && records.filter(matches).length >= limit;
		// A server may have a limit of its own.
		if (isEnough || records.length < nextLimit) return buildSinglePage(response, records);
	}
}
