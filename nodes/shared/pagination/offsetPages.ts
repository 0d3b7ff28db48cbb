import { isProblem } from '../result/problem';
import type { ListPage } from './envelope';
import { pageQuery } from './pageQuery';
import { askPages, firstRowOf, MAX_PAGES_WITHOUT_NEW_ROWS, type ReadPages } from './pages';

/**
 * Reads a list from a server that does not page by cursor. The end comes on each kind of it:
 * - It honours `limit` and `offset`: the next page starts after the rows received, so that pages
 *   smaller or larger than asked for lose nothing. The end is the total, where it is told, the word
 *   that there is no more, or a page without a new row.
 * - It ignores `offset`: another page starts with the same row. Then one response is all that there
 *   is to be had, and it is cut here.
 */
export const readByOffset: ReadPages = async (rows, { size, concurrency, ask }) => {
	const { first, start: from } = rows;
	const top = firstRowOf(first);
	/** How many rows to ask for that come after `ahead` others which are not there yet. */
	const limitAfter = (ahead: number) => Math.max(1, Math.min(size, rows.maxUseful - ahead));

	let asked = limitAfter(0);
	let idle = rows.add(first) === 0 ? 1 : 0;
	if (from > 0 && top !== undefined && !rows.ignoresFilters) {
		// Nothing in the response tells a server that skipped rows from one that did not.
		const whole = await ask(pageQuery(size, 0, rows.isNarrowed ? Math.min(size, from) : 1));
		if (isProblem(whole)) return whole;
		if (firstRowOf(whole) === top) return rows.endWithoutRest(first.total, 0);
		for (const row of whole.records) rows.failsFilter(row);
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
		const isLast = total === Infinity && (more === false || idle > 0);
		if (records.length === 0 || isLast || at >= total || rows.isDone) return undefined;
		if (idle > MAX_PAGES_WITHOUT_NEW_ROWS) return rows.endWithoutRest(list.total);

		// A short page may be a server's largest one; the next one shows it.
		const isShort = records.length < asked;
		const step = isShort ? records.length : size;
		const isSteady = total !== Infinity && (!isShort || records.length === lengthBefore);
		const needed = isSteady ? Math.min(total - at, rows.guaranteedRemaining) : 1;
		lengthBefore = records.length;

		/** The number of the first row of the next one of these pages. */
		let place = at;
		const pages = await askPages(
			Math.max(1, Math.ceil(needed / step)),
			concurrency,
			async (index) => await ask(pageQuery(size, at + index * step, limitAfter(index * step))),
			(given) => isProblem(given) || given.records.length === 0 || isRepeated(given),
		);
		asked = limitAfter((pages.length - 1) * step);
		for (const given of pages) {
			if (isProblem(given)) return given;
			if (isRepeated(given)) {
				// A page that is exactly full, or is told to have another one behind it, is a part at most.
				const isPart = first.records.length === size || first.more === true;
				const isAll = first.total !== undefined || !isPart;
				rows.cameAtOnce = isAll && rows.seen === first.records.length;
				return rows.endWithoutRest(given.total, 0);
			}
			counts = true;
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
			place += step;
			list = given;
		}
	}
};
