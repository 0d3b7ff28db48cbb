import { withoutResponse } from '../../shared/client/requestResult';
import { partlyDone } from '../../shared/errors/partlyDone';
import type { Call } from '../../shared/model/call';
import { dispatchByKind } from '../../shared/operations/kindTable';
import { catchProblem } from '../../shared/model/catchProblem';
import type { UnresolvedMention } from '../../shared/resolve/MentionResolver';
import { NameResolver } from '../../shared/resolve/NameResolver';
import { isProblem, type Problem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { createMissingLabels } from './createMissingLabels';
import { Execution } from './Execution';
import { hasFailed, type ItemResult, type JobResult, toRows } from './results';
import { type Saved, withFailure } from './write/WriteResult';
import { EXECUTORS } from './executors';
import { batchAdditions, distributeResults } from './additions/batchAdditions';
import {
	buildMembershipCalls,
	collectAddedItems,
	findSatisfiedMemberships,
	collectFailedMemberships,
} from './additions/memberships';

/** Starts an execution with a scheduler that has sent nothing yet. */
export type StartExecution = (continueOnFail: boolean) => Execution;

/** What a run has done. */
export interface RunResult {
	/** The calls as the items have them. */
	readonly calls: readonly Call[];
	/** The calls that could be sent, with IDs instead of names. */
	readonly resolvedCalls: readonly Call[];
	/** By the index of the item, without items that were not started. */
	readonly results: ReadonlyMap<number, ItemResult>;
	/** The results before they were distributed to the items. */
	readonly jobResults: readonly (JobResult | undefined)[];
	readonly unresolvedMentions: readonly UnresolvedMention[];
	/** What the run has read and written. */
	readonly execution: Execution;
	/** Whether a request that changes something may have arrived. */
	readonly mayHaveChanged: boolean;
}

/**
 * Runs calls of one operation: resolves names to IDs, sends the calls, and adds the saved records to
 * their cycles and modules.
 *
 * @param continueOnFail whether other calls are still carried out after one has failed
 */
export async function runCalls(
	calls: readonly Call[],
	startExecution: StartExecution,
	continueOnFail: boolean,
): Promise<RunResult> {
	const execution = startExecution(continueOnFail);
	const { client, paging, scheduler } = execution;
	const resolver = new NameResolver({
		client,
		paging,
		continueOnFail,
		lists: execution.lists,
		customProperties: execution.customProperties,
		assignable: execution.assignablePeople,
	});
	const missingLabels = await resolver.resolve(calls);
	const resolvedCalls = await resolver.finish(await createMissingLabels(missingLabels, execution));
	// Stop before anything is changed if names could not be resolved.
	if (!continueOnFail && resolver.failed.size > 0) scheduler.close();

	const { jobResults, itemResults } = scheduler.isClosed
		? NOT_STARTED
		: await runJobs(resolvedCalls, execution);
	const memberships = await addMemberships(execution, startExecution);
	const results = new Map([
		...resolver.failed,
		...describeIgnored(calls, resolver.ignored),
		...itemResults,
	]);

	return {
		calls,
		resolvedCalls,
		results: withMemberships(results, memberships),
		jobResults,
		unresolvedMentions: resolver.unresolvedMentions,
		execution,
		mayHaveChanged: scheduler.mayHaveChanged || memberships.mayHaveChanged,
	};
}

const NOT_STARTED = { jobResults: [], itemResults: new Map<number, ItemResult>() };

/** The results of actions on records that are gone, by the indexes of their items: `{"deleted": false, "id": …}`. */
function describeIgnored(
	calls: readonly Call[],
	ignored: NameResolver['ignored'],
): Map<number, ItemResult> {
	const results = new Map<number, ItemResult>();

	for (const call of calls) {
		const id = ignored.get(call.itemIndex);
		if (call.kind !== 'action' || id === undefined) continue;

		results.set(call.itemIndex, toRows([{ [call.operation.resultKey]: false, id }]));
	}

	return results;
}

/** Sends calls, and stops after a failure unless the execution continues on failures. */
async function runJobs(calls: readonly Call[], execution: Execution) {
	const { scheduler, sharedWrites, continueOnFail } = execution;
	const tasks = await sharedWrites.plan(batchAdditions(calls));

	const taskResults = await mapConcurrently(
		tasks,
		{
			concurrency: scheduler.settings.concurrency,
			// The first request reveals how this server deviates (rows 2 and 3), or that nothing works. A
			// storage reveals nothing about that.
			firstAlone: calls.some(({ kind }) => kind !== 'upload'),
			orderBy: ({ key }) => key,
			shouldStop: () => scheduler.isClosed,
		},
		async (task, releaseOthers) => {
			const results = await sharedWrites.run(task, async ({ call }) =>
				withoutResponse(
					await catchProblem(async () => await executeCall(call, execution, releaseOthers)),
				),
			);
			const hasFailure = results.some((result) => result !== undefined && hasFailed(result));
			if (!continueOnFail && hasFailure) scheduler.close();

			return results;
		},
	);
	const jobs = tasks.flatMap((task) => task.jobs);
	const jobResults = tasks.flatMap((task, index) =>
		task.jobs.map((_, job) => taskResults[index]?.[job]),
	);

	return { jobResults, itemResults: distributeResults(calls, jobs, jobResults) };
}

/** Carries out a call. If a record is not found, an archived project may be the reason (row 73). */
async function executeCall(
	call: Call,
	execution: Execution,
	releaseOthers: () => void,
): Promise<JobResult> {
	const result = await dispatchByKind(EXECUTORS, call, execution, releaseOthers);
	if (!isProblem(result) || result.status !== 404 || call.kind === 'upload') return result;

	// Projects themselves are found even if they are archived.
	const isProject = call.operation.locators.length < 2;
	const explanation = isProject ? undefined : await execution.projects.explainMissingRecords(call);

	return explanation ?? result;
}

/**
 * Adds the records that an execution has saved to their cycles and modules, even if other items failed:
 * what was saved must be complete.
 *
 * @returns by the index of the item, a Problem that says which targets its records were not added to; the items
 *   whose records were added to something; and whether anything may have been changed
 */
async function addMemberships(
	{ client, scheduler, listSource, pendingMemberships }: Execution,
	startExecution: StartExecution,
) {
	const execution = scheduler.isClosed
		? startExecution(true)
		: new Execution(client, scheduler, true, listSource);
	const satisfied = await findSatisfiedMemberships(pendingMemberships, execution);
	const calls = buildMembershipCalls(pendingMemberships).filter(
		({ itemIndex }) => !satisfied.has(itemIndex),
	);
	const { itemResults } = await runJobs(calls, execution);

	return {
		failures: collectFailedMemberships(pendingMemberships, new Map([...satisfied, ...itemResults])),
		addedItems: collectAddedItems(pendingMemberships, itemResults),
		mayHaveChanged: execution.scheduler.mayHaveChanged,
	};
}

/** Corrects the results of items whose records were added to cycles or modules, or could not be. */
function withMemberships(
	results: ReadonlyMap<number, ItemResult>,
	{ failures, addedItems }: Awaited<ReturnType<typeof addMemberships>>,
): Map<number, ItemResult> {
	const corrected = new Map(results);

	for (const index of addedItems) {
		const result = results.get(index);
		if (result === undefined || isProblem(result) || result.kind !== 'saved') continue;

		corrected.set(index, { ...result, records: result.records.map(markUpdated) });
	}

	for (const [index, failure] of failures) {
		corrected.set(index, addFailure(corrected.get(index), failure));
	}

	return corrected;
}

/** Adds to the result of an item that its records were not added to a target. */
function addFailure(result: ItemResult | undefined, failure: Problem): ItemResult {
	if (isProblem(result)) return partlyDone([result, failure]);

	return result?.kind === 'saved' ? withFailure(result, failure) : failure;
}

/** A record that was not changed itself, but added to something. */
const markUpdated = ({ record, outcome }: Saved): Saved => ({
	record,
	outcome: outcome === 'unchanged' ? 'updated' : outcome,
});
