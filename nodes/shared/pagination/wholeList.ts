import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { GroupedRows } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { listIn } from './envelope';

/** These rows as the only page of a list that pages by cursor. */
function onlyPage(response: HttpResponse, rows: readonly JsonValue[]): HttpResponse {
	const count = rows.length;
	const json: JsonObject = {
		results: [...rows],
		total_count: count,
		next_page_results: false,
		// A page that is not full has room for all.
		next_cursor: `${count + 1}:1:0`,
	};

	return { ...response, json };
}

/** A list that comes whole: as a bare array it is one page, as all servers have it (row 5). */
export const asWhole = (response: HttpResponse): HttpResponse =>
	Array.isArray(response.json) ? onlyPage(response, response.json) : response;

/**
 * The rows of an object of lists in one list, each with the name of its own (row 33):
 * `{"blocking": [{…}], "duplicate": ["0c7da278-…"]}` →
 * `[{"relation_type": "blocking", …}, {"relation_type": "duplicate", "issue_id": "0c7da278-…"}]`.
 */
export function asRows(response: HttpResponse, { groupField, idField }: GroupedRows): HttpResponse {
	const { json } = response;
	const lists = isJsonObject(json) ? Object.entries(json) : [];
	const isGrouped = lists.length > 0 && lists.every(([, value]) => Array.isArray(value));
	if (!isGrouped) return response;

	const rows = lists.flatMap(([group, value]) =>
		[value ?? []].flat().map((entry): JsonValue => {
			if (typeof entry === 'string') return { [groupField]: group, [idField]: entry };

			return isJsonObject(entry) ? { [groupField]: group, ...entry } : entry;
		}),
	);

	return onlyPage(response, rows);
}

/** The most hits that are asked for at first where all are wanted. */
const FIRST = 100;

/**
 * A list that gives the first rows up to `limit`, and no others (row 38). Where all are wanted, it is
 * asked for more until there are no more.
 *
 * @param most how many rows are wanted; undefined: all
 */
export async function untilAll(
	most: number | undefined,
	fetch: (limit: number) => Promise<Result<HttpResponse>>,
): Promise<Result<HttpResponse>> {
	for (let limit = most ?? FIRST; ; limit *= 10) {
		const response = await fetch(limit);
		if (isProblem(response)) return response;

		const list = listIn(response);
		if (isProblem(list)) return list;

		const { records } = list;
		// A server may have a limit of its own.
		if (most !== undefined || records.length < limit) return onlyPage(response, records);
	}
}
