import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpected } from '../errors/wrongUrl';
import { isJsonObject } from '../fields/json';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';

export interface ListPage {
	readonly records: readonly JsonObject[];
	/** How many records there are on all pages, where the answer tells. */
	readonly total?: number;
	/** Whether there is another page, where the answer tells. */
	readonly more?: boolean;
	/** Which page it is, where the server pages by cursor. */
	readonly cursor?: Cursor;
	/**
	 * When the server looked at its records, by its own clock, in UNIX milliseconds: not before, and not
	 * after. Undefined: the answer does not say what time it is there.
	 */
	readonly looked?: { readonly from: number; readonly to: number };
}

export interface Cursor {
	/** Rows of a page. */
	readonly size: number;
	/** Number of the page, counted from 0. */
	readonly page: number;
}

/** Where servers put the rows; nothing specifies it (row 5). */
const ROWS = ['results', 'data', 'items', 'records', 'rows', 'values', 'entries'];

/** Where they put the number of all rows. `count` is not among them: it counts the page. */
const TOTALS = ['total_count', 'total_results', 'total', 'totalCount'];

/** Reads the rows of a list: a bare array, `{results: […]}` and its like, or `{data: {items: […]}}`. */
export function listIn(response: HttpResponse): ListPage | Problem {
	const rows = rowsIn(response.json);
	const records = rows?.filter(isJsonObject);
	if (rows === undefined || records?.length !== rows.length) {
		return unexpected(response, 'is not a list of records');
	}
	const total = totalIn(response.json);
	const more = moreIn(response.json);
	const cursor = cursorIn(response.json);
	// The header has whole seconds, rounded down, and is written when the answer is made.
	const date = Date.parse(response.headers.date ?? '');
	const looked = { from: date - (response.took ?? 0), to: date + 1000 };
	return {
		records,
		...(total === undefined ? {} : { total }),
		...(more === undefined ? {} : { more }),
		...(cursor === undefined ? {} : { cursor }),
		...(Number.isNaN(date) ? {} : { looked }),
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

/** An envelope and what may be around it or within it. */
const placesIn = (json: JsonValue | undefined): readonly JsonObject[] =>
	isJsonObject(json) ? [json, json.data, json.meta, json.pagination].filter(isJsonObject) : [];

function totalIn(json: JsonValue | undefined): number | undefined {
	return placesIn(json)
		.flatMap((place) => TOTALS.map((name) => place[name]))
		.filter((value) => typeof value === 'number')
		.find((value) => value >= 0);
}

const moreIn = (json: JsonValue | undefined): boolean | undefined =>
	placesIn(json)
		.map((place) => place.next_page_results)
		.find((value) => typeof value === 'boolean');

/**
 * `next_cursor: '100:3:0'` is what page 2 says. It is never empty, not even on the last page
 * (rows 6 and 7), so that it tells where it is and not whether it goes on.
 */
function cursorIn(json: JsonValue | undefined): Cursor | undefined {
	for (const { next_cursor: next } of placesIn(json)) {
		const said = typeof next === 'string' ? /^(\d+):(\d+):/.exec(next) : null;
		const [size, after] = [Number(said?.[1]), Number(said?.[2])];
		if (size > 0 && after > 0) return { size, page: after - 1 };
	}
	return undefined;
}
