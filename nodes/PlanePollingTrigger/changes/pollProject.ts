import { isProblem, isStopped, type Problem } from '../../shared/result/problem';
import type { EventSubscription } from './EventSubscription';
import { FEEDS } from './feeds';
import { pollFeed } from './pollFeed';
import type { ProjectApi } from './ProjectApi';
import { startFeed } from './startFeed';
import type { FoundEvent } from './toEvent';
import type { FeedName, FeedState, ProjectState } from './TriggerState';

/** The result of polling a project. */
export interface ProjectPollResult {
	readonly events: readonly FoundEvent[];
	readonly state: ProjectState;
	/** Whether any row was processed, or read further than before. */
	readonly hasAdvanced: boolean;
	/** Why it was not read up to the newest row. */
	readonly problem?: Problem;
}

/**
 * Reads what happened in a project since its last state. A feed without a state gets its starting point.
 *
 * Nothing is reported twice and nothing is missed, whatever happens at the same time: rows are remembered
 * with the version in which they were processed, and their entries by their IDs.
 */
export async function pollProject(
	api: ProjectApi,
	subscription: EventSubscription,
	before: ProjectState = {},
): Promise<ProjectPollResult> {
	const events: FoundEvent[] = [];
	const next: Partial<Record<FeedName, FeedState>> = {};
	let problem: Problem | undefined;
	let hasAdvanced = false;

	for (const name of subscription.feeds) {
		const feedBefore = before[name];

		if (feedBefore === undefined) {
			const started = await startFeed(api, subscription, name);

			if (isProblem(started)) {
				problem = preferServerProblem(problem, started);
			} else {
				next[name] = started;
				hasAdvanced = true;
			}

			continue;
		}

		if (FEEDS[name].list !== 'workItems' && mayRest(feedBefore, before)) {
			next[name] = { ...feedBefore, isResting: true };
			continue;
		}

		const result = await pollFeed(api, subscription, { name, before: feedBefore });

		for (const event of result.events) events.push(event);
		// A feed that could not be read is read by the next poll.
		next[name] = result.problem ? result.state : { ...result.state, isResting: undefined };
		hasAdvanced ||= result.hasAdvanced;
		problem = preferServerProblem(problem, result.problem);
	}

	return { events, state: next, hasAdvanced, ...(problem && { problem }) };
}

/** Other lists are read in every second poll while each request brings work items closer to the present. */
const mayRest = ({ isResting }: FeedState, { updatedWorkItems }: ProjectState): boolean =>
	isResting !== true && updatedWorkItems?.unread !== undefined;

/** The first problem, unless that is only a request that was not sent. */
const preferServerProblem = (
	first: Problem | undefined,
	second: Problem | undefined,
): Problem | undefined => (first === undefined || isStopped(first) ? (second ?? first) : first);
