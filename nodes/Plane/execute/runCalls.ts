import { renamedFileHints } from './hints/renamedFileHints';
import { withoutResponse } from '../../shared/client/client';
import { type Call, forCall } from '../../shared/model/call';
import { guarded } from '../../shared/model/guarded';
import { createLabel } from '../../shared/operations';
import { listHints } from './hints/listHints';
import { NameResolver } from '../../shared/resolve/resolveNames';
import { isProblem, type Problem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { createByName } from './write/createRecord';
import { Execution, hasFailed, type ItemResult, type JobResult } from './Execution';
import { EXECUTORS } from './executors';
import { batchAdditions, distributeResults } from './additions/batchAdditions';
import { orderingKey } from './orderingKey';
import { leftOutFieldHints } from './hints/leftOutFieldHints';
import { membershipCalls, findSatisfied, failedMemberships } from './additions/memberships';
import { sharedRecordHints } from './hints/sharedRecordHints';

/**
 * Carries out calls of one operation: replaces names by IDs, sends the calls, and adds what was written
 * to its cycles and modules.
 *
 * @param begin makes an execution with a scheduler that has sent nothing yet
 * @param continueOnFail whether others are begun after one has failed
 * @returns the results by the index of the item, without those that were not begun, and texts to be
 *   shown under the output
 */
export async function runCalls(
	given: readonly Call[],
	begin: (mayContinue: boolean) => Execution,
	continueOnFail: boolean,
) {
	const execution = begin(continueOnFail);
	const { scheduler } = execution;
	const names = new NameResolver({
		client: execution.client,
		paging: execution.paging,
		continueOnFail,
		assignable: execution.assignablePeople,
		projects: execution.projects,
		createLabel: async (place, name) => await createByName(createLabel, place, name, execution),
	});
	const calls = await names.resolve(given);
	const { failed } = names;
	// What can be found out before anything is changed, is.
	if (!continueOnFail && failed.size > 0) scheduler.close();

	const { results, items } = await runJobs(calls, execution);

	// What was written is to be complete, whatever failed.
	const adding = scheduler.isClosed
		? begin(true)
		: new Execution(execution.client, scheduler, true);
	const notAdded = await addMemberships(execution, adding);

	const statistics = results.flatMap((result) =>
		result !== undefined && 'statistics' in result ? (result.statistics ?? []) : [],
	);
	const [first] = calls;
	const records = first?.kind === 'list' ? first.operation.records : 'records';

	return {
		results: withMembershipFailures(new Map([...failed, ...items]), notAdded),
		hints: [
			...listHints(records, statistics),
			...sharedRecordHints(calls, execution.itemsByRecord),
			...renamedFileHints(calls),
			...leftOutFieldHints(given),
			...scheduler.hints(),
		],
	};
}

/** Sends calls, and stops after one that has failed unless the execution may continue. */
async function runJobs(calls: readonly Call[], execution: Execution) {
	const { scheduler, continueOnFail } = execution;
	const jobs = batchAdditions(calls);

	const results = await mapConcurrently(
		jobs,
		{
			concurrency: scheduler.settings.concurrency,
			// It shows how the paths and fields of this server differ (rows 2 and 3), or that nothing
			// will work, mostly at the price of one response; a storage shows nothing of that.
			firstAlone: calls.some(({ kind }) => kind !== 'upload'),
			orderBy: ({ call }) => orderingKey(call),
			shouldStop: () => scheduler.isClosed,
		},
		async ({ call }, showed) => {
			const result = withoutResponse(
				await guarded(async () => await execute(call, execution, showed)),
			);
			if (!continueOnFail && hasFailed(result)) scheduler.close();

			return result;
		},
	);

	return { results, items: distributeResults(calls, jobs, results) };
}

/** Carries out a call. What is not found in an archived project is explained by that (row 73). */
async function execute(call: Call, execution: Execution, showed: () => void): Promise<JobResult> {
	const result = await forCall(EXECUTORS, call, execution, showed);
	if (!isProblem(result) || result.status !== 404 || call.kind === 'upload') return result;
	// What was saved is worth more than why the rest was not.
	if (result.tag === 'partlyDone') return result;

	// A project itself is found, whatever it is.
	const isProject = call.operation.locators.length < 2;
	const explained = isProject ? undefined : await execution.projects.explainNothing(call);

	return explained ?? result;
}

/**
 * Adds the records that an execution has written to their targets.
 *
 * @returns why those of an item were not added, by its index
 */
async function addMemberships(
	{ pendingMemberships: memberships }: Execution,
	adding: Execution,
): Promise<ReadonlyMap<number, Problem>> {
	const done = await findSatisfied(memberships, adding);
	const due = membershipCalls(memberships).filter(({ itemIndex }) => !done.has(itemIndex));
	const { items } = await runJobs(due, adding);

	return failedMemberships(memberships, new Map([...done, ...items]));
}

/** The results of items with what was not added to a cycle or a module, beside what else went wrong. */
function withMembershipFailures(
	results: ReadonlyMap<number, ItemResult>,
	failures: ReadonlyMap<number, Problem>,
): Map<number, ItemResult> {
	const all = new Map(results);

	for (const [index, failure] of failures) {
		const own = results.get(index);

		all.set(index, own !== undefined && isProblem(own) ? mergeProblems(own, failure) : failure);
	}

	return all;
}

/** Two Problems of one item: a value that was not taken, and a target that it was not added to. */
const mergeProblems = (first: Problem, second: Problem): Problem => ({
	...second,
	message: `${first.message}; ${second.message}`,
	description: `${first.description} ${second.description}`,
});
