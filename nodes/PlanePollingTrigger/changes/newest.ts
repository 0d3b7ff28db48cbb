import { isProblem, type Result } from '../../shared/result/problem';
import { readDetails, type EventSelection } from './details';
import { FEEDS } from './feeds';
import type { FeedMark } from './mark';
import type { ProjectLists } from './projectLists';
import { cameIn, type FoundEvent } from './foundEvents';

/**
 * The newest thing that has happened in these projects, for whoever builds a workflow.
 *
 * @param isFit whether the user wants it to be reported
 * @returns nothing where there is none
 */
export async function newest(
	projects: readonly ProjectLists[],
	selection: EventSelection,
	isFit: (event: FoundEvent) => boolean,
): Promise<Result<readonly FoundEvent[]>> {
	const all: FoundEvent[] = [];

	for (const lists of projects) {
		const foundEvents = await newestIn(lists, selection);
		if (isProblem(foundEvents)) return foundEvents;

		for (const each of foundEvents) if (isFit(each)) all.push(each);
	}

	return all.sort((a, b) => b.at - a.at).slice(0, 1);
}

/** Work items that are looked at for the newest thing that has happened. */
const NEWEST = 5;

/** The newest things that have happened in a project, whatever has been reported of them. */
async function newestIn(
	lists: ProjectLists,
	selection: EventSelection,
): Promise<Result<readonly FoundEvent[]>> {
	const foundEvents: FoundEvent[] = [];

	for (const name of selection.feeds) {
		const { list, query, expand, hasDetails } = FEEDS[name];
		const page = await lists.page(list, NEWEST, 0, { ...query, ...(expand && { expand }) });
		if (isProblem(page)) return page;

		for (const row of page.records.slice(0, NEWEST)) {
			if (hasDetails !== true) {
				foundEvents.push(cameIn(row, list));
				continue;
			}
			if (selection.creations) foundEvents.push(cameIn(row, list));

			const mark: FeedMark = { base: 0, rows: {}, newest: { order: 0, at: 0 } };
			const details = await readDetails(lists, selection, { workItem: row, mark, pages: 1 });
			if (isProblem(details)) return details;

			for (const each of details.foundEvents) foundEvents.push(each);
		}
	}

	return foundEvents;
}
