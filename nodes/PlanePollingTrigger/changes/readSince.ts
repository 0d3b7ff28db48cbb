import type { JsonObject } from 'n8n-workflow';

import { unsorted } from './pollErrors';
import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE } from '../../shared/pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';

/** A list that gives the newest row first, by a number in each row: a time, or what counts them. */
export interface Feed {
	/**
	 * Asks for one page.
	 *
	 * @param offset a multiple of `size`
	 * @param isWhole whether to read whole rows; otherwise only what shows their order
	 */
	readonly ask: (size: number, offset: number, isWhole: boolean) => Promise<Result<ListPage>>;
	/** What the list is ordered by; undefined if the row does not show it. */
	readonly orderOf: (row: JsonObject) => number | undefined;
	/** Rows that come before this one are not of interest. */
	readonly floor: number;
	/** About how many rows are newer than that one, where an earlier reading has got so far. */
	readonly above?: number;
	/** Whether a row is not known yet as it is now. */
	readonly isNew: (row: JsonObject) => boolean;
	/** Takes note of the newest page, which is read first. */
	readonly begin: (head: ListPage) => void;
}

/** Does what is to be done with a row that is new; a Problem ends the reading before the row. */
export type Work = (row: JsonObject) => Promise<Problem | undefined>;

/** The result of a reading. */
export interface Reach {
	/** Whether all rows up to the newest one were read. */
	readonly isComplete: boolean;
	/** What the last row that was read is ordered by; undefined: none was read. */
	readonly reached?: number;
	/** About how many rows are newer than that one. */
	readonly above?: number;
	/** Why the reading ended before the newest row. */
	readonly problem?: Problem;
}

const ended = (why: Problem): Reach => ({ isComplete: false, problem: why });

/**
 * Works on the new rows of a list, the oldest first.
 *
 * Where nothing is new, that is one request for rows that show their order alone. All rows that fit on
 * one page come in one look at the list. Further ones are read from the oldest towards the newest:
 * whatever happens to a row meanwhile takes it to the top of the list, which is read last, so that
 * none is missed. Each page shares a row with the one before; where rows moved so far that it does
 * not, it is read again from farther back.
 */
export async function readSince(feed: Feed, work: Work): Promise<Reach> {
	const head = await feed.ask(PAGE, 0, false);
	if (isProblem(head)) return ended(head);
	if (!isSorted(feed, head)) return ended(unsorted());

	feed.begin(head);

	if (reachesFloor(feed, head)) {
		if (!head.records.some((row) => isDue(feed, row))) return { isComplete: true };

		const list = await feed.ask(PAGE, 0, true);
		if (isProblem(list)) return ended(list);
		if (reachesFloor(feed, list)) return await workOn(feed, { list, offset: 0 }, work);
	}

	// A server with smaller pages says so in its cursors, and a cursor holds with its own size only.
	return await readUpwards({ ...feed, size: head.cursor?.size ?? PAGE }, work);
}

/** A list, and the most rows that a page of it has. */
export interface Paged extends Feed {
	readonly size: number;
}

interface Placed {
	readonly list: ListPage;
	/** How many rows are newer than its first one. */
	readonly offset: number;
}

/** Reads page by page from the oldest row of interest towards the newest one. */
export async function readUpwards(feed: Paged, work: Work): Promise<Reach> {
	let reach: Reach = { isComplete: false };
	let page = await oldestPage(feed);

	while ('list' in page) {
		reach = { ...reach, ...(await workOn(feed, page, work)) };
		if (reach.isComplete || reach.problem !== undefined) return reach;

		page = await pageAbove(feed, page.offset, reach.reached ?? feed.floor);
	}

	return { ...reach, ...page };
}

/**
 * The page that the rows of interest begin on: looked for from where an earlier reading has got to, by
 * steps that double as far as the list goes, then by halves. If that ends early, the next reading goes
 * on from there.
 */
async function oldestPage(feed: Paged): Promise<Placed | Reach> {
	const { size, above } = feed;
	// The page `low` does not reach the floor, `high` does.
	let [low, high, step] = [0, Infinity, 1];
	let at = Math.max(1, Math.floor((above ?? 0) / size));
	let isWhole = above !== undefined;

	while (high - low > 1) {
		const list = await feed.ask(size, at * size, isWhole);
		if (isProblem(list)) return { ...ended(list), ...(low > 0 && { above: low * size }) };
		if (!reachesFloor(feed, list)) low = at;
		else if (isWhole && (orderOfFirst(feed, list) ?? 0) >= feed.floor) {
			return { list, offset: at * size };
		} else high = at;

		isWhole = false;
		at = high === Infinity ? low + step : Math.floor((low + high) / 2);
		step *= 2;
	}

	// Rows may have moved on since; a page that is empty is behind the end.
	for (at = high; ; at++) {
		const list = await feed.ask(size, at * size, true);
		if (isProblem(list)) return { ...ended(list), above: at * size };
		if (reachesFloor(feed, list)) return { list, offset: at * size };
	}
}

/** The page above a row that was read, which has that row or an older one on it too. */
async function pageAbove(feed: Paged, offset: number, reached: number): Promise<Placed | Reach> {
	for (let at = offset; ; at += feed.size) {
		const { size, start } = spanOver(at, feed.size);
		const list = await feed.ask(size, start, true);
		if (isProblem(list)) return ended(list);

		const oldest = list.records.at(-1);
		const order = oldest && feed.orderOf(oldest);
		const isKnown = order === reached && oldest !== undefined && !feed.isNew(oldest);
		const isOlder = order === undefined || order < Math.max(reached, feed.floor);
		const isShared = isOlder || isKnown || list.more === false;
		if (isShared) return { list, offset: start };
	}
}

/**
 * A page that has the row with this number on it, and as many newer ones as there can be: pages begin
 * at multiples of their size, and a server takes any size up to its largest.
 */
export function spanOver(
	at: number,
	largest = PAGE,
): { readonly size: number; readonly start: number } {
	let best = { size: largest, start: at - (at % largest) };

	for (let size = largest - 1; size > 1; size--) {
		const start = at - (at % size);
		if (start < best.start) best = { size, start };
	}

	return best;
}

/** Works on the rows of a page that are new, the oldest first. */
async function workOn(feed: Feed, { list, offset }: Placed, work: Work): Promise<Reach> {
	let far: Pick<Reach, 'reached' | 'above'> = {};

	for (const [index, row] of [...list.records.entries()].reverse()) {
		if (isDue(feed, row)) {
			const why = await work(row);
			if (why !== undefined) return { ...far, ...ended(why) };
		}

		far = { reached: feed.orderOf(row) ?? feed.floor, above: offset + index };
	}

	return { isComplete: offset === 0, ...far };
}

const isDue = ({ orderOf, floor, isNew }: Feed, row: JsonObject): boolean =>
	(orderOf(row) ?? Infinity) >= floor && isNew(row);

/** What the first row of a page is ordered by; undefined if there is none, or if it does not show that. */
export const orderOfFirst = (
	{ orderOf }: Pick<Feed, 'orderOf'>,
	{ records: [first] }: ListPage,
): number | undefined => first && orderOf(first);

/** Whether a page has a row that comes before all that is of interest, or is the last one. */
export function reachesFloor(
	{ orderOf, floor }: Pick<Feed, 'orderOf' | 'floor'>,
	{ records, more, total }: ListPage,
): boolean {
	const oldest = records.at(-1);
	if (oldest === undefined || more === false) return true;
	if (more === undefined && total !== undefined && total <= records.length) return true;

	return (orderOf(oldest) ?? Infinity) < floor;
}

/** Whether the rows of a page are in the order that was asked for; a server may not know it. */
export function isSorted({ orderOf }: Pick<Feed, 'orderOf'>, { records }: ListPage): boolean {
	const orders = records.map(orderOf);

	return orders.every((order, index) => {
		const before = orders[index - 1];

		return order !== undefined && (before === undefined || order <= before);
	});
}
