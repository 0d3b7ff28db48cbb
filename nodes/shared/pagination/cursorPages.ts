import { isProblem, type Result } from '../result/problem';
import type { ListPage } from './envelope';
import { pageQuery } from './pageQuery';
import { askPages, endWithoutRest, MAX_PAGES_WITHOUT_NEW_ROWS, type Pages } from './pages';

/**
 * Reads on from a server that pages by cursor (rows 5 to 7). Its pages have numbers, so
 * that any can be asked for; `next_page_results` alone says whether there is another one.
 *
 * @returns the number of rows before the first one that was read
 */
export async function readByCursor(
	{ from, size: wanted, rows, concurrency, ask }: Pages,
	first: ListPage,
): Promise<Result<number>> {
	// A server with smaller pages says so in its cursors, and a cursor holds with its own size only.
	const size = first.cursor?.size ?? wanted;
	const askPage = async (page: number) => await ask(pageQuery(size, page * size));
	let page = Math.floor(from / size);
	// Servers differ in what a cursor of another size means; the first page is the first to all.
	const isThere = size === wanted || from < Math.min(size, wanted);
	const list = isThere ? first : await askPage(page);
	if (isProblem(list)) return list;
	if (isWrongPage(list, page)) {
		rows.add(list);
		return endWithoutRest(rows, 0, list.total);
	}

	const start = page * size;
	let last = list;
	let idle = rows.add(list) === 0 ? 1 : 0;
	if (rows.rowsToVerify(start) > 0 && !rows.ignoresFilters && list.records.length > 0) {
		const whole = await askPage(0);
		if (isProblem(whole)) return whole;
		rows.detectIgnoredFilters(whole.records);
	}
	while (hasMore(last) && !rows.isDone(start)) {
		const left = Math.ceil((last.total ?? 0) / size) - page - 1;
		if (idle > (left > 0 ? MAX_PAGES_WITHOUT_NEW_ROWS : 0))
			return endWithoutRest(rows, start, last.total);

		const next = page + 1;
		const count = Math.max(1, Math.min(left, Math.ceil(rows.guaranteedRemaining(start) / size)));
		const lists = await askPages(
			count,
			concurrency,
			async (index) => await askPage(next + index),
			(given, index) => isProblem(given) || !hasMore(given) || isWrongPage(given, next + index),
		);
		for (const [index, given] of lists.entries()) {
			if (isProblem(given)) return given;
			if (isWrongPage(given, next + index)) return endWithoutRest(rows, start, given.total);
			idle = rows.add(given) === 0 ? idle + 1 : 0;
			last = given;
		}
		page += lists.length;
	}
	return start;
}

const hasMore = ({ more = true, records }: ListPage): boolean => more && records.length > 0;

/** Whether the server gave another page than the one that it was asked for. */
const isWrongPage = ({ cursor, records }: ListPage, page: number): boolean =>
	records.length > 0 && cursor?.page !== page;
