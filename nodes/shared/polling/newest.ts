import { isProblem, type Result } from '../result/problem';
import { newestIn, type ProjectLists, type Told, type Wanted } from './pollProject';

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
		all.push(...told.filter(isFit));
	}
	return all.sort((a, b) => b.at - a.at).slice(0, 1);
}
