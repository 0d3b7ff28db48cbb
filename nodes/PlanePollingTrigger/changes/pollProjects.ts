import { isStopped, type Problem } from '../../shared/result/problem';
import type { EventSubscription } from './EventSubscription';
import type { ProjectApi } from './ProjectApi';
import { pollProject, type ProjectPollResult } from './pollProject';
import type { FoundEvent } from './toEvent';
import type { ProjectState, ResolvedParameterNames, TriggerState } from './TriggerState';

export interface PollOptions {
	readonly names: ResolvedParameterNames;
	readonly subscription: EventSubscription;
	readonly apiFor: (projectId: string) => ProjectApi;
	/** Whether the poll may send no further requests. */
	readonly isBudgetSpent: () => boolean;
}

export interface PollResult {
	/** In the order in which they happened. */
	readonly events: readonly FoundEvent[];
	/** The state from which the next poll continues. */
	readonly state: TriggerState;
	/** Why a project was not read, or not up to the newest row. */
	readonly problem?: Problem;
	/** Whether a project was read without a problem. */
	readonly hasReadProject: boolean;
	/** IDs of the projects that do not exist, or that the user of the credential may not see. */
	readonly inaccessibleProjects: readonly string[];
}

/** Polls all projects since the saved state; projects without one get their starting points. */
export async function pollProjects(
	before: TriggerState | undefined,
	options: PollOptions,
): Promise<PollResult> {
	const round = new PollRound(before, options);

	for (const projectId of round.projectsInOrder()) await round.visit(projectId);

	return round.result();
}

/** One round through all projects. */
class PollRound {
	private readonly events: FoundEvent[] = [];
	private readonly projects: Record<string, ProjectState> = {};
	private readonly stalledPolls: Record<string, number> = {};
	private readonly inaccessibleProjects: string[] = [];
	private problem: Problem | undefined;
	private hasReadProject = false;
	/** How many projects have had their turn. */
	private turns = 0;

	constructor(
		private readonly before: TriggerState | undefined,
		private readonly options: PollOptions,
	) {}

	/**
	 * Projects without a starting point come first, because nothing of them is reported until they have
	 * one; then all in turn.
	 */
	projectsInOrder(): readonly string[] {
		const { projects } = this.options.names;
		const first = this.nextProjectIndex();
		const inTurn = [...projects.slice(first), ...projects.slice(0, first)];

		return inTurn.sort((a, b) => Number(this.isStarted(a)) - Number(this.isStarted(b)));
	}

	/** Polls a project, or keeps its state if the poll may send no further requests. */
	async visit(projectId: string): Promise<void> {
		const state = this.before?.projects[projectId];
		const stalledBefore = this.before?.stalledPolls[projectId] ?? 0;

		if (!this.mayPoll(projectId)) {
			if (state !== undefined) this.projects[projectId] = state;
			if (stalledBefore > 0) this.stalledPolls[projectId] = stalledBefore;

			return;
		}

		const { apiFor, subscription } = this.options;
		const result = await pollProject(apiFor(projectId), subscription, state);

		this.projects[projectId] = result.state;
		for (const event of result.events) this.events.push(event);
		if (this.isStarted(projectId)) this.turns++;
		if (isStalled(result)) this.stalledPolls[projectId] = stalledBefore + 1;
		if (result.problem === undefined) this.hasReadProject = true;
		if (isInaccessible(result)) this.inaccessibleProjects.push(projectId);
		if (result.problem && !isStopped(result.problem)) this.problem ??= result.problem;
	}

	result(): PollResult {
		const { names } = this.options;

		return {
			events: this.events.sort((a, b) => a.at - b.at),
			state: {
				revision: (this.before?.revision ?? 0) + 1,
				names,
				projects: this.projects,
				nextProjectIndex: this.nextProjectIndex(),
				stalledPolls: this.stalledPolls,
			},
			hasReadProject: this.hasReadProject,
			inaccessibleProjects: this.inaccessibleProjects,
			...(this.problem && { problem: this.problem }),
		};
	}

	/** Whether the poll began with a starting point for each feed of a project. */
	private isStarted(projectId: string): boolean {
		const feeds = this.before?.projects[projectId] ?? {};

		return this.options.subscription.feeds.every((name) => feeds[name] !== undefined);
	}

	private mayPoll(projectId: string): boolean {
		if (!this.options.isBudgetSpent()) return true;

		// A starting point may exceed the budget: nothing is missed from then on.
		return !this.isStarted(projectId) && this.problem === undefined;
	}

	/** The index of the project whose turn it is. */
	private nextProjectIndex(): number {
		const { length } = this.options.names.projects;

		return length === 0 ? 0 : ((this.before?.nextProjectIndex ?? 0) + this.turns) % length;
	}
}

/** Whether a limit of the poll or of the server ended the poll of a project before anything was read. */
const isStalled = ({ problem, hasAdvanced }: ProjectPollResult): boolean =>
	!hasAdvanced && problem !== undefined && (isStopped(problem) || problem.status === 429);

const isInaccessible = ({ problem }: ProjectPollResult): boolean =>
	[403, 404].includes(problem?.status ?? 0);

/** A warning is logged after so many stalled polls in a row, and repeated after so many more. */
const STALLED_POLLS_BEFORE_WARNING = 3;
const STALLED_POLLS_BETWEEN_WARNINGS = 60;

/** Lists the IDs of the stalled projects about which a warning is due in this poll. */
export const projectsToWarnAbout = ({ stalledPolls }: TriggerState): readonly string[] =>
	Object.entries(stalledPolls)
		.filter(([, polls]) => polls % STALLED_POLLS_BETWEEN_WARNINGS === STALLED_POLLS_BEFORE_WARNING)
		.map(([projectId]) => projectId);

/** Whether any feed has its starting point: then later polls can start the others. */
export const hasAnyFeedState = ({ projects }: TriggerState): boolean =>
	Object.values(projects).some((project) => Object.keys(project).length > 0);
