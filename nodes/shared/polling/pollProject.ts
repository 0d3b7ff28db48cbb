import type { JsonObject } from 'n8n-workflow';

import { unsorted } from '../errors/pollErrors';
import { textIn } from '../lists/picker';
import { PAGE } from '../pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../result/problem';
import { type Details, readDetails, type Wanted } from './details';
import { type Declared, FEEDS, SETTLED, settledAt, SKEW, WINDOW } from './feeds';
import { bare, failures, seenFirst, toLookAgain, toTryAgain } from './lookedAt';
import {
	advanced,
	type FeedMark,
	type FeedName,
	shortId,
	type KnownRow,
	type ProjectMark,
} from './mark';
import type { ProjectLists } from './projectLists';
import { isSorted, orderOfFirst, readSince, type Work } from './readSince';
import { ALL, BORN, sinceOf, upgraded } from './seen';
import { cameIn, type Told, writtenAt } from './told';

/** What a poll of one project came to. */
export interface Polled {
	readonly told: readonly Told[];
	readonly mark: ProjectMark;
	/** Why it ended early. */
	readonly problem?: Problem;
}

/** Milliseconds after which what has been looked at is not looked at again: a little less than a minute. */
const LINGER = 50_000;

/** Polls in which a work item may be unreadable before the others go on without it. */
const FAILURES = 3;

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
			problem = graver(problem, read);
			continue;
		}
		next[name] = read.mark;
		problem = graver(problem, read.problem);
	}
	return { told, mark: next, ...(problem && { problem }) };
}

/** The first Problem, but for one that is none of the server. */
const graver = (one: Problem | undefined, other: Problem | undefined): Problem | undefined =>
	one === undefined || one.tag === 'notSent' ? (other ?? one) : one;

/** The mark from which on things are told: nothing that is there by now is. */
async function firstMark(
	lists: ProjectLists,
	wanted: Wanted,
	declared: Declared,
): Promise<Result<{ readonly mark: FeedMark; readonly problem?: Problem }>> {
	const { list, query, sparse, orderOf, isTimed, versionOf, hasDetails } = declared;
	const head = await lists.pageAnyway(list, PAGE, 0, { ...query, fields: sparse });
	if (isProblem(head)) return head;
	if (!isSorted(declared, head)) return unsorted();
	const base = settledAt(declared, head);
	// A little farther back than later: what a change leaves may come in between.
	const floor = isTimed ? base - SETTLED : base;
	const near = head.records.filter((row) => (orderOf(row) ?? -1) >= floor);
	// What is not on the first page is not known, so that nothing that old is told of it.
	// What has not been read by now is told from now on.
	const newest = orderOfFirst(declared, head) ?? 0;
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
		rows[shortId(row)] =
			hasDetails === true && seen === undefined
				? [version, now, ALL, BORN]
				: knownFrom(version, orderOf(row) ?? base, base, { seen: seen ?? [], kept: [BORN] });
	}
	const since = hasDetails === true ? { since: sinceOf({}, wanted, now) } : {};
	return { mark: { base, start, rows, ...since } };
}

/**
 * What is known of a row once all of this has been seen of it.
 *
 * @param since when what was seen begins
 */
function knownFrom(
	version: string,
	order: number,
	since: number,
	{ seen, kept }: Omit<Details, 'told'>,
): KnownRow {
	const last = seen.reduce((latest, { at }) => Math.max(latest, at), order);
	const from = Math.max(since, last - WINDOW);
	const recent = seen.filter(({ at }) => at >= from);
	return [version, from, ...kept, ...recent.map(({ id }) => id)];
}

/** Reads a list from its mark on, and notes what it tells. */
async function readFeed(
	lists: ProjectLists,
	wanted: Wanted,
	name: FeedName,
	saved: FeedMark,
	told: Told[],
): Promise<{ readonly mark: FeedMark; readonly problem?: Problem }> {
	const declared = FEEDS[name];
	const { list, query, sparse, expand, orderOf, window, versionOf, hasDetails } = declared;
	let mark = upgraded(saved, wanted);
	const rows: Record<string, KnownRow> = {};
	const knownAs = (row: JsonObject) => rows[shortId(row)] ?? mark.rows[shortId(row)];
	let [now, settled] = [0, 0];
	const work: Work = async (row) => {
		const id = shortId(row);
		const order = orderOf(row) ?? mark.base;
		if (hasDetails !== true) {
			rows[id] = [versionOf(row), order];
			if (order > mark.start) told.push(cameIn(row, list));
			return undefined;
		}
		const version = versionOf(row);
		const before = knownAs(row);
		const [, ...seenBefore] = before ?? ['', mark.base];
		const since = seenFirst(before?.[0], version);
		const isOld = now - order >= SETTLED + SKEW;
		const isFirst = since === undefined && !isOld;
		const details = await readDetails(lists, wanted, row, mark, before, { isFirst });
		if (isProblem(details)) {
			// It was deleted since the list was read.
			if (details.status === 404) {
				rows[id] = [version, ...seenBefore];
				return undefined;
			}
			if (!isOwnFault(details)) return details;
			const times = failures(before?.[0], version) + 1;
			const isLast = times >= FAILURES;
			rows[id] = [isLast ? version : toTryAgain(version, times), ...seenBefore];
			if (!isLast) return details;
			lists.warn(`Work item ${textIn(row, 'id')} is passed over: ${details.message}`);
			return undefined;
		}
		const begin = Math.max(mark.base, mark.start + 1, (mark.since?.creations ?? -1) + 1);
		const isNew = !seenBefore.includes(BORN) && writtenAt(row) >= begin;
		if (wanted.creations && isNew) told.push(cameIn(row, list));
		for (const each of details.told) told.push(each);
		const clock = lists.clock();
		const isOpen = !isOld && clock - (since ?? clock) < LINGER;
		const looked = isOpen ? toLookAgain(version, since ?? clock) : version;
		rows[id] = knownFrom(looked, order, before?.[1] ?? mark.base, details);
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
				const now = rows[shortId(row)]?.[0];
				return (now === undefined ? mark.rows[shortId(row)]?.[0] : bare(now)) !== versionOf(row);
			},
			begin: (head) => {
				settled = settledAt(declared, head);
				const moment = head.looked?.from ?? orderOfFirst(declared, head) ?? 0;
				const since = sinceOf(mark, wanted, moment);
				if (hasDetails === true) mark = { ...mark, since };
			},
		},
		work,
	);
	const { problem } = reach;
	return { mark: advanced(mark, rows, reach, settled, window), ...(problem && { problem }) };
}

/** Whether a server cannot read one record, while it reads others: it is not away, and nothing is denied. */
const isOwnFault = ({ status = 0 }: Problem): boolean =>
	status === 500 || (status >= 400 && status < 500 && ![401, 403, 429].includes(status));
