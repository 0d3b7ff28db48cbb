import { problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import type { ListPage } from './envelope';
import type { PageQuery } from './pageQuery';
import { identity, type RowCollector } from './RowCollector';

/** Asks for one page. */
export type Ask = (page: PageQuery) => Promise<Result<ListPage>>;

/** How to read on after the first page of a list. */
export interface Pages {
	/** The number of rows before those that the first page was asked for. */
	readonly from: number;
	/** Rows of a page. */
	readonly size: number;
	/** The rows so far, to which those of each page are added. */
	readonly rows: RowCollector;
	/** Pages that are asked for at the same time. */
	readonly concurrency: number;
	readonly ask: Ask;
}

/**
 * Pages in a row without a new row after which nothing new is expected, although the total says so:
 * rows moved by that many pages in between, or there is no end.
 */
export const MAX_PAGES_WITHOUT_NEW_ROWS = 2;

/** Pages asked for, for each that is under way, before what came is looked at: a total may be wrong. */
const ROUNDS = 8;

/**
 * Asks for the next pages, several at the same time, begun in their order.
 *
 * @param count how many there seem to be
 * @param isLast whether a page shows that no further one is to be asked for
 * @returns the pages that were asked for, in their order
 */
export async function askPages(
	count: number,
	concurrency: number,
	askPage: (index: number) => Promise<Result<ListPage>>,
	isLast: (page: Result<ListPage>, index: number) => boolean,
): Promise<Result<ListPage>[]> {
	const indexes = [...Array(Math.min(count, ROUNDS * concurrency)).keys()];
	const pages = await mapConcurrently(indexes, { concurrency, shouldStop: isLast }, askPage);
	return pages.filter((page) => page !== undefined);
}

/** What the first row of a page is; undefined: the page is empty. */
export const firstRowOf = ({ records }: ListPage): string | undefined =>
	records.slice(0, 1).map(identity)[0];

/**
 * The end of a list whose server gives no other rows, whatever it is asked.
 *
 * @param from the number of rows before the first one that came
 * @param total how many rows the server has; undefined: it does not tell
 * @returns `from`, or a Problem where rows are wanted that did not come
 */
export const endWithoutRest = (rows: RowCollector, from: number, total = 0): Result<number> =>
	rows.isDone(from) || from + rows.seen >= total
		? from
		: problem({
				tag: 'failed',
				message: `The server gives only ${String(rows.seen)} of its ${String(total)} records and does not page by limit and offset`,
				description: 'Narrow the list by filters, so that it fits into one answer.',
			});
