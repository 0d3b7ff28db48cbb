import { isProblem, type Result } from '../shared/result/problem';
import { withNameOfId } from './changes/pollErrors';
import type { PollResult } from './changes/pollProjects';
import type { ResolvedParameterNames, TriggerState } from './changes/TriggerState';
import { projectsGivenByName } from './resolveParameterNames';

interface NamedPoll {
	readonly names: ResolvedParameterNames;
	/** Resolves all names again; absent if they have just been resolved. */
	readonly resolveAgain?: () => Promise<Result<ResolvedParameterNames>>;
	readonly pollOnce: (
		before: TriggerState | undefined,
		names: ResolvedParameterNames,
	) => Promise<PollResult>;
}

/**
 * Polls the projects. If one that was given by name is gone, another project may have the name by now: then
 * the names are resolved once more, and the projects are polled again.
 */
export async function pollWithCurrentNames(
	before: TriggerState | undefined,
	{ names, resolveAgain, pollOnce }: NamedPoll,
): Promise<PollResult> {
	const result = await pollOnce(before, names);
	const isNamedProjectGone = projectsGivenByName(names).some(({ id }) =>
		result.inaccessibleProjects.includes(id),
	);
	const refreshed = isNamedProjectGone ? await resolveAgain?.() : undefined;
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

/** Names projects in the problem as the user entered them. */
function withProjectNames(result: PollResult, names: ResolvedParameterNames): PollResult {
	if (result.problem === undefined) return result;

	const problem = projectsGivenByName(names).reduce(
		(named, { name, id }) => withNameOfId(named, name, id),
		result.problem,
	);

	return { ...result, problem };
}
