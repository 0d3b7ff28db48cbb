import { renamedFileHints } from './hints/renamedFileHints';
import { withoutResponse } from '../../shared/client/requestResult';
import type { Call } from '../../shared/model/call';
import { dispatchByKind } from '../../shared/operations/kindTable';
import { catchProblem } from '../../shared/model/catchProblem';
import { createLabel } from '../../shared/operations';
import { listHints } from './hints/listHints';
import type { ListStatistics } from '../../shared/pagination/RowCollector';
import { NameResolver } from '../../shared/resolve/NameResolver';
import { isProblem, type Problem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { createByName } from './write/createRecord';
import { Execution } from './Execution';
import { hasFailed, type ItemResult, type JobResult, type OutputsResult } from './results';
import { EXECUTORS } from './executors';
import { batchAdditions, distributeResults } from './additions/batchAdditions';
import { groupJobs } from './bulk/groupJobs';
import { runTask } from './bulk/runTask';
import { mentionHints } from './hints/mentionHints';
import { missingKeyHints } from './hints/missingKeyHints';
import { leftOutFieldHints } from './hints/leftOutFieldHints';
import {
	buildMembershipCalls,
	collectAddedItems,
	findSatisfiedMemberships,
	collectFailedMemberships,
} from './additions/memberships';
import { removedContentHints } from './hints/removedContentHints';
import { sharedRecordHints } from './hints/sharedRecordHints';
import { unmatchedColumnHints } from './hints/unmatchedColumnHints';
import { presentWrites } from './write/presentWrites';
import { showCreationHistory } from './write/showCreationHistory';
import { selectFields } from './selectFields';
import { markAdded, showOutcomes } from './showOutcomes';

/** Starts an execution with a scheduler that has sent nothing yet. */
export type StartExecution = (continueOnFail: boolean) => Execution;

/**
 * Runs calls of one operation: resolves names to IDs, sends the calls, and adds the saved records to
 * their cycles and modules.
 *
 * @param continueOnFail whether other calls are still carried out after one has failed
 * @returns the results by the index of the item, without items that were not started; hints to show under the
 *   output; and whether a request that changes something may have arrived
 */
export async function runCalls(
	calls: readonly Call[],
	startExecution: StartExecution,
	continueOnFail: boolean,
) {
	const execution = startExecution(continueOnFail);
	const { client, paging, projects, scheduler } = execution;
	const resolver = new NameResolver({
		client,
		paging,
		continueOnFail,
		lists: execution.lists,
		customProperties: execution.customProperties,
		assignable: execution.assignablePeople,
		createLabel: async (place, name) => await createByName(createLabel, place, name, execution),
	});
	const resolvedCalls = await resolver.resolve(calls);
	// Stop before anything is changed if names could not be resolved.
	if (!continueOnFail && resolver.failed.size > 0) scheduler.close();

	const { jobResults, itemResults } = await runJobs(resolvedCalls, execution);
	const memberships = await addMemberships(execution, startExecution);
	const results = new Map([
		...resolver.failed,
		...describeIgnored(calls, resolver.ignored),
		...itemResults,
	]);
	const settledResults = withMembershipFailures(
		isUpsert(resolvedCalls) ? markAdded(results, memberships.addedItems) : results,
		memberships.failures,
	);
	const history = await showCreationHistory(resolvedCalls, settledResults, execution);
	const presentedResults = await presentWrites(resolvedCalls, history.results, execution);

	return {
		results: selectFields(resolvedCalls, showOutcomes(presentedResults)),
		mayHaveChanged: scheduler.mayHaveChanged || memberships.mayHaveChanged,
		hints: [
			...listHints(getRecordsName(resolvedCalls), collectStatistics(jobResults)),
			...collectHints(jobResults),
			...sharedRecordHints(resolvedCalls, execution.itemsByRecord),
			...unmatchedColumnHints(calls),
			...renamedFileHints(resolvedCalls),
			...leftOutFieldHints(calls),
			...mentionHints(resolver.unresolvedMentions),
			...removedContentHints(resolvedCalls),
			...missingKeyHints(projects.unreadProblems.values()),
			...history.hints,
			...scheduler.hints(),
		],
	};
}

/** The results of actions on records that are gone, by the indexes of their items: `{"deleted": false, "id": …}`. */
function describeIgnored(
	calls: readonly Call[],
	ignored: NameResolver['ignored'],
): Map<number, ItemResult> {
	const results = new Map<number, ItemResult>();

	for (const call of calls) {
		const id = ignored.get(call.itemIndex);
		if (call.kind !== 'action' || id === undefined) continue;

		results.set(call.itemIndex, [{ json: { [call.operation.resultKey]: false, id } }]);
	}

	return results;
}

const isUpsert = ([call]: readonly Call[]): boolean => call?.kind === 'upsert';

/** What the records of a call are called in hints, e.g. `work items`. */
function getRecordsName([call]: readonly Call[]): string {
	return call?.kind === 'list' ? call.operation.records : 'records';
}

function collectStatistics(results: readonly (JobResult | undefined)[]): ListStatistics[] {
	return listOutputs(results).flatMap(({ statistics = [] }) => statistics);
}

/** The hints that jobs have about their own outputs, each once. */
function collectHints(results: readonly (JobResult | undefined)[]): string[] {
	return [...new Set(listOutputs(results).flatMap(({ hints = [] }) => hints))];
}

function listOutputs(results: readonly (JobResult | undefined)[]): OutputsResult[] {
	const outputs: OutputsResult[] = [];

	for (const result of results) {
		if (!isProblem(result) && result?.kind === 'outputs') outputs.push(result);
	}

	return outputs;
}

/** Sends calls, and stops after a failure unless the execution continues on failures. */
async function runJobs(calls: readonly Call[], execution: Execution) {
	const { scheduler, continueOnFail } = execution;
	const tasks = await groupJobs(batchAdditions(calls), execution);

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
			const results = await runTask(task, execution, async ({ call }) =>
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
	// The user must learn that the record was saved. An explanation would replace that.
	if (result.tag === 'partlyDone') return result;

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
	{ client, scheduler, pendingMemberships }: Execution,
	startExecution: StartExecution,
) {
	const execution = scheduler.isClosed
		? startExecution(true)
		: new Execution(client, scheduler, true);
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

/** Replaces the results of items whose records were not added to cycles or modules. */
function withMembershipFailures(
	results: ReadonlyMap<number, ItemResult>,
	failures: ReadonlyMap<number, Problem>,
): Map<number, ItemResult> {
	const merged = new Map(results);

	for (const [index, failure] of failures) {
		const result = results.get(index);

		merged.set(index, isProblem(result) ? mergeProblems(result, failure) : failure);
	}

	return merged;
}

/** Merges two Problems of one item: a value that was dropped, and a target that refused the record. */
const mergeProblems = (first: Problem, second: Problem): Problem => ({
	...second,
	message: `${first.message}; ${second.message}`,
	description: `${first.description} ${second.description}`,
});
