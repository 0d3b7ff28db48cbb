import type { JsonObject } from 'n8n-workflow';

import { firstText } from '../../shared/rows/firstText';
import { PAGE } from '../../shared/pagination/pageQuery';
import { isProblem, problem, type Problem, type Result } from '../../shared/result/problem';
import { writtenAt } from './activities';
import type { DetailList } from './mark';
import type { ProjectLists } from './projectLists';
import { readUpwards } from './readSince';

/** Pages of a list that are read at once, the newest first. A longer list is read from its oldest page on. */
const SHORT = 3;

/** Pages of a long list that one poll reads. */
const LONG = 20;

/** Rows of a long list that are read before it is sure that no older ones turn up. */
const UNSETTLED = 500;

/** What is read of a list of a work item. */
export interface RowSelection {
	readonly list: DetailList;
	/** The ID of the work item. */
	readonly workItem: string;
	/** Rows that were written before are not of interest, in UNIX milliseconds. */
	readonly from: number;
	/** The most pages; the rest is not of interest. */
	readonly most?: number;
	/** How a list is read that is too long to be read at once; undefined: it is not. */
	readonly long?: LongList;
}

/** How a long list is read. */
export interface LongList {
	/** Where reading continues: about how many rows are newer. */
	readonly newer?: number;
	/** What was written before this does not turn up any more, in UNIX milliseconds. */
	readonly settled: number;
}

/** Rows of a list, the oldest first. */
export interface RowsRead {
	readonly rows: readonly JsonObject[];
	/** Whether these are all rows of interest. */
	readonly isComplete: boolean;
	/** About how many rows are newer than the last one. */
	readonly newer?: number;
	/** Why reading ended, unless it was because that is enough for one poll. */
	readonly problem?: Problem;
}

/** Reads the rows of a list of a work item that were written since. */
export async function readRows(
	lists: ProjectLists,
	selection: RowSelection,
): Promise<Result<RowsRead>> {
	const { long, most = Infinity } = selection;
	const pages = Math.min(most, long?.newer === undefined ? SHORT : 1);
	const head = await readFromTop(lists, selection, pages);
	if (isProblem(head)) return head;

	const { rows, isEnd, isSorted, size } = head;
	if (isEnd || most <= pages) return { rows: sinceFrom(rows, selection.from), isComplete: true };

	if (isSorted) {
		return long === undefined ? NOTHING : await readFromOldest(lists, selection, { ...long, size });
	}

	// A server that does not sort it has to be read as a whole.
	const whole = await readFromTop(lists, selection, Infinity);

	return isProblem(whole)
		? whole
		: { rows: sinceFrom(whole.rows, selection.from), isComplete: true };
}

const NOTHING: RowsRead = { rows: [], isComplete: false };

/** Asks for a page of a list of a work item. */
const askFor =
	(lists: ProjectLists, { list, workItem }: RowSelection) =>
	async (size: number, offset: number) =>
		await lists.page(list, size, offset, { order_by: '-created_at', expand: 'actor' }, workItem);

/** The first pages of a list, down to what is too old. */
async function readFromTop(lists: ProjectLists, selection: RowSelection, pages: number) {
	const ask = askFor(lists, selection);
	const rows = new Map<string, JsonObject>();
	let size = PAGE;
	let isEnd = false;
	let isSorted = true;

	for (let offset = 0, left = pages; left > 0 && !isEnd; offset += size, left--) {
		const before = rows.size;
		const page = await ask(size, offset);
		if (isProblem(page)) return page;

		size = page.cursor?.size ?? size;
		const { records, more, total = Infinity } = page;

		for (const row of records) rows.set(firstText(row, 'id'), row);
		isSorted &&= isNewestFirst(records);
		// A server that does not page gives the same once more.
		const isSame = rows.size === before;
		const isLast = isSame || more === false || (more === undefined && rows.size >= total);
		// A server that does not sort them gives an older one first.
		const last = records.at(-1);

		isEnd = isLast || (last !== undefined && writtenAt(last) < selection.from && isSorted);
	}

	// Of the same time, the one that comes first in the list is the newer one.
	return { rows: [...rows.values()].reverse(), isEnd, isSorted, size };
}

const sinceFrom = (rows: readonly JsonObject[], from: number): JsonObject[] =>
	rows.filter((row) => writtenAt(row) >= from).sort((a, b) => writtenAt(a) - writtenAt(b));

const isNewestFirst = (rows: readonly JsonObject[]): boolean =>
	rows.every((row, index) => {
		const before = rows[index - 1];

		return before === undefined || writtenAt(row) <= writtenAt(before);
	});

/** A part of a long list, from its oldest row of interest towards the newest one. */
async function readFromOldest(
	lists: ProjectLists,
	selection: RowSelection,
	{ newer, settled, size }: LongList & { readonly size: number },
): Promise<RowsRead> {
	const ask = askFor(lists, selection);
	const rows = new Map<string, JsonObject>();
	let pages = 0;
	let unsettled = 0;
	const reach = await readUpwards(
		{
			size,
			floor: selection.from,
			...(newer !== undefined && { above: newer }),
			ask: async (length, offset) => (++pages > LONG ? ENOUGH : await ask(length, offset)),
			orderOf: writtenAt,
			isNew: (row) => !rows.has(firstText(row, 'id')),
			begin: () => undefined,
		},
		async (row) => {
			if (writtenAt(row) >= settled && ++unsettled > UNSETTLED)
				return await Promise.resolve(ENOUGH);

			rows.set(firstText(row, 'id'), row);

			return undefined;
		},
	);
	const { problem: why, above = newer } = reach;

	return {
		rows: [...rows.values()],
		isComplete: reach.isComplete,
		...(above !== undefined && { newer: above }),
		...(why !== undefined && why !== ENOUGH && { problem: why }),
	};
}

/** Why a long list is left to the next polls. */
const ENOUGH = problem({
	tag: 'notSent',
	message: 'This list is read by several polls',
	description: 'The next poll continues from here.',
});
