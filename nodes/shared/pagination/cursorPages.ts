import { isProblem } from '../result/problem';
import type { ListPage } from './envelope';
import { pageQuery } from './pageQuery';
import { askPages, MAX_PAGES_WITHOUT_NEW_ROWS, type ReadPages } from './pages';

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
	const isThere = size === wanted || from < Math.min(size, wanted);
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
			Math.max(1, Math.min(left, Math.ceil(rows.guaranteedRemaining / size))),
			concurrency,
			async (index) => await askPage(next + index),
			(given, index) => isProblem(given) || !hasMore(given) || isWrongPage(given, next + index),
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

/** Whether the server gave another page than the one that it was asked for. */
const isWrongPage = ({ cursor, records }: ListPage, page: number): boolean =>
	records.length > 0 && cursor?.page !== page;
