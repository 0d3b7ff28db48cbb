import { problem, type Problem } from '../result/problem';
import type { List } from './envelope';
import { identity, type Rows } from './RowCollector';

/**
 * Pages in a row without a new row after which nothing new is expected, although the total says so:
 * rows moved by that many pages in between, or there is no end.
 */
export const MOVED = 2;

/** What the first row of a page is; undefined: the page is empty. */
export const startOf = ({ records }: List): string | undefined =>
	records.slice(0, 1).map(identity)[0];

/**
 * The end of a list whose server gives no other rows, whatever it is asked.
 *
 * @param from the number of rows before the first one that came
 * @param total how many rows the server has; undefined: it does not tell
 * @returns `from`, or a Problem where rows are wanted that did not come
 */
export const endWithoutRest = (rows: Rows, from: number, total = 0): number | Problem =>
	rows.isDone(from) || from + rows.seen >= total
		? from
		: problem({
				message: `The server gives only ${String(rows.seen)} of its ${String(total)} records and does not page by limit and offset`,
				description: 'Narrow the list by filters, so that it fits into one answer.',
				cause: {},
			});
