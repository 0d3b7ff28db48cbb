import { isProblem, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import type { ListPage } from './envelope';
import { pageQuery, type PageQuery } from './pageQuery';
import { identity, type RowCollector } from './RowCollector';

/** How to read on after the first page of a list. */
export interface Pages {
	/** Rows of a page. */
	readonly size: number;
	/** Pages that are asked for at the same time. */
	readonly concurrency: number;
	readonly ask: (page: PageQuery) => Promise<Result<ListPage>>;
}

/** Adds the rows of the first page and of all further ones that are wanted. */
type ReadPages = (rows: RowCollector, pages: Pages) => Promise<Problem | undefined>;

/**
 * Pages in a row without a new row after which nothing new is expected, although the total says so:
 * rows moved by that many pages in between, or there is no end.
 */
const MAX_PAGES_WITHOUT_NEW_ROWS = 2;

/** Pages asked for, for each that is under way, before what came is looked at: a total may be wrong. */
const ROUNDS = 8;

/**
 * Asks for the next pages, several at the same time, begun in their order.
 *
 * @param count how many there seem to be
 * @param isLast whether a page shows that no further one is to be asked for
 * @returns the pages that were asked for, in their order
 */
async function askPages(
	count: number,
	concurrency: number,
	askPage: (index: number) => Promise<Result<ListPage>>,
	isLast: (page: ListPage, index: number) => boolean,
): Promise<Result<ListPage>[]> {
	const most = Math.max(1, Math.min(count, ROUNDS * concurrency));
	const pages = await mapConcurrently(
		[...Array(most).keys()],
		{ concurrency, shouldStop: (page, index) => isProblem(page) || isLast(page, index) },
		askPage,
	);

	return pages.filter((page) => page !== undefined);
}

/**
 * Reads a list from a server that pages by cursor (rows 5 to 7). Its pages have numbers, so that any
 * can be asked for; `next_page_results` alone says whether there is another one.
 */
export const readByCursor: ReadPages = async (rows, { size: wanted, concurrency, ask }) => {
	const { first, start: from } = rows;
	// A server with smaller pages says so in its cursors, and a cursor holds with its own size only.
	const size = first.cursor?.size ?? wanted;
	const askPage = async (page: number) => await ask(pageQuery(size, page * size));
	let page = Math.floor(from / size);
	// Servers differ in what a cursor of another size means; the first page is the first to all.
	const isThere = size === wanted || from < Math.min(size, wanted) || isOnly(first);
	let last = isThere ? first : await askPage(page);
	if (isProblem(last)) return last;

	let idle = rows.add(last) === 0 ? 1 : 0;
	if (isWrongPage(last, page)) return rows.endWithoutRest(last.total, 0);

	rows.start = page * size;

	if (rows.start > 0 && rows.isNarrowed && last.records.length > 0) {
		const top = await askPage(0);
		if (isProblem(top)) return top;

		for (const row of top.records) rows.failsFilter(row);
	}

	while (hasMore(last) && !rows.isDone) {
		const left = Math.ceil((last.total ?? 0) / size) - page - 1;
		if (idle > (left > 0 ? MAX_PAGES_WITHOUT_NEW_ROWS : 0)) return rows.endWithoutRest(last.total);

		const next = page + 1;
		const pages = await askPages(
			Math.min(left, Math.ceil(rows.guaranteedRemaining / size)),
			concurrency,
			async (index) => await askPage(next + index),
			(given, index) => !hasMore(given) || isWrongPage(given, next + index),
		);

		for (const given of pages) {
			if (isProblem(given)) return given;

			page++;
			if (isWrongPage(given, page)) return rows.endWithoutRest(given.total);

			idle = rows.add(given) === 0 ? idle + 1 : 0;
			last = given;
		}
	}

	return undefined;
};

const hasMore = ({ more = true, records }: ListPage): boolean => more && records.length > 0;

/** Whether a page is the first one and the last: whatever else is asked for, there is nothing else. */
const isOnly = ({ cursor, more }: ListPage): boolean => more === false && cursor?.page === 0;

/** Whether the server gave another page than the one that it was asked for. */
const isWrongPage = ({ cursor, records }: ListPage, page: number): boolean =>
	records.length > 0 && cursor?.page !== page;

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
	const isRepeated = (given: ListPage) => !counts && firstRowOf(given) === top;

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
			Math.ceil(needed / step),
			concurrency,
			async (index) => await ask(pageQuery(size, at + index * step, limitAfter(index * step))),
			(given) => given.records.length === 0 || isRepeated(given),
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

/** What the first row of a page is; undefined: the page is empty. */
const firstRowOf = ({ records: [first] }: ListPage): string | undefined => first && identity(first);
