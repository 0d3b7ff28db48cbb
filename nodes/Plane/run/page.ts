import type { JsonObject } from 'n8n-workflow';

import type { Answer } from './answer';
import type { ListWish } from './call';
import { listIn } from './envelope';
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
 * - It ignores them: the second page starts like the first, or the first has more rows than can
 *   stand after the offset. Then one answer is the whole list, which is cut here.
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

	for (;;) {
		const asked = Math.min(PAGE, limit - found.size);
		const answer = await fetch({ limit: asked, offset: offset + received });
		if (isProblem(answer)) return answer;
		const list = listIn(answer);
		if (isProblem(list)) return list;

		const { records, total = Infinity } = list;
		const before = found.size;
		const [first] = records.map(identity);
		for (const record of records) found.set(identity(record), record);

		const ignored =
			received > 0
				? first !== undefined && first === start
				: offset > 0 &&
					(offset + records.length > total || records.length > Math.max(asked, limit));
		if (ignored) {
			if (total !== Infinity && total > found.size) return unreachable(found.size, total);
			return [...found.values()].slice(offset, offset + limit);
		}

		start ??= first;
		received += records.length;
		if (found.size === before || found.size >= limit || offset + received >= total) {
			return [...found.values()].slice(0, limit);
		}
	}
}

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
