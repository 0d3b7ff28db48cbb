import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../errors/credentialErrors';
import { isJsonObject } from '../fields/json';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** A page of a list; undefined: the response does not tell. */
export interface ListPage {
	readonly records: readonly JsonObject[];
	/** How many records there are on all pages. */
	readonly total: number | undefined;
	/** Whether there is another page. */
	readonly more: boolean | undefined;
	/** Where the server pages by cursor: the rows of a page, and which one it is, counted from 0. */
	readonly cursor: { readonly size: number; readonly page: number } | undefined;
	/** When the server looked at its records, by its own clock, in UNIX milliseconds, both included. */
	readonly looked: { readonly from: number; readonly to: number } | undefined;
}

/** Where servers put the rows; nothing specifies it (row 5). */
const ROWS = ['results', 'data', 'items', 'records', 'rows', 'values', 'entries'];

/** Where they put the number of all rows. `count` is not among them: it counts the page. */
const TOTALS = ['total_count', 'total_results', 'total', 'totalCount'];

/** Reads the rows of a list: a bare array, `{results: […]}` and its like, or `{data: {items: […]}}`. */
export function listIn(response: HttpResponse): ListPage | Problem {
	const { json, headers, took = 0 } = response;
	const rows = rowsIn(json);
	const records = rows?.filter(isJsonObject);
	if (rows === undefined || records?.length !== rows.length) {
		return unexpectedResponse(response, 'is not a list of records');
	}

	// An envelope and what may be around it or within it.
	const places = isJsonObject(json)
		? [json, json.data, json.meta, json.pagination].filter(isJsonObject)
		: [];
	// The header has whole seconds, rounded down, and is written when the response is made.
	const date = Date.parse(headers.date ?? '');

	return {
		records,
		total: places
			.flatMap((place) => TOTALS.map((name) => place[name]))
			.filter((value) => typeof value === 'number')
			.find((value) => value >= 0),
		more: places
			.map((place) => place.next_page_results)
			.find((value) => typeof value === 'boolean'),
		cursor: cursorIn(places),
		looked: Number.isNaN(date) ? undefined : { from: date - took, to: date + 1000 },
	};
}

/** Envelopes within each other that are opened. */
const DEEPEST = 4;

function rowsIn(json: JsonValue | undefined, depth = 0): readonly JsonValue[] | undefined {
	if (Array.isArray(json)) return json;
	if (!isJsonObject(json) || depth > DEEPEST) return undefined;

	for (const name of ROWS) {
		const rows = rowsIn(json[name], depth + 1);
		if (rows !== undefined) return rows;
	}

	// {attachments: […]}: any other name, as long as it is the only list, and not one of a record.
	if ('id' in json) return undefined;

	const lists = Object.values(json).filter((value) => Array.isArray(value));

	return lists.length === 1 ? lists[0] : undefined;
}

/**
 * `next_cursor: '100:3:0'` is what page 2 says. It is never empty, not even on the last page
 * (rows 6 and 7), so that it tells where it is and not whether it goes on.
 */
function cursorIn(places: readonly JsonObject[]): ListPage['cursor'] {
	for (const { next_cursor: next } of places) {
		const said = typeof next === 'string' ? /^(\d+):(\d+):/.exec(next) : null;
		const [size, after] = [Number(said?.[1]), Number(said?.[2])];
		if (size > 0 && after > 0) return { size, page: after - 1 };
	}

	return undefined;
}
