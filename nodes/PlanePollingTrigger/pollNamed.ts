import { naming } from './changes/pollErrors';
import type { Names } from './changes/mark';
import type { PollResult, SavedMark } from './changes/poll';
import { isProblem, type Result } from '../shared/result/problem';
import { namedProjects } from './lookUpNames';

/** What a poll by names needs. */
interface NamedPoll {
	readonly names: Names;
	/** Looks all names up anew; undefined: that has just been done. */
	readonly lookUp?: () => Promise<Result<Names>>;
	readonly pollWith: (before: SavedMark | undefined, names: Names) => Promise<PollResult>;
}

/**
 * Polls the projects of the panel. Where one that is called by a name is gone, another one may have
 * the name by now: then it looks them up once more, and continues with what it finds.
 */
export async function pollNamed(
	before: SavedMark | undefined,
	{ names, lookUp, pollWith }: NamedPoll,
): Promise<PollResult> {
	const result = await pollWith(before, names);
	const isGone = namedProjects(names).some(([, id]) => result.gone.includes(id));
	const anew = isGone ? await lookUp?.() : undefined;
	if (isProblem(anew)) return { ...result, problem: anew };
	if (anew === undefined || isSame(anew.projects, names.projects)) return inWords(result, names);

	const again = await pollWith(result.mark, anew);

	return inWords({ ...again, foundEvents: [...result.foundEvents, ...again.foundEvents] }, anew);
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
	some.join() === others.join();

/** The result with a Problem that speaks of projects as the panel does. */
const inWords = (result: PollResult, names: Names): PollResult => {
	if (result.problem === undefined) return result;

	const problem = namedProjects(names).reduce(
		(why, [text, id]) => naming(why, text, id),
		result.problem,
	);

	return { ...result, problem };
};
