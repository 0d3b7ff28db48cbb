import { withoutResponse } from '../../shared/client/requestResult';
import type { Call } from '../../shared/model/call';
import { catchProblem } from '../../shared/model/catchProblem';
import { dispatchByKind } from '../../shared/operations/kindTable';
import { isProblem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { planAdditions, distributeResults } from './additions/planAdditions';
import { createExecutors } from './executors';
import { hasFailed, type ItemResult, type JobResult } from './results';
import type { Services } from './services';

/** What became of calls. */
interface JobResults {
	/** By the index of the item, without items that were not started. */
	readonly itemResults: ReadonlyMap<number, ItemResult>;
	/** Before they were distributed to the items. */
	readonly jobResults: readonly (JobResult | undefined)[];
}

/**
 * Carries out calls, several at the same time. Calls that change the same record, or add to the same list, run in the
 * order of their items. Stops after a failure unless the run continues on failures.
 */
export async function runJobs(calls: readonly Call[], services: Services): Promise<JobResults> {
	const { scheduler, sharedWrites, continueOnFail } = services;
	if (scheduler.isClosed) return { itemResults: new Map(), jobResults: [] };

	const executors = createExecutors(services, calls);
	const groups = await sharedWrites.plan(planAdditions(calls));

	const groupResults = await mapConcurrently(
		groups,
		{
			concurrency: scheduler.settings.concurrency,
			// The first request reveals how this server deviates (rows 2 and 3), or that nothing works. A
			// storage reveals nothing about that.
			firstAlone: calls.some(({ kind }) => kind !== 'upload'),
			orderBy: ({ key }) => key,
			shouldStop: () => scheduler.isClosed,
		},
		async (group, releaseOthers) => {
			const execute = async (call: Call) => {
				const result = await dispatchByKind(executors, call, releaseOthers);

				return await explainMissing(call, result, services);
			};

			const results = await sharedWrites.run(group, async ({ call }) =>
				withoutResponse(await catchProblem(async () => await execute(call))),
			);
			const hasFailure = results.some((result) => result !== undefined && hasFailed(result));
			if (!continueOnFail && hasFailure) scheduler.close();

			return results;
		},
	);

	const jobs = groups.flatMap((group) => group.jobs);
	const jobResults = groups.flatMap((group, index) =>
		group.jobs.map((_, job) => groupResults[index]?.[job]),
	);

	return { jobResults, itemResults: distributeResults(calls, jobs, jobResults) };
}

/** If a record is not found, an archived project may be the reason (row 73). */
async function explainMissing(
	call: Call,
	result: JobResult,
	{ projects }: Services,
): Promise<JobResult> {
	if (!isProblem(result) || result.status !== 404 || call.kind === 'upload') return result;

	// Projects themselves are found even if they are archived.
	const isProject = call.operation.locators.length < 2;
	const explanation = isProject ? undefined : await projects.explainMissingRecords(call);

	return explanation ?? result;
}
