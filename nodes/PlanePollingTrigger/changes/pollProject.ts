import { unsorted } from './pollErrors';
import { PAGE } from '../../shared/pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { readDetails, type EventSelection } from './details';
import { type Declared, FEEDS, newestIn, SETTLED, settledAt } from './feeds';
import { type FeedMark, type FeedName, shortId, type KnownRow, type ProjectMark } from './mark';
import type { ProjectLists } from './projectLists';
import { FeedReading, knownFrom } from './readFeed';
import { isSorted } from './readSince';
import { ALL, BORN, sinceOf } from './seen';
import type { FoundEvent } from './foundEvents';

/** The result of a poll of one project. */
export interface Polled {
	readonly foundEvents: readonly FoundEvent[];
	readonly mark: ProjectMark;
	/** Whether anything was worked on, or is closer to be. */
	readonly hasMoved: boolean;
	/** Why it ended early. */
	readonly problem?: Problem;
}

/**
 * Reads what has happened in a project since its mark. The first time, that is the mark alone.
 *
 * Nothing is reported twice and nothing is missed, whatever happens at the same time: each row is known
 * by how it was when it was worked on, and what it shows, by its ID.
 */
export async function pollProject(
	lists: ProjectLists,
	selection: EventSelection,
	mark: ProjectMark = {},
): Promise<Polled> {
	const foundEvents: FoundEvent[] = [];
	const next: Partial<Record<FeedName, FeedMark>> = {};
	let problem: Problem | undefined;
	let hasMoved = false;

	for (const name of selection.feeds) {
		const before = mark[name];
		if (before === undefined) {
			const first = await firstMark(lists, selection, FEEDS[name]);
			if (isProblem(first)) problem = graver(problem, first);
			else {
				next[name] = first;
				hasMoved = true;
			}

			continue;
		}

		const reading = new FeedReading(lists, selection, name, before);
		const read = await reading.read();

		for (const each of reading.foundEvents) foundEvents.push(each);
		next[name] = read.mark;
		hasMoved ||= read.hasMoved;
		problem = graver(problem, read.problem);
	}

	return { foundEvents, mark: next, hasMoved, ...(problem && { problem }) };
}

/** The first Problem, but for one that is none of the server. */
const graver = (one: Problem | undefined, other: Problem | undefined): Problem | undefined =>
	one === undefined || one.tag === 'notSent' ? (other ?? one) : one;

/** The mark from which on things are reported: nothing that is there by now is. */
async function firstMark(
	lists: ProjectLists,
	selection: EventSelection,
	declared: Declared,
): Promise<Result<FeedMark>> {
	const { list, query, sparse, orderOf, isTimed, versionOf, hasDetails } = declared;
	const head = await lists.pageAnyway(list, PAGE, 0, { ...query, fields: sparse });
	if (isProblem(head)) return head;
	if (!isSorted(declared, head)) return unsorted();

	const at = lists.clock();
	const newest = newestIn(declared, head, undefined, at);
	// A little farther back than later: what a change leaves may come in between.
	const margin = isTimed ? SETTLED : 0;
	const settled = settledAt(declared, head, newest, at);
	const near = head.records.filter((row) => (orderOf(row) ?? -1) >= settled - margin);
	const oldest = near.at(-1);
	// What is not on the first page is not known, so that nothing that old is reported.
	const isAll = near.length < head.records.length || head.more === false;
	const base =
		isAll || oldest === undefined ? settled : Math.max(settled, (orderOf(oldest) ?? 0) + margin);
	const rows: Record<string, KnownRow> = {};
	let isReading = hasDetails === true;

	for (const row of near) {
		const version = versionOf(row);
		const all: FeedMark = { base: settled, rows: {}, newest };
		const details = isReading
			? await readDetails(lists, selection, { workItem: row, mark: all })
			: undefined;

		isReading &&= !isProblem(details);
		const order = orderOf(row) ?? base;
		if (hasDetails !== true) {
			rows[shortId(row)] = [version, order];
		} else if (details === undefined || isProblem(details) || details.progress !== undefined) {
			// What has not been read by now is reported from now on.
			rows[shortId(row)] = [version, order + margin, ALL, BORN];
		} else {
			const { seen } = details;
			const kept = [BORN];

			rows[shortId(row)] = knownFrom(version, order, {
				seen,
				kept,
				from: settled,
				pendingFrom: Infinity,
			});
		}
	}

	const since = hasDetails === true ? { since: sinceOf({}, selection, -1) } : {};
	const passed = isTimed ? {} : { passed: [{ at, number: newest.order }] };

	return { base, rows, newest, ...since, ...passed };
}
