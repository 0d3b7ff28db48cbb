import type { JsonObject } from 'n8n-workflow';

import type { Answer } from './answer';
import type { ListWish } from './call';
import { listIn, type List } from './envelope';
import { isProblem, type Problem } from './problem';
import type { PageQuery } from './request';

/** Records per request: the largest page that every known server gives. */
const PAGE = 100;

/**
 * Collects the records of a list, page by page (specification, "Lists" and "Limits").
 *
 * The answers tell what kind of server it is, and the end comes on each kind:
 * - It honours `limit` and `offset`: the next page starts after the rows received, so that pages
 *   smaller or larger than asked for lose nothing. The end is the total, where it is told, or a
 *   page without a new record.
 * - It ignores `offset`: another page starts with the same row. Then one answer is all that there
 *   is to be had, and it is cut here.
 *
 * @param fetch asks for one page; a Problem ends the collecting
 * @returns each record once, in the server's order
 */
export async function collect(
	{ offset, limit = Infinity }: ListWish,
	fetch: (page: PageQuery) => Promise<Answer | Problem>,
): Promise<JsonObject[] | Problem> {
	const found = new Map<string, JsonObject>();
	let start: string | undefined;
	let received = 0;

	const ask = async (page: PageQuery) => {
		const answer = await fetch(page);
		return isProblem(answer) ? answer : listIn(answer);
	};

	for (;;) {
		const list = await ask({
			limit: Math.min(PAGE, limit - found.size),
			offset: offset + received,
		});
		if (isProblem(list)) return list;
		const { records, total = Infinity } = list;
		const before = found.size;
		const first = startOf(list);
		for (const record of records) found.set(identity(record), record);

		if (received === 0 && offset > 0 && first !== undefined) {
			// Nothing in the answer tells a server that skipped rows from one that did not.
			const whole = await ask({ limit: 1, offset: 0 });
			if (isProblem(whole)) return whole;
			start = startOf(whole);
		}
		if (first !== undefined && first === start) {
			const missing = Math.min(total, offset + limit) > found.size;
			if (missing && total !== Infinity) return unreachable(found.size, total);
			return [...found.values()].slice(offset, offset + limit);
		}

		if (received === 0) start = first;
		received += records.length;
		const nothingNew = found.size === before && (records.length === 0 || total === Infinity);
		if (nothingNew || found.size >= limit || offset + received >= total) {
			return [...found.values()].slice(0, limit);
		}
	}
}

const startOf = ({ records }: List): string | undefined => records.map(identity)[0];

/** Two rows are the same record if they have the same ID or, without one, the same content. */
const identity = (record: JsonObject): string =>
	typeof record.id === 'string' || typeof record.id === 'number'
		? `id ${String(record.id)}`
		: JSON.stringify(record);

const unreachable = (given: number, total: number): Problem => ({
	message: `The server gives only ${String(given)} of its ${String(total)} records and does not page by limit and offset`,
	description: 'Narrow the list by filters, so that it fits into one answer.',
	cause: {},
});
