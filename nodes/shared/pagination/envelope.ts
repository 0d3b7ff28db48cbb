import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../errors/credentialErrors';
import { isJsonObject } from '../values/json';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** A page of a list. A property is undefined if the response does not say. */
export interface ListPage {
	readonly records: readonly JsonObject[];
	/** How many records there are on all pages. */
	readonly total: number | undefined;
	/** Whether there is another page. */
	readonly hasMore: boolean | undefined;
	/** If the server pages by cursor: the page size, and the number of this page, counted from 0. */
	readonly cursor: { readonly size: number; readonly page: number } | undefined;
	/** When the server read its records, by its own clock, in UNIX milliseconds, both included. */
	readonly readAt: { readonly from: number; readonly to: number } | undefined;
	/** Whether the list is known to have no other page. */
	readonly isWholeList: boolean;
	/** How long the text of the response is, in characters. */
	readonly textLength: number;
}

/** The names under which servers return the rows. The specification does not define one (row 5). */
const ROW_KEYS = ['results', 'data', 'items', 'records', 'rows', 'values', 'entries'];

/** The names under which servers return the number of all rows. `count` is the number on the page. */
const TOTAL_KEYS = ['total_count', 'total_results', 'total', 'totalCount'];

/**
 * Reads a page of a list: a bare array, `{results: […]}` and the like, or `{data: {items: […]}}`, also in
 * another array (row 475).
 *
 * @returns a Problem if the response is not a list of records
 */
export function parseListPage(response: HttpResponse): ListPage | Problem {
	const { headers, durationMs = 0 } = response;
	const json = unwrapList(response.json);
	const rows = findRows(json);
	const records = rows?.filter(isJsonObject);
	if (rows === undefined || records?.length !== rows.length) {
		return unexpectedResponse(response, 'is not a list of records');
	}

	/** The objects that may describe the page: the envelope, and those nested in it. */
	const envelopes = isJsonObject(json)
		? [json, json.data, json.meta, json.pagination].filter(isJsonObject)
		: [];
	// The header has whole seconds, rounded down, and is written when the response is complete.
	const date = Date.parse(headers.date ?? '');

	return {
		records,
		total: findTotal(envelopes),
		hasMore: envelopes
			.map((envelope) => envelope.next_page_results)
			.find((value) => typeof value === 'boolean'),
		cursor: findCursor(envelopes),
		readAt: Number.isNaN(date) ? undefined : { from: date - durationMs, to: date + 1000 },
		isWholeList: false,
		textLength: response.text.length,
	};
}

/** The same rows as the only page of their list. */
export const asOnlyPage = (page: ListPage): ListPage => ({
	...page,
	total: page.records.length,
	hasMore: false,
	cursor: undefined,
	isWholeList: true,
});

/** Takes a list out of the array that has nothing else in it: `[[…]]` or `[{results: […]}]` (row 475). */
export function unwrapList(json: JsonValue | undefined): JsonValue | undefined {
	if (!Array.isArray(json) || json.length !== 1) return json;

	const [only] = json;
	const isPage = isJsonObject(only) && Array.isArray(only.results) && !('id' in only);

	return Array.isArray(only) || isPage ? only : json;
}

/** How deep envelopes may be nested within each other. */
const MAX_DEPTH = 4;

function findRows(json: JsonValue | undefined, depth = 0): readonly JsonValue[] | undefined {
	if (Array.isArray(json)) return json;
	if (!isJsonObject(json) || depth > MAX_DEPTH) return undefined;

	for (const key of ROW_KEYS) {
		const rows = findRows(json[key], depth + 1);
		if (rows !== undefined) return rows;
	}

	// {attachments: […]}: any other name, as long as it is the only list, and not one of a record.
	if ('id' in json) return undefined;

	const lists = Object.values(json).filter((value) => Array.isArray(value));

	return lists.length === 1 ? lists[0] : undefined;
}

const findTotal = (envelopes: readonly JsonObject[]): number | undefined =>
	envelopes
		.flatMap((envelope) => TOTAL_KEYS.map((key) => envelope[key]))
		.filter((value) => typeof value === 'number')
		.find((value) => value >= 0);

/**
 * `next_cursor: '100:3:0'` comes with page 2. It is never empty, not even on the last page (rows 6
 * and 7), so it indicates the position but not whether there is another page.
 */
function findCursor(envelopes: readonly JsonObject[]): ListPage['cursor'] {
	for (const { next_cursor: next } of envelopes) {
		const match = typeof next === 'string' ? /^(\d+):(\d+):/.exec(next) : null;
		const size = Number(match?.[1]);
		const nextPage = Number(match?.[2]);
		if (size > 0 && nextPage > 0) return { size, page: nextPage - 1 };
	}

	return undefined;
}
