import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem } from '../../shared/result/problem';
import { shortId } from './entryKeys';
import type { FeedDefinition } from './feeds';
import { readFirstOrder, reachesBack, type RowSource } from './NewRowReader';
import type { FeedState } from './TriggerState';

/** If more rows are tracked, it is worth a few requests to find out which of them can be forgotten. */
const MAX_TRACKED_ROWS = 500;

/** How many pages are read for that at most. */
const MAX_PAGES = 10;

/**
 * Lists the rows that an interrupted read has left to later polls, for `forgetRowsAlreadyRead`. Only does
 * so if very many rows are tracked, because it takes requests.
 *
 * @returns their `shortId`s, or undefined if they are not needed or cannot be known
 */
export async function listUnreadIds(
	fetchPage: RowSource['fetchPage'],
	definition: FeedDefinition,
	{ resumeAt, items, newerRows = 0 }: FeedState,
): Promise<ReadonlySet<string> | undefined> {
	if (!definition.hasEntries || resumeAt === undefined) return undefined;
	if (Object.keys(items).length <= MAX_TRACKED_ROWS + newerRows) return undefined;

	const { readOrder } = definition;
	const ids = new Set<string>();
	let newest: number | undefined;
	let size = PAGE_SIZE;

	for (let index = 0; index < MAX_PAGES; index++) {
		const page = await fetchPage(size, index * size, 'order');
		if (isProblem(page)) return undefined;

		size = page.cursor?.size ?? size;
		if (newerRows > MAX_PAGES * size) return undefined;

		newest ??= readFirstOrder(definition, page);
		for (const row of page.records) ids.add(shortId(row));

		if (reachesBack({ readOrder, oldestRelevant: resumeAt }, page)) {
			return await withRowsMovedUp(ids, { fetchPage, definition, size, newest: newest ?? 0 });
		}
	}

	return undefined;
}

/** Adds the rows that moved to the top of the list while it was read. */
async function withRowsMovedUp(
	ids: ReadonlySet<string>,
	read: {
		readonly fetchPage: RowSource['fetchPage'];
		readonly definition: FeedDefinition;
		readonly size: number;
		/** The order of the newest row when the list was first read. */
		readonly newest: number;
	},
): Promise<ReadonlySet<string> | undefined> {
	const { readOrder } = read.definition;
	const top = await read.fetchPage(read.size, 0, 'order');
	// More rows have moved than fit on a page.
	if (isProblem(top) || !reachesBack({ readOrder, oldestRelevant: read.newest }, top)) {
		return undefined;
	}

	return new Set([...ids, ...top.records.map(shortId)]);
}

/**
 * Adds unread rows to the ones that are already known: the rows of the first page that an interrupted read has
 * left to this poll.
 *
 * @param known as `listUnreadIds` returns it
 * @returns the `shortId`s of all unread rows, or undefined if some of them are not known
 */
export function addUnreadIdsOfHead(
	known: ReadonlySet<string> | undefined,
	head: ListPage,
	{ definition, state }: { readonly definition: FeedDefinition; readonly state: FeedState },
): ReadonlySet<string> | undefined {
	const { readOrder } = definition;
	const { resumeAt } = state;
	if (resumeAt === undefined) return undefined;

	const isUnread = (row: JsonObject) => (readOrder(row) ?? Infinity) >= resumeAt;
	const hasAll = reachesBack({ readOrder, oldestRelevant: resumeAt }, head);
	if (!hasAll && known === undefined) return undefined;

	return new Set([...(known ?? []), ...head.records.filter(isUnread).map(shortId)]);
}
