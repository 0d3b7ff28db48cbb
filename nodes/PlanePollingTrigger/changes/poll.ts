import type { Problem } from '../../shared/result/problem';
import type { EventSelection } from './details';
import type { Mark, Names } from './mark';
import { type Polled, pollProject } from './pollProject';
import type { ProjectLists } from './projectLists';
import type { FoundEvent } from './foundEvents';

/** What n8n keeps for a trigger, and saves with what a poll gives. */
export interface Memory {
	/** Replaced as a whole, once in a poll: n8n does not see what changes within. */
	mark?: SavedMark;
}

export interface SavedMark {
	/** Counts the polls that have written it. */
	readonly revision: number;
	readonly projects: Mark;
	/** The project that the next poll begins with, so that each has its turn. */
	readonly next: number;
	readonly names: Names;
	/** By the IDs of projects, the polls in a row that ended there before anything could be read. */
	readonly stalled?: Readonly<Record<string, number>>;
}

/** What a poll needs. */
export interface Polling {
	readonly names: Names;
	readonly listsOf: (project: string) => ProjectLists;
	readonly selection: EventSelection;
	/** Whether no further request is to be sent. */
	readonly isSpent: () => boolean;
}

/** The result of a poll. */
export interface PollResult {
	/** What has happened, in its order. */
	readonly foundEvents: readonly FoundEvent[];
	/** The mark from which the next poll continues. */
	readonly mark: SavedMark;
	/** Why a project was not read, or not to its end. */
	readonly problem?: Problem;
	/** The projects that are not there, or that the user of the key may not see. */
	readonly gone: readonly string[];
}

/** Asks what has happened since a mark; without one, from when on things are to be reported. */
export async function poll(
	before: SavedMark | undefined,
	{ names, listsOf, selection, isSpent }: Polling,
): Promise<PollResult> {
	const { revision = 0, projects: marks = {}, next = 0 } = before ?? {};
	const { projects } = names;
	const { length } = projects;
	const first = length === 0 ? 0 : next % length;
	const foundEvents: FoundEvent[] = [];
	const polled: Record<string, Polled['mark']> = {};
	const gone: string[] = [];
	const stalled: Record<string, number> = {};
	let problem: Problem | undefined;
	let turns = 0;
	const isMarked = (project: string) =>
		selection.feeds.every((name) => marks[project]?.[name] !== undefined);
	const order = [...projects.slice(first), ...projects.slice(0, first)];

	// Nothing of a project is reported before it has its mark, which a limit may have held up.
	order.sort((one, other) => Number(isMarked(one)) - Number(isMarked(other)));

	for (const project of order) {
		const mark = marks[project];
		// The first mark takes what it needs, so that nothing is missed from then on.
		if (isSpent() && (isMarked(project) || problem !== undefined)) {
			if (mark) polled[project] = mark;

			const polls = before?.stalled?.[project];
			if (polls !== undefined) stalled[project] = polls;

			continue;
		}
		if (isMarked(project)) turns++;

		const result = await pollProject(listsOf(project), selection, mark);

		polled[project] = result.mark;
		for (const each of result.foundEvents) foundEvents.push(each);
		if (isHeldUp(result)) stalled[project] = (before?.stalled?.[project] ?? 0) + 1;
		if (result.problem?.tag !== 'notSent') problem ??= result.problem;
		if ([403, 404].includes(result.problem?.status ?? 0)) gone.push(project);
	}

	return {
		foundEvents: foundEvents.sort((a, b) => a.at - b.at),
		mark: {
			revision: revision + 1,
			names,
			projects: polled,
			next: length === 0 ? 0 : (first + turns) % length,
			...(Object.keys(stalled).length > 0 && { stalled }),
		},
		gone,
		...(problem && { problem }),
	};
}

/** Whether a poll ended in a project by its own limits, or by those of the server, and read nothing new. */
const isHeldUp = ({ problem, hasMoved }: Polled): boolean =>
	!hasMoved && (problem?.tag === 'notSent' || problem?.status === 429);

/** Polls in a row in which nothing new can be read before it is said, and after which it is said again. */
const STALLED = 3;
const STALLED_AGAIN = 60;

/** The projects of which it is to be said now that polls end before anything new can be read. */
export const stalledProjects = ({ stalled = {} }: SavedMark): readonly string[] =>
	Object.entries(stalled)
		.filter(([, polls]) => polls % STALLED_AGAIN === STALLED)
		.map(([project]) => project);

/** Whether anything is marked, so that the polls that follow can set the rest. */
export const isBegun = ({ projects }: SavedMark): boolean =>
	Object.values(projects).some((mark) => Object.keys(mark).length > 0);

/**
 * Moves the mark on, as the last step of a poll: what is thrown after it would be lost.
 *
 * @returns whether it is still the one that the poll began from; else another poll gives what is new
 */
export function moveOn(memory: Memory, before: SavedMark | undefined, mark: SavedMark): boolean {
	if (memory.mark?.revision !== before?.revision) return false;

	memory.mark = mark;

	return true;
}
