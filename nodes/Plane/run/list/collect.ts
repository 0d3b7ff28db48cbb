import type { Answer } from '../answer';
import type { ListWish } from '../call';
import { isProblem, type Problem } from '../problem';
import { readByCursor } from './byCursor';
import { readByOffset } from './byOffset';
import { listIn } from './envelope';
import { PAGE, pageQuery, type PageQuery } from './pageQuery';
import type { Reading } from './reading';
import { Rows, type Collected } from './rows';

/**
 * Collects the records of a list, page by page (specification, "Lists" and "Limits"; observed rows
 * 4 to 8). Nobody says what kind of server it is; the first answer does.
 *
 * @param atOnce pages that are asked for at the same time
 * @param fetch asks for one page; a Problem ends the collecting
 * @returns the records, each once and in the server's order, and what became of the other rows
 */
export async function collect(
	wish: ListWish,
	atOnce: number,
	fetch: (page: PageQuery) => Promise<Answer | Problem>,
): Promise<Collected | Problem> {
	const ask = async (page: PageQuery) => {
		const answer = await fetch(page);
		// The text of a page is not kept, only its rows.
		return isProblem(answer) ? answer : listIn(answer);
	};
	// Offset counts rows that fit, and no server knows which of its rows were created in time.
	const from = wish.created === undefined ? wish.offset : 0;
	let read = await readFrom(from, wish, { ask, atOnce });
	if (!isProblem(read) && read.rows.mustStartOver(read.start))
		read = await readFrom(0, wish, { ask, atOnce });
	return isProblem(read) ? read : read.rows.collected(read.start);
}

/** Reads a list from this row on; `start` is the number of rows before the first one that came. */
async function readFrom(
	from: number,
	wish: ListWish,
	asking: Pick<Reading, 'ask' | 'atOnce'>,
): Promise<{ readonly rows: Rows; readonly start: number } | Problem> {
	const { filters = [], created, limit = PAGE } = wish;
	// Where rows may be left out, pages as small as the limit would make for many requests.
	const size = filters.length > 0 || created !== undefined ? PAGE : Math.min(PAGE, limit);
	const rows = new Rows(wish);
	const first = await asking.ask(pageQuery(size, from, Math.min(size, rows.atMost(from))));
	if (isProblem(first)) return first;

	const readOn = first.cursor === undefined ? readByOffset : readByCursor;
	const start = await readOn({ from, size, rows, ...asking }, first);
	return typeof start === 'number' ? { rows, start } : start;
}
