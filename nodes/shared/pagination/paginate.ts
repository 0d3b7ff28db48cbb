import type { ListQuery } from '../model/call';
import { isProblem, problem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { Completeness } from './Completeness';
import { listIn, type ListPage } from './envelope';
import { PAGE, pageQuery, type PageQuery } from './pageQuery';
import { type Pages, readByCursor, readByOffset } from './readPages';
import { type Collected, identity, RowCollector } from './RowCollector';
import { passes, sinceIn } from './rowFilter';

/** What reading a list takes. */
export interface Paging extends Pick<Pages, 'concurrency'> {
	/** Asks for one page; a Problem ends the reading. */
	readonly fetch: (page: PageQuery) => Promise<Result<HttpResponse>>;
	/** An `order_by` by which no two rows are alike, so that each page begins where the one before ended. */
	readonly steadyOrder?: string | undefined;
	/** Lets so many milliseconds pass. */
	readonly pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * Milliseconds after which a record that was just made counts as one that was there before: the
 * server tells the time in whole seconds.
 */
const SETTLED = 1_500;

/** The order in which Plane gives its lists, if it is asked for no other. */
const USUAL_ORDER = '-created_at';

/** No list of Plane has so many pages, nor so much text: it has no end, or no machine has room for it. */
const MOST = { pages: 10_000, characters: 2 ** 30 };

const endless = problem({
	tag: 'failed',
	message: 'This list does not end: after 10,000 pages or 1 GB, the server still has more of it',
	description: 'Set a limit or a filter, or choose fewer Fields.',
});

/**
 * Collects the records of a list, page by page (rows 4 to 8).
 * Nobody says what kind of server it is; the first response does.
 *
 * Where all records are wanted, a record that was there all the time is among them, whatever others
 * do to the list meanwhile, or the statistics say that it may not be. Where the first reading does
 * not show that it is whole, the list is read again, one page after the other, and then once more in an
 * order that holds from page to page.
 *
 * @returns the records, each once and in the server's order, and what became of the other rows
 */
export async function paginate(query: ListQuery, paging: Paging): Promise<Result<Collected>> {
	const read = await readList(query, paging);
	if (isProblem(read)) return read;

	const { rows } = read;
	const { total } = rows.first;
	if (query.limit !== undefined || (await read.isWhole())) return rows.collected();
	// Without a total, another reading would show nothing.
	if (total === undefined) return rows.collected({});

	await paging.pause(SETTLED);
	// In no other order than the server's own, so that all of it is read and can be counted.
	const again = await readList({ ...query, isOrdered: false }, { ...paging, concurrency: 1 });
	if (isProblem(again)) return again;

	const last = again.rows;
	// A server may count what it does not give: then the same comes again.
	const isSteady = last.isSameAs(rows) && !last.hasDoubles && last.first.total === total;
	if (isSteady || (await again.isWhole())) return last.collected();

	last.adopt(rows);

	const steady = await readSteadily(query, paging);
	if (steady === undefined) return last.collected({ total: last.first.total });

	steady.orderLike(last, query.search.order_by ?? USUAL_ORDER);

	return steady.collected();
}

/**
 * Reads a list in another order than the one that was asked for. Rows that are equal by that one may come
 * in another order for each page, so that some come twice and others not at all (row 341, case P57).
 *
 * @returns undefined: it is not certain that all rows came
 */
async function readSteadily(query: ListQuery, paging: Paging): Promise<RowCollector | undefined> {
	const { steadyOrder } = paging;
	if (steadyOrder === undefined && query.search.order_by === undefined) return undefined;

	const order = { order_by: steadyOrder ?? USUAL_ORDER };
	const read = await readList(
		{ ...query, isOrdered: false },
		{
			...paging,
			concurrency: 1,
			fetch: async (page) => await paging.fetch({ ...page, ...order }),
		},
	);

	return !isProblem(read) && (await read.isWhole()) ? read.rows : undefined;
}

/** Reads a list from where its offset leads to, or from this row on. */
async function readList(
	query: ListQuery,
	paging: Paging,
	// Offset counts rows that fit, and no server knows which of its rows pass the node's own tests.
	from = (query.clientFilters ?? []).length === 0 ? query.offset : 0,
): Promise<Result<{ readonly rows: RowCollector; readonly isWhole: () => Promise<boolean> }>> {
	const {
		serverFilters = [],
		clientFilters = [],
		limit = Infinity,
		offset,
		isOrdered,
		search,
	} = query;
	// Where rows may be left out, pages as small as the limit would make for many requests.
	const size = serverFilters.length > 0 || clientFilters.length > 0 ? PAGE : Math.min(PAGE, limit);
	const most = clientFilters.length === 0 ? offset - from + limit : Infinity;
	// An order that the user wants is not for us to change.
	const since = isOrdered === true && !('order_by' in search) ? sinceIn(clientFilters) : undefined;
	const order = since && `-${since.row}`;
	let pages = 0;
	let characters = 0;

	const ask: Pages['ask'] = async (page) => {
		if (pages >= MOST.pages || characters > MOST.characters) return endless;

		pages++;
		const response = await paging.fetch(order === undefined ? page : { ...page, order_by: order });
		if (isProblem(response)) return response;

		characters += response.text.length;

		// The text of a page is not kept, only its rows.
		return listIn(response);
	};

	const askFirst = async () => await ask(pageQuery(size, from, Math.min(size, most)));

	const opened = await askFirst();
	if (isProblem(opened)) return opened;

	let isOpen = query.limit === undefined && isOpenEnded(opened, query);
	// A moment later, it is known of all records on it whether they are counted in its total.
	if (isOpen) await paging.pause(SETTLED);

	const first = isOpen ? await askFirst() : opened;
	if (isProblem(first)) return first;

	isOpen &&= isOpenEnded(first, query);

	// Only servers that page by cursor are known to take an order (row 28).
	const honored = opened.cursor === undefined ? undefined : since;
	const rows = new RowCollector(query, first, honored, from);
	const readOn = first.cursor === undefined ? readByOffset : readByCursor;

	pages = 1;
	const problem = await readOn(rows, { size, concurrency: paging.concurrency, ask });
	if (problem !== undefined) return problem;
	if (rows.mustStartOver) return await readList(query, paging, 0);

	/**
	 * Whether the first page is as it was when it came first. Of a list that was read from its newest
	 * row on, and not to its end, new rows would be on that page, and without new ones the total tells
	 * of those that are gone.
	 */
	const isUnchanged = async () => {
		const last = await askFirst();
		// Where the server leaves rows out, one may have been gone and come back, which has changed it.
		const shown = ({ records }: ListPage) =>
			JSON.stringify(rows.isNarrowed ? records : records.map(identity));

		return !isProblem(last) && last.total === first.total && shown(last) === shown(first);
	};

	/** Whether it is certain that all rows have come that were there. */
	const isWhole = async () => {
		// One response is one look at the list.
		if ((pages === 1 && (rows.isPast || !isOpen)) || rows.cameAtOnce === true) return true;

		const isCounted = first.total !== undefined;
		if (rows.cameAtOnce === false && !isCounted) return false;

		if (rows.isPast) {
			// A change of a row can bring it in anywhere, and let the total be what it was.
			const isCertain = isCounted && !rows.hasDoubles && !rows.isNarrowed;

			return isCertain && !isOpen && (await isUnchanged());
		}

		// Behind the first page there was nothing, when all of its rows were still there.
		const isFirstPage = !isCounted && rows.start === 0 && rows.seen === first.records.length;

		return isFirstPage ? await isUnchanged() : rows.census.isWhole(rows.start, rows.isNarrowed);
	};

	return { rows, isWhole };
}

/**
 * Whether a record on the first page may have been made after the total was told, and another one,
 * which was told with it, have been pushed off the page. A page that is not full has room for all.
 */
function isOpenEnded(first: ListPage, { serverFilters = [] }: ListQuery): boolean {
	const { cursor, records, more, total = Infinity } = first;
	const hasMore = more !== false && records.length < total;
	if (!hasMore && cursor !== undefined && records.length < cursor.size) return false;

	// Where the server itself leaves rows out, one may also have come in by a change.
	const isNarrowed =
		serverFilters.length > 0 &&
		records.every((row) => serverFilters.every((filter) => passes(row, filter)));
	const census = new Completeness(first);

	return records.some(
		({ created_at: created, updated_at: updated }) =>
			(first.total !== undefined && census.isSince(created, first)) ||
			(isNarrowed && census.isSince(updated, first)),
	);
}
