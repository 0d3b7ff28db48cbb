import { isProblem, type Result } from '../shared/result/problem';
import { withProjectName } from './changes/pollErrors';
import type { PollResult } from './changes/pollProjects';
import type { ResolvedParameterNames, TriggerState } from './changes/TriggerState';
import { projectsEnteredByName } from './resolveParameterNames';

/** The names to poll with, and how to resolve them again and to poll once. */
interface PollSteps {
	readonly names: ResolvedParameterNames;
	/** Resolves all names again; absent if they have just been resolved. */
	readonly resolveAgain?: () => Promise<Result<ResolvedParameterNames>>;
	readonly pollOnce: (
		before: TriggerState | undefined,
		names: ResolvedParameterNames,
	) => Promise<PollResult>;
}

/**
 * Polls the projects. If one that was entered by name is gone, another project may have that name by now,
 * so the names are resolved once more, and the projects are polled again.
 */
export async function pollWithCurrentNames(
	before: TriggerState | undefined,
	{ names, resolveAgain, pollOnce }: PollSteps,
): Promise<PollResult> {
	const result = await pollOnce(before, names);
	const isProjectGone = projectsEnteredByName(names).some(({ id }) =>
		result.inaccessibleProjects.includes(id),
	);
	const refreshed = isProjectGone ? await resolveAgain?.() : undefined;
	if (isProblem(refreshed)) return { ...result, problem: refreshed };

	if (refreshed === undefined || hasSameProjects(refreshed, names)) {
		return withProjectNames(result, names);
	}

	const retried = await pollOnce(result.state, refreshed);
	const events = [...result.events, ...retried.events];

	return withProjectNames({ ...retried, events }, refreshed);
}

const hasSameProjects = (a: ResolvedParameterNames, b: ResolvedParameterNames): boolean =>
	a.projects.join() === b.projects.join();

/** Adds to the problem of a poll the names that the user entered for projects. */
function withProjectNames(result: PollResult, names: ResolvedParameterNames): PollResult {
	if (result.problem === undefined) return result;

	const problem = projectsEnteredByName(names).reduce(
		(current, { name, id }) => withProjectName(current, name, id),
		result.problem,
	);

	return { ...result, problem };
}
