import type { JsonObject } from 'n8n-workflow';

import { readFirstText } from '../../shared/values/readFirstText';
import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { createdAt, writtenAt } from './entryTimes';
import { NewRowReader } from './NewRowReader';
import type { ProjectApi } from './ProjectApi';
import type { EntryList } from './watchedLists';

/**
 * A list of up to so many pages is read whole, newest page first. A longer one is read from its oldest
 * page on.
 */
const MAX_SHORT_LIST_PAGES = 3;

/** Pages of a long list that one poll reads. */
const MAX_LONG_LIST_PAGES = 20;

/** Entries of a long list that one poll reads although older ones may still appear. */
const MAX_UNSTABLE_ENTRIES = 500;

/** The entries of a work item that are to be read. */
export interface EntryQuery {
	readonly list: EntryList;
	readonly workItemId: string;
	/** Entries written before this are not of interest (UNIX milliseconds, server's clock). */
	readonly cutoff: number;
	/** How many pages are read at most; entries on further pages are not of interest. */
	readonly maxPages?: number;
	/** How to read a list that is too long to be read at once; undefined to leave it unread. */
	readonly longList?: LongListQuery;
}

export interface LongListQuery {
	/** About how many entries are newer than the last one that an earlier poll read. */
	readonly newerRows?: number;
	/** No entry written before this can appear any more (UNIX milliseconds, server's clock). */
	readonly stableBefore: number;
}

/** Entries of a work item, oldest first. */
export interface EntriesRead {
	readonly rows: readonly JsonObject[];
	/** Whether these are all entries of interest. */
	readonly isComplete: boolean;
	/** About how many entries are newer than the last one. */
	readonly newerRows?: number;
	/** Why reading ended, unless it was enough for one poll. */
	readonly problem?: Problem;
}

/** Reads the activities or comments of a work item that were written since its cutoff. */
export async function readEntries(
	api: ProjectApi,
	query: EntryQuery,
): Promise<Result<EntriesRead>> {
	const { longList, maxPages = Infinity } = query;
	const isResumed = longList?.newerRows !== undefined;
	const pages = Math.min(maxPages, isResumed ? 1 : MAX_SHORT_LIST_PAGES);
	const newest = await readNewestPages(api, query, pages);
	if (isProblem(newest)) return newest;

	if (newest.reachesCutoff || maxPages <= pages) return entriesSince(newest.rows, query);

	if (newest.isSorted) {
		return longList === undefined
			? { rows: [], isComplete: false }
			: await readFromOldest(api, query, { ...longList, pageSize: newest.pageSize });
	}

	// Only the whole list is sure to have all entries since the cutoff.
	const all = await readNewestPages(api, query, Infinity);

	return isProblem(all) ? all : entriesSince(all.rows, query);
}

const entriesSince = (rows: readonly JsonObject[], { list, cutoff }: EntryQuery): EntriesRead => ({
	rows: rows
		.filter((row) => writtenAt(list, row) >= cutoff)
		.sort((a, b) => writtenAt(list, a) - writtenAt(list, b)),
	isComplete: true,
});

async function fetchEntries(
	api: ProjectApi,
	{ list, workItemId }: EntryQuery,
	page: { readonly size: number; readonly offset: number },
): Promise<Result<ListPage>> {
	const query = { order_by: '-created_at', expand: 'actor' };

	return await api.fetchPage({ list, workItemId, query, ...page });
}

/** The first pages of a list, as far as they have entries of interest. */
interface NewestPages {
	/** Oldest first, if the server sorts them. */
	readonly rows: readonly JsonObject[];
	/** Whether nothing of interest is on later pages. */
	readonly reachesCutoff: boolean;
	readonly isSorted: boolean;
	readonly pageSize: number;
}

async function readNewestPages(
	api: ProjectApi,
	query: EntryQuery,
	maxPages: number,
): Promise<Result<NewestPages>> {
	const rows = new Map<string, JsonObject>();
	let pageSize = PAGE_SIZE;
	let reachesCutoff = false;
	let isSorted = true;

	for (let offset = 0, pages = 0; pages < maxPages && !reachesCutoff; offset += pageSize, pages++) {
		const knownRows = rows.size;
		const page = await fetchEntries(api, query, { size: pageSize, offset });
		if (isProblem(page)) return page;

		for (const row of page.records) rows.set(readFirstText(row, 'id'), row);
		pageSize = page.cursor?.size ?? pageSize;
		isSorted &&= isNewestFirst(query, page.records);

		// A server that does not page returns the same rows again.
		const isRepeated = rows.size === knownRows;
		const oldest = page.records.at(-1);
		// The last row of an unsorted page says nothing about the others.
		const isBeforeCutoff =
			isSorted && oldest !== undefined && writtenAt(query.list, oldest) < query.cutoff;

		reachesCutoff = isRepeated || isBeforeCutoff || isLastPage(page, rows.size);
	}

	// Among rows of the same time, the list has the newer one first.
	return { rows: [...rows.values()].reverse(), reachesCutoff, isSorted, pageSize };
}

const isLastPage = ({ hasMore, total = Infinity }: ListPage, rowsRead: number): boolean =>
	hasMore === false || (hasMore === undefined && rowsRead >= total);

/**
 * Whether entries are sorted as requested, and those of interest were written in that order, too. Imports write
 * some with times in the past, which come after others of no interest (row 68).
 */
const isNewestFirst = ({ list, cutoff }: EntryQuery, rows: readonly JsonObject[]): boolean => {
	const writtenSince = (row: JsonObject) => Math.max(writtenAt(list, row), cutoff);

	return rows.every((row, index) => {
		const before = rows[index - 1];
		if (before === undefined) return true;

		return createdAt(row) <= createdAt(before) && writtenSince(row) <= writtenSince(before);
	});
};

/** Reads as much of a long list as one poll may, from its oldest entry of interest on. */
async function readFromOldest(
	api: ProjectApi,
	query: EntryQuery,
	longList: LongListQuery & { readonly pageSize: number },
): Promise<EntriesRead> {
	const { newerRows, stableBefore, pageSize } = longList;
	const rows = new Map<string, JsonObject>();
	let unstableEntries = 0;
	let pages = 0;
	const reader = new NewRowReader({
		fetchPage: async (size, offset) => {
			pages++;

			return await fetchEntries(api, query, { size, offset });
		},
		readOrder: (row) => writtenAt(query.list, row),
		oldestRelevant: query.cutoff,
		...(newerRows !== undefined && { newerRows }),
		isNew: (row) => !rows.has(readFirstText(row, 'id')),
		mayFetch: () => pages < MAX_LONG_LIST_PAGES,
	});

	for await (const row of reader.newRowsByPages(pageSize)) {
		if (writtenAt(query.list, row) >= stableBefore) unstableEntries++;
		if (unstableEntries > MAX_UNSTABLE_ENTRIES) break;

		rows.set(readFirstText(row, 'id'), row);
	}

	const { isComplete, problem, position } = reader;
	const nextNewerRows = position.newerRows ?? newerRows;

	return {
		rows: [...rows.values()],
		isComplete,
		...(nextNewerRows !== undefined && { newerRows: nextNewerRows }),
		...(problem !== undefined && { problem }),
	};
}
