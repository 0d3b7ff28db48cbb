import { isProblem, type Result } from '../result/problem';
import type { ListPage } from './envelope';
import { pageQuery } from './pageQuery';
import {
	askPages,
	endWithoutRest,
	firstRowOf,
	MAX_PAGES_WITHOUT_NEW_ROWS,
	type Pages,
} from './pages';

/**
 * Reads on from a server that does not page by cursor. The end comes on each kind of it:
 * - It honours `limit` and `offset`: the next page starts after the rows received, so that pages
 *   smaller or larger than asked for lose nothing. The end is the total, where it is told, the word
 *   that there is no more, or a page without a new row.
 * - It ignores `offset`: another page starts with the same row. Then one answer is all that there
 *   is to be had, and it is cut here.
 *
 * @returns the number of rows before the first one that was read
 */
export async function readByOffset(
	{ from, size, rows, concurrency, ask }: Pages,
	first: ListPage,
): Promise<Result<number>> {
	const top = firstRowOf(first);
	/** How many rows to ask for that come after `ahead` others which are not there yet. */
	const limitAfter = (ahead: number) => Math.max(1, Math.min(size, rows.maxUseful(from) - ahead));

	let asked = limitAfter(0);
	let idle = rows.add(first) === 0 ? 1 : 0;
	if (from > 0 && top !== undefined && !rows.ignoresFilters) {
		// Nothing in the answer tells a server that skipped rows from one that did not.
		const whole = await ask(
			pageQuery(size, 0, Math.max(1, Math.min(size, rows.rowsToVerify(from)))),
		);
		if (isProblem(whole)) return whole;
		if (firstRowOf(whole) === top) return endWithoutRest(rows, 0, first.total);
		rows.detectIgnoredFilters(whole.records);
	}

	/** Whether offsets are known to count: then rows that moved may bring the first one once more. */
	let counts = from > 0;
	const isRepeated = (given: ListPage) => !counts && top !== undefined && firstRowOf(given) === top;

	let list = first;
	let lengthBefore = 0;
	/** The number of the row after the last one that was received. */
	let at = from + list.records.length;
	for (;;) {
		const { records, total = Infinity, more } = list;
		const isLast = more === false || idle > 0;
		const isOver = records.length === 0 || (total === Infinity && isLast);
		if (isOver || at >= total || rows.isDone(from)) return from;
		if (idle > MAX_PAGES_WITHOUT_NEW_ROWS) return endWithoutRest(rows, from, list.total);

		// A short page may be a server's largest one; the next one shows it.
		const isShort = records.length < asked;
		const step = isShort ? records.length : size;
		const isSteady = total !== Infinity && (!isShort || records.length === lengthBefore);
		const needed = isSteady ? Math.min(total - at, rows.guaranteedRemaining(from)) : 1;
		lengthBefore = records.length;

		const start = at;
		const lists = await askPages(
			Math.max(1, Math.ceil(needed / step)),
			concurrency,
			async (index) => await ask(pageQuery(size, start + index * step, limitAfter(index * step))),
			(given) => isProblem(given) || given.records.length === 0 || isRepeated(given),
		);
		asked = limitAfter((lists.length - 1) * step);
		for (const [index, given] of lists.entries()) {
			if (isProblem(given)) return given;
			if (isRepeated(given)) {
				// A page that is exactly full, or is told to have another one behind it, is a part at most.
				const isPart = first.records.length === size || first.more === true;
				const isAll = first.total !== undefined || !isPart;
				rows.cameAtOnce = isAll && rows.seen === first.records.length;
				return endWithoutRest(rows, 0, given.total);
			}
			counts = true;
			const place = start + index * step;
			while (at < place && given.records.length > 0) {
				// The page before was shorter than those that its place was reckoned by.
				const gap = await ask(pageQuery(size, at, place - at));
				if (isProblem(gap)) return gap;
				if (gap.records.length === 0) break;
				rows.add(gap);
				at += gap.records.length;
			}
			idle = rows.add(given) === 0 ? idle + 1 : 0;
			at = Math.max(at, place + given.records.length);
			list = given;
		}
	}
}
