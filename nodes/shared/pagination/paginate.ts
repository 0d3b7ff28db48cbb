import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { Completeness } from './Completeness';
import { readByCursor } from './cursorPages';
import { listIn, type ListPage } from './envelope';
import { readByOffset } from './offsetPages';
import { PAGE, pageQuery, type PageQuery } from './pageQuery';
import type { Ask } from './pages';
import { type Collected, identity, RowCollector } from './RowCollector';
import { passes } from './rowFilter';

/** What reading a list takes. */
export interface Paging {
	/** Asks for one page; a Problem ends the reading. */
	readonly fetch: (page: PageQuery) => Promise<Result<HttpResponse>>;
	/** Pages that are asked for at the same time. */
	readonly concurrency: number;
	/** Lets so many milliseconds pass. */
	readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** The same, with the pages as lists. */
interface Dependencies extends Omit<Paging, 'fetch'> {
	readonly ask: Ask;
}

/**
 * Collects the records of a list, page by page (rows 4 to 8).
 * Nobody says what kind of server it is; the first response does.
 *
 * Where all records are wanted, a record that was there all the time is among them, whatever others
 * do to the list meanwhile, or the statistics say that it may not be. Where the first reading does
 * not show that it is whole, the list is read again, one page after the other.
 *
 * @returns the records, each once and in the server's order, and what became of the other rows
 */
export async function paginate(
	query: ListQuery,
	{ fetch, ...others }: Paging,
): Promise<Result<Collected>> {
	const ask: Ask = async (page) => {
		const response = await fetch(page);
		// The text of a page is not kept, only its rows.
		return isProblem(response) ? response : listIn(response);
	};
	const dependencies = { ask, ...others };
	const read = await readFitting(query, dependencies);
	if (isProblem(read) || query.limit !== undefined || (await read.isWhole())) {
		return isProblem(read) ? read : read.rows.collected(read.start);
	}
	// Without a total, another reading would show nothing.
	if (read.total === undefined) return read.rows.collected(read.start, {});

	await others.pause(SETTLED);
	// In no other order than the server's own, so that all of it is read and can be counted.
	const again = await readFitting(
		{ ...query, newestFirst: undefined },
		{ ...dependencies, concurrency: 1 },
	);
	if (isProblem(again)) return again;
	const { rows, start, total } = again;
	// A server may count what it does not give: then the same comes again.
	const isSteady = rows.isSameAs(read.rows) && !rows.hasDoubles && total === read.total;
	if (isSteady || (await again.isWhole())) return rows.collected(start);
	rows.adopt(read.rows);
	return rows.collected(start, total === undefined ? {} : { total });
}

/**
 * Milliseconds after which a record that was just made counts as one that was there before: the
 * server tells the time in whole seconds.
 */
const SETTLED = 1_500;

/** A list that was read. */
interface Read {
	readonly rows: RowCollector;
	/** The number of rows before the first one that came. */
	readonly start: number;
	/** How many rows there are, as the server said first. */
	readonly total?: number;
	/** Whether it is certain that all rows have come that were there. */
	readonly isWhole: () => Promise<boolean>;
}

/** Reads a list from where its offset leads to. */
async function readFitting(query: ListQuery, dependencies: Dependencies): Promise<Result<Read>> {
	// Offset counts rows that fit, and no server knows which of its rows were created in time.
	const from = query.created === undefined ? query.offset : 0;
	const read = await readFrom(from, query, dependencies);
	return !isProblem(read) && read.rows.mustStartOver(read.start)
		? await readFrom(0, query, dependencies)
		: read;
}

/** Reads a list from this row on. */
async function readFrom(
	from: number,
	query: ListQuery,
	dependencies: Dependencies,
): Promise<Result<Read>> {
	const { filters = [], created, limit = PAGE } = query;
	// Where rows may be left out, pages as small as the limit would make for many requests.
	const size = filters.length > 0 || created !== undefined ? PAGE : Math.min(PAGE, limit);
	const most = new RowCollector(query, UNREAD).maxUseful(from);
	const askFirst = async (ask: Ask) => await ask(pageQuery(size, from, Math.min(size, most)));
	const opened = await openList(query, dependencies, askFirst);
	if (isProblem(opened)) return opened;

	const { first, ask, isOrdered } = opened;
	const rows = new RowCollector(query, { first, isOrdered });
	const readOn = first.cursor === undefined ? readByOffset : readByCursor;
	const { concurrency } = dependencies;
	let pages = 1;
	const counted: Ask = async (page) => {
		pages++;
		return await ask(page);
	};
	const start = await readOn({ from, size, rows, concurrency, ask: counted }, first);
	if (typeof start !== 'number') return start;
	const { total } = first;
	return {
		rows,
		start,
		...(total === undefined ? {} : { total }),
		isWhole: async () => {
			// One answer is one look at the list.
			const isOneLook = pages === 1 && (rows.isPast || !isOpenEnded(first, query));
			if (isOneLook || rows.cameAtOnce === true) return true;
			if (rows.cameAtOnce === false && total === undefined) return false;
			const isUnchanged = async () => await givesSame(first, rows, askFirst, ask);
			if (rows.isPast) {
				// A change of a row can bring it in anywhere, and let the total be what it was.
				const isCertain = total !== undefined && !rows.hasDoubles && !rows.isNarrowed;
				return isCertain && !isOpenEnded(first, query) && (await isUnchanged());
			}
			// Behind the first page there was nothing, when all of its rows were still there.
			const isFirstPage = total === undefined && start === 0 && rows.seen === first.records.length;
			return isFirstPage ? await isUnchanged() : rows.isWhole(start);
		},
	};
}

const UNREAD = { first: { records: [] }, isOrdered: false };

/** A list whose first page is there. */
interface Opened {
	readonly first: ListPage;
	/** Asks for a page, in the order that the first one has. */
	readonly ask: Ask;
	readonly isOrdered: boolean;
}

/**
 * Asks for the first page, in the order that lets the list end early.
 *
 * Where a record on it is so new that it may have been made after the total was told, the page is
 * asked for again a moment later: then it is known to be one of them.
 */
async function openList(
	query: ListQuery,
	{ ask, pause }: Dependencies,
	askFirst: (ask: Ask) => Promise<Result<ListPage>>,
): Promise<Result<Opened>> {
	const { newestFirst: order, created, limit } = query;
	const isOrderAsked = order !== undefined && created?.after !== undefined;
	const asking: Ask = isOrderAsked ? async (page) => await ask({ ...page, order_by: order }) : ask;
	const first = await askFirst(asking);
	if (isProblem(first)) return first;
	// Only servers that page by cursor are known to take an order (row 28).
	const isOrdered = isOrderAsked && first.cursor !== undefined;
	const opened: Opened = { first, ask: asking, isOrdered };
	if (limit !== undefined || !isOpenEnded(first, query)) return opened;
	await pause(SETTLED);
	const settled = await askFirst(asking);
	return isProblem(settled) ? settled : { ...opened, first: settled };
}

const hasMore = ({ more, records, total = Infinity }: ListPage): boolean =>
	more !== false && records.length < total;

/**
 * Whether a record on the first page may have been made after the total was told, and another one,
 * which was told with it, have been pushed off the page. A page that is not full has room for all.
 */
function isOpenEnded(first: ListPage, { filters = [] }: ListQuery): boolean {
	const { cursor, records } = first;
	const isFull = hasMore(first) || cursor === undefined || records.length >= cursor.size;
	// Where the server itself leaves rows out, one may also have come in by a change.
	const isNarrowed =
		filters.length > 0 && records.every((row) => filters.every((filter) => passes(row, filter)));
	const isCounted = first.total !== undefined;
	const census = new Completeness(first);
	return (
		isFull &&
		records.some(
			({ created_at: created, updated_at: updated }) =>
				(isCounted && census.isSince(created, first)) ||
				(isNarrowed && census.isSince(updated, first)),
		)
	);
}

/**
 * Whether the first page is as it was when it came first. Of a list that was read from its newest row
 * on, and not to its end, new rows would be on that page, and without new ones the total tells of
 * those that are gone.
 */
async function givesSame(
	first: ListPage,
	{ isNarrowed }: RowCollector,
	askFirst: (ask: Ask) => Promise<Result<ListPage>>,
	ask: Ask,
): Promise<boolean> {
	const last = await askFirst(ask);
	if (isProblem(last)) return false;
	// Where the server leaves rows out, one may have been gone and come back, which has changed it.
	const rows = ({ records }: ListPage) =>
		JSON.stringify(isNarrowed ? records : records.map(identity));
	return last.total === first.total && rows(last) === rows(first);
}
