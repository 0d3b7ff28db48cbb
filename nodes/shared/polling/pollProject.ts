import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unsorted } from '../errors/pollErrors';
import { assigneesIn, fieldName, idIn, type PlaneEvent } from '../events/event';
import { isJsonObject } from '../fields/json';
import { textIn } from '../lists/picker';
import { momentIn } from '../pagination/Completeness';
import type { ListPage } from '../pagination/envelope';
import { PAGE } from '../pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../result/problem';
import { type Change, changesIn } from './activities';
import {
	advanced,
	type FeedMark,
	type FeedName,
	type KnownRow,
	type ProjectMark,
	short,
} from './mark';
import { type Feed, isSorted, readSince, type Work } from './readSince';

/** A query besides that of a page. */
export type Asked = Readonly<Record<string, string>>;

/** Asks for pages of lists of one project. */
export interface ProjectLists {
	/** @param workItem whose activities or comments are meant */
	readonly page: (
		list: ListName,
		size: number,
		offset: number,
		query: Asked,
		workItem?: string,
	) => Promise<Result<ListPage>>;
}

export type ListName = 'workItems' | 'intakeItems' | 'activities' | 'comments';

/** What is wanted of what happens in a project. */
export interface Wanted {
	readonly feeds: readonly FeedName[];
	/** What is read of each work item that has changed. */
	readonly details: readonly ('activities' | 'comments')[];
	/** Whether that a work item was created is told of those that have changed. */
	readonly creations: boolean;
	/** Whether all that was changed at one moment is one event. */
	readonly isByEdit: boolean;
	/** The field by which a change is wanted; null: it is as a whole; undefined: it is not. */
	readonly fieldOf: (change: Change, workItem: JsonObject) => string | null | undefined;
}

/** An event, and the record that filters are about. */
export interface Told {
	/** When it happened, by the clock of the server, in UNIX milliseconds. */
	readonly at: number;
	readonly event: Omit<PlaneEvent, 'receivedAt'>;
	readonly filtered: JsonObject;
}

/** What a poll of one project came to. */
export interface Polled {
	readonly told: readonly Told[];
	readonly mark: ProjectMark;
	/** Why it ended early. */
	readonly problem?: Problem;
}

/** Milliseconds by which a row may turn up in its list later than its order says. */
export const WINDOW = 6 * 60_000;

/** Milliseconds by which the clock that answers are dated by may be ahead of the one of the rows. */
const SKEW = 5 * 60_000;

/** Numbers by which a work item may turn up later than another one. */
const NUMBERS = 20;

/** Milliseconds in which all that a change leaves has mostly come, and in which it certainly has. */
const YOUNG = 5_000;
const SETTLED = 60_000;

/** How a list is read: its order, how far back rows may still turn up, and what is asked for. */
interface Declared {
	readonly list: ListName;
	readonly orderOf: Feed['orderOf'];
	readonly window: number;
	/** Whether the order is a time. */
	readonly isTimed: boolean;
	/** What a row is like, so that it is known whether it has changed. */
	readonly versionOf: (row: JsonObject) => string;
	readonly query: Asked;
	/** The fields that tell the order. */
	readonly sparse: string;
	readonly expand?: string;
	/** Whether what happened to a row stands in lists of its own. */
	readonly hasDetails?: true;
}

const EXPANDED = 'state,assignees,labels';

const FEEDS: Readonly<Record<FeedName, Declared>> = {
	changed: {
		list: 'workItems',
		orderOf: ({ updated_at }) => momentIn(updated_at),
		...{ window: WINDOW, isTimed: true },
		versionOf: (row) => textIn(row, 'updated_at'),
		query: { order_by: '-updated_at' },
		...{ sparse: 'id,updated_at', expand: EXPANDED, hasDetails: true },
	},
	created: {
		list: 'workItems',
		orderOf: ({ sequence_id: number }) => (typeof number === 'number' ? number : undefined),
		...{ window: NUMBERS, isTimed: false },
		versionOf: () => '',
		query: { order_by: '-sequence_id' },
		...{ sparse: 'id,sequence_id', expand: EXPANDED },
	},
	reported: {
		list: 'intakeItems',
		orderOf: ({ created_at }) => momentIn(created_at),
		...{ window: WINDOW, isTimed: true },
		versionOf: () => '',
		query: {},
		sparse: 'id,created_at',
	},
};

/**
 * What is ordered before this has turned up by now: by the newest row, and by the clock of the server, so
 * that the rows of a busy hour are not read again in the quiet ones that follow.
 *
 * @param head the newest page
 */
function settledAt({ orderOf, window, isTimed }: Declared, { records, looked }: ListPage): number {
	const [first] = records;
	const newest = (first && orderOf(first)) ?? 0;
	const clock = isTimed && looked !== undefined ? looked.from - SKEW : 0;
	return Math.max(newest, clock) - window;
}

/** A row that is to be looked at once more has this before its version. */
const AGAIN = '~';

/**
 * Reads what has happened in a project since its mark. The first time, that is the mark alone.
 *
 * Nothing is told twice and nothing is missed, whatever happens at the same time: each row is known
 * by how it was when it was worked on, and what it tells, by its ID.
 */
export async function pollProject(
	lists: ProjectLists,
	wanted: Wanted,
	mark: ProjectMark = {},
): Promise<Polled> {
	const told: Told[] = [];
	const next: Partial<Record<FeedName, FeedMark>> = {};
	let problem: Problem | undefined;
	for (const name of wanted.feeds) {
		const before = mark[name];
		const declared = FEEDS[name];
		const read = before
			? await readFeed(lists, wanted, name, before, told)
			: await firstMark(lists, wanted, declared);
		if (isProblem(read)) {
			problem ??= read;
			if (before) next[name] = before;
			continue;
		}
		next[name] = read.mark;
		problem ??= read.problem;
	}
	return { told, mark: next, ...(problem && { problem }) };
}

/** The mark from which on things are told: nothing that is there by now is. */
async function firstMark(
	lists: ProjectLists,
	wanted: Wanted,
	declared: Declared,
): Promise<Result<{ readonly mark: FeedMark; readonly problem?: Problem }>> {
	const { list, query, sparse, orderOf, isTimed, versionOf, hasDetails } = declared;
	const head = await lists.page(list, PAGE, 0, { ...query, fields: sparse });
	if (isProblem(head)) return head;
	if (!isSorted(declared, head)) return unsorted();
	const [first] = head.records;
	const newest = (first && orderOf(first)) ?? 0;
	const base = settledAt(declared, head);
	// A little farther back than later: what a change leaves may come in between.
	const floor = isTimed ? base - SETTLED : base;
	const near = head.records.filter((row) => (orderOf(row) ?? -1) >= floor);
	// What is not on the first page is not known, so that nothing that old is told of it.
	// What has not been read by now is told from now on.
	const now = isTimed ? (head.looked?.to ?? newest) : newest;
	const start = near.length < head.records.length || head.more === false ? -1 : now;
	const rows: Record<string, KnownRow> = {};
	let isReading = hasDetails === true;
	for (const row of near) {
		const version = versionOf(row);
		const all: FeedMark = { base, start: -1, rows: {} };
		const details = isReading ? await readDetails(lists, wanted, row, all) : undefined;
		isReading &&= !isProblem(details);
		const seen = details === undefined || isProblem(details) ? undefined : details.seen;
		rows[idOf(row)] =
			hasDetails === true && seen === undefined
				? [version, now, ALL]
				: knownFrom(version, orderOf(row) ?? base, base, seen);
	}
	return { mark: { base, start, rows } };
}

/** By what a row is known. */
const idOf = (row: JsonObject): string => short(textIn(row, 'id'));

/** In the place of what has been told of a row: all of it that is not newer. */
const ALL = '*';

/**
 * What is known of a row once all of this has been seen of it.
 *
 * @param since when what was seen begins
 */
function knownFrom(
	version: string,
	order: number,
	since: number,
	seen: Details['seen'] = [],
): KnownRow {
	const from = Math.max(since, Math.max(order, ...seen.map(({ at }) => at)) - WINDOW);
	const recent = seen.filter(({ at }) => at >= from);
	return [version, from, ...recent.map(({ id }) => short(id))];
}

/** Reads a list from its mark on, and notes what it tells. */
async function readFeed(
	lists: ProjectLists,
	wanted: Wanted,
	name: FeedName,
	mark: FeedMark,
	told: Told[],
): Promise<{ readonly mark: FeedMark; readonly problem?: Problem }> {
	const declared = FEEDS[name];
	const { list, query, sparse, expand, orderOf, window, versionOf, hasDetails } = declared;
	const rows: Record<string, KnownRow> = {};
	const knownAs = (row: JsonObject) => rows[idOf(row)] ?? mark.rows[idOf(row)];
	let [now, settled] = [0, 0];
	const work: Work = async (row) => {
		const id = idOf(row);
		const order = orderOf(row) ?? mark.base;
		if (hasDetails !== true) {
			rows[id] = [versionOf(row), order];
			if (order > mark.start) told.push(cameIn(row, list));
			return undefined;
		}
		const before = knownAs(row);
		const details = await readDetails(lists, wanted, row, mark, before, now);
		if (isProblem(details)) {
			if (details.status !== 404) return details;
			// It was deleted since the list was read.
			rows[id] = [versionOf(row), order];
			return undefined;
		}
		const isNew = before === undefined && writtenAt(row) >= Math.max(mark.base, mark.start + 1);
		if (wanted.creations && isNew) told.push(cameIn(row, list));
		told.push(...details.told);
		const isOpen = now - order < (details.told.length > 0 || details.isNews ? YOUNG : SETTLED);
		const wasOpen = before?.[0] === AGAIN + versionOf(row);
		const isAgain = details.isEarly || (isOpen && !wasOpen);
		const version = isAgain ? AGAIN + versionOf(row) : versionOf(row);
		rows[id] = knownFrom(version, order, before?.[1] ?? mark.base, details.seen);
		return undefined;
	};
	const reach = await readSince(
		{
			ask: async (size, offset, isWhole) => {
				const asked = isWhole ? { ...(expand && { expand }) } : { fields: sparse };
				const page = await lists.page(list, size, offset, { ...query, ...asked });
				if (!isProblem(page)) now = page.looked?.to ?? now;
				return page;
			},
			orderOf,
			floor: mark.reached ?? mark.base,
			...(mark.above !== undefined && { above: mark.above }),
			isNew: (row) => {
				// What is to be looked at once more is so by the next poll.
				const version = rows[idOf(row)]?.[0].replace(AGAIN, '') ?? mark.rows[idOf(row)]?.[0];
				return version !== versionOf(row);
			},
			begin: (head) => (settled = settledAt(declared, head)),
		},
		work,
	);
	const { problem } = reach;
	return { mark: advanced(mark, rows, reach, settled, window), ...(problem && { problem }) };
}

/** Work items that are looked at for the newest thing that has happened. */
const NEWEST = 5;

/** The newest things that have happened in a project, whatever has been told of them. */
export async function newestIn(
	lists: ProjectLists,
	wanted: Wanted,
): Promise<Result<readonly Told[]>> {
	const told: Told[] = [];
	for (const name of wanted.feeds) {
		const { list, query, expand, hasDetails, orderOf } = FEEDS[name];
		const page = await lists.page(list, NEWEST, 0, { ...query, ...(expand && { expand }) });
		if (isProblem(page)) return page;
		for (const row of page.records.slice(0, NEWEST)) {
			if (hasDetails !== true) {
				told.push(cameIn(row, list));
				continue;
			}
			if (wanted.creations) told.push(cameIn(row, list));
			const mark: FeedMark = { base: orderOf(row) ?? 0, start: -1, rows: {} };
			const details = await readDetails(lists, wanted, row, mark);
			if (isProblem(details)) return details;
			told.push(...details.told);
		}
	}
	return told;
}

/** What is there to read of a work item that has changed. */
interface Details {
	readonly told: readonly Told[];
	/** Whether anything was there that had not been seen. */
	readonly isNews: boolean;
	/** Whether something is left for the next look. */
	readonly isEarly: boolean;
	/** All that was seen, with when it was written. */
	readonly seen: readonly { readonly id: string; readonly at: number }[];
}

/** @param now by the clock of the server */
async function readDetails(
	lists: ProjectLists,
	{ details, isByEdit, fieldOf }: Wanted,
	workItem: JsonObject,
	{ base, start }: FeedMark,
	before?: KnownRow,
	now = Infinity,
): Promise<Result<Details>> {
	const since = before?.[1] ?? base;
	const known = before?.slice(2) ?? [];
	const told: Told[] = [];
	const seen: { id: string; at: number }[] = [];
	let [isNews, isEarly] = [false, false];
	for (const list of details) {
		const rows = await rowsSince(lists, list, textIn(workItem, 'id'), since);
		if (isProblem(rows)) return rows;
		const after = before === undefined ? start : known.includes(ALL) ? since : -1;
		const fresh = rows.filter((row) => writtenAt(row) > after && !known.includes(idOf(row)));
		isNews ||= fresh.length > 0;
		const early: JsonObject[] = [];
		if (list === 'comments') told.push(...fresh.map((row) => commented(row, workItem)));
		for (const change of list === 'activities' ? changesIn(fresh, isByEdit) : []) {
			const isNew = change.action === 'created';
			const whole = isNew && !rows.some(isAssignment) ? withAssignees(change, workItem) : change;
			const field = fieldOf(whole, workItem);
			// Some servers write the assignment down, too, in a moment.
			if (isNew && field === 'assignees' && now - writtenAt(change.rows[0] ?? {}) < YOUNG) {
				early.push(...change.rows);
			} else if (field !== undefined) told.push(changed(whole, field, workItem));
		}
		isEarly ||= early.length > 0;
		const worked = rows.filter((row) => !early.includes(row));
		seen.push(...worked.map((row) => ({ id: textIn(row, 'id'), at: writtenAt(row) })));
	}
	return { told, isNews, isEarly, seen };
}

const isAssignment = ({ field }: JsonObject): boolean =>
	typeof field === 'string' && fieldName(field) === 'assignees';

/** A change that a work item came by, with whom it is given to from the start. */
const withAssignees = (change: Change, workItem: JsonObject): Change => ({
	...change,
	fields: { assignees: { old: [], new: assigneesIn(workItem), called: [] } },
});

/** The rows of a list of a work item that were written since, the oldest first. */
async function rowsSince(
	lists: ProjectLists,
	list: 'activities' | 'comments',
	workItem: string,
	since: number,
): Promise<Result<JsonObject[]>> {
	const rows = new Map<string, JsonObject>();
	let size = PAGE;
	for (let offset = 0; ; offset += size) {
		const query = { order_by: '-created_at', expand: 'actor' };
		const page = await lists.page(list, size, offset, query, workItem);
		if (isProblem(page)) return page;
		size = page.cursor?.size ?? size;
		const { records, more, total = Infinity } = page;
		for (const row of records) rows.set(textIn(row, 'id'), row);
		const isLast =
			records.length === 0 || more === false || (more === undefined && rows.size >= total);
		// A server that does not sort them gives an older one first.
		const [first, last] = [records[0], records.at(-1)].map((row) => (row ? writtenAt(row) : 0));
		const isPast = (last ?? 0) < since && (first ?? 0) >= (last ?? 0) && isNewestFirst(records);
		if (isLast || isPast) break;
	}
	// Of the same time, the one that comes first in the list is the newer one.
	return [...rows.values()]
		.reverse()
		.filter((row) => writtenAt(row) >= since)
		.sort((a, b) => writtenAt(a) - writtenAt(b));
}

const isNewestFirst = (rows: readonly JsonObject[]): boolean =>
	rows.every((row, index) => {
		const before = rows[index - 1];
		return before === undefined || writtenAt(row) <= writtenAt(before);
	});

const writtenAt = ({ created_at }: JsonObject): number => momentIn(created_at) ?? 0;

/** A user as a record; of an ID, all that is known. */
export const actorOf = (value: JsonValue | undefined): JsonObject | null => {
	if (isJsonObject(value)) return value;
	const id = idIn(value);
	return id === null ? null : { id };
};

const about = (record: JsonObject): Pick<PlaneEvent, 'projectId' | 'workspaceId' | 'record'> => ({
	projectId: idIn(record.project),
	workspaceId: idIn(record.workspace),
	record,
});

const whole = { field: null, oldValue: null, newValue: null, previous: {} } as const;

/** That a record came into being. */
const cameIn = (row: JsonObject, list: ListName): Told => ({
	at: writtenAt(row),
	event: {
		event: list === 'workItems' ? 'workItem' : 'intakeItem',
		...{ action: 'created', ...whole, actor: actorOf(row.created_by), ...about(row) },
	},
	filtered: list === 'workItems' || !isJsonObject(row.issue_detail) ? row : row.issue_detail,
});

const commented = (row: JsonObject, workItem: JsonObject): Told => ({
	at: writtenAt(row),
	event: {
		...{ event: 'workItemComment', action: 'created', ...whole },
		...{ actor: actorOf(row.actor), ...about(row) },
	},
	filtered: workItem,
});

const changed = (change: Change, field: string | null, workItem: JsonObject): Told => {
	const { action, fields, actor, rows } = change;
	const values = field === null ? undefined : fields[field];
	return {
		at: Math.min(...rows.map(writtenAt)),
		event: {
			...{ event: 'workItem', action, field },
			...{ oldValue: values?.old ?? null, newValue: values?.new ?? null },
			...{ actor: actorOf(actor), ...about(workItem) },
			previous: Object.fromEntries(
				Object.entries(field === null ? {} : fields).map(([name, { old }]) => [name, old]),
			),
		},
		filtered: workItem,
	};
};
