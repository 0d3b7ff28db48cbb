import type { ListPage } from '../pagination/envelope';
import { PAGE } from '../pagination/pageQuery';
import { identity } from '../pagination/RowCollector';

/** Which page of a list is meant. */
export interface Page {
	/** Rows of a page. */
	readonly size: number;
	/** Rows before it. */
	readonly offset: number;
	/** What the first row of the page before is; `''` where there is none. */
	readonly before: string;
}

const FIRST: Page = { size: PAGE, offset: 0, before: '' };

/** Reads the token that came with the page before; anything else means the first page. */
export function pageIn(token: unknown): Page {
	const [, size, offset, before = ''] =
		/^(\d+):(\d+):(.*)$/s.exec(typeof token === 'string' ? token : '') ?? [];
	return size === undefined || Number(size) < 1
		? FIRST
		: { size: Number(size), offset: Number(offset), before };
}

/** The token of the page that follows. */
export const tokenOf = ({ size, offset, before }: Page): string =>
	`${String(size)}:${String(offset)}:${before}`;

/**
 * The page that follows on one, on servers that page by cursor and on those that page by offset
 * (rows 4 to 7).
 *
 * @returns undefined where there is none; `'again'` where the server gave the page before once more,
 *   because it does not page at all
 */
export function pageAfter(asked: Page, list: ListPage): Page | 'again' | undefined {
	const { records, cursor, more, total } = list;
	const [first] = records;
	if (first === undefined) return undefined;
	const before = identity(first);
	if (before === asked.before) return 'again';
	if (cursor !== undefined) {
		// A server with smaller pages says so in its cursor, which holds with that size only.
		const { size, page } = cursor;
		return more === false ? undefined : { size, offset: (page + 1) * size, before };
	}
	const offset = asked.offset + records.length;
	const isWhole = records.length > asked.size || more === false;
	const isLast = total === undefined ? records.length < asked.size : offset >= total;
	return isWhole || isLast ? undefined : { size: asked.size, offset, before };
}
