import { isProblem, type Result } from '../result/problem';
import { readDetails, type Wanted } from './details';
import { FEEDS } from './feeds';
import type { FeedMark } from './mark';
import type { ProjectLists } from './projectLists';
import { cameIn, type Told } from './told';

/**
 * The newest thing that has happened in these projects, for whoever builds a workflow.
 *
 * @param isFit whether it is what the user wants to be told of
 * @returns nothing where there is none
 */
export async function newest(
	projects: readonly ProjectLists[],
	wanted: Wanted,
	isFit: (told: Told) => boolean,
): Promise<Result<readonly Told[]>> {
	const all: Told[] = [];
	for (const lists of projects) {
		const told = await newestIn(lists, wanted);
		if (isProblem(told)) return told;
		for (const each of told) if (isFit(each)) all.push(each);
	}
	return all.sort((a, b) => b.at - a.at).slice(0, 1);
}

/** Work items that are looked at for the newest thing that has happened. */
const NEWEST = 5;

/** The newest things that have happened in a project, whatever has been told of them. */
async function newestIn(lists: ProjectLists, wanted: Wanted): Promise<Result<readonly Told[]>> {
	const told: Told[] = [];
	for (const name of wanted.feeds) {
		const { list, query, expand, hasDetails } = FEEDS[name];
		const page = await lists.page(list, NEWEST, 0, { ...query, ...(expand && { expand }) });
		if (isProblem(page)) return page;
		for (const row of page.records.slice(0, NEWEST)) {
			if (hasDetails !== true) {
				told.push(cameIn(row, list));
				continue;
			}
			if (wanted.creations) told.push(cameIn(row, list));
			const mark: FeedMark = { base: 0, rows: {}, newest: { order: 0, at: 0 } };
			const details = await readDetails(lists, wanted, { workItem: row, mark, pages: 1 });
			if (isProblem(details)) return details;
			for (const each of details.told) told.push(each);
		}
	}
	return told;
}
