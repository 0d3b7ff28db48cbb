import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Answer } from './answer';
import { unexpected } from './explain';
import type { Problem } from './problem';

export interface List {
	readonly records: readonly JsonObject[];
	/** How many records there are on all pages, where the answer tells. */
	readonly total?: number;
}

/** Where servers put the rows; the specification leaves it open ("Lists"). */
const ROWS = ['results', 'data', 'items', 'records', 'rows', 'values', 'entries'];

/** Where they put the number of all rows. `count` is not among them: it counts the page (observed row 5). */
const TOTALS = ['total_count', 'total_results', 'total', 'totalCount'];

/** Reads the rows of a list: a bare array, `{results: […]}` and its like, or `{data: {items: […]}}`. */
export function listIn(answer: Answer): List | Problem {
	const rows = rowsIn(answer.json);
	const records = rows?.filter(isJsonObject);
	if (rows === undefined || records?.length !== rows.length) {
		return unexpected(answer, 'is not a list of records');
	}
	const total = totalIn(answer.json);
	return { records, ...(total === undefined ? {} : { total }) };
}

function rowsIn(json: JsonValue | undefined): readonly JsonValue[] | undefined {
	if (Array.isArray(json)) return json;
	if (!isJsonObject(json)) return undefined;
	for (const name of ROWS) {
		const rows = rowsIn(json[name]);
		if (rows !== undefined) return rows;
	}
	// {attachments: […]}: any other name, as long as it is the only list, and not one of a record.
	if ('id' in json) return undefined;
	const lists = Object.values(json).filter((value) => Array.isArray(value));
	return lists.length === 1 ? lists[0] : undefined;
}

function totalIn(json: JsonValue | undefined): number | undefined {
	if (!isJsonObject(json)) return undefined;
	const places = [json, json.data, json.meta, json.pagination].filter(isJsonObject);
	return places
		.flatMap((place) => TOTALS.map((name) => place[name]))
		.filter((value) => typeof value === 'number')
		.find((value) => value >= 0);
}
