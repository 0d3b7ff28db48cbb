import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import type { Job } from '../additions/batchAdditions';
import type { Execution } from '../Execution';
import { hasFailed, type JobResult } from '../results';
import type { Task } from './groupJobs';
import { sendTogether } from './sendTogether';
import { WriteGroup } from './WriteGroup';

/**
 * Carries out the jobs of a task: at the same time if their writes can share requests, or else as without a group.
 *
 * @returns the results in the order of the jobs, with undefined for each job that was not started
 */
export async function runTask(
	{ jobs, route }: Task,
	execution: Execution,
	runJob: (job: Job) => Promise<JobResult>,
): Promise<(JobResult | undefined)[]> {
	const { client, continueOnFail, paging, scheduler, singleJobs } = execution;
	const [first] = jobs;
	const canShare =
		route !== undefined &&
		first !== undefined &&
		client.apiV2.mayHaveRoute(route, route.place) &&
		jobs.length > 1;
	if (canShare) return await runTogether(jobs, execution, runJob);

	return await mapConcurrently(
		jobs,
		{
			concurrency: route?.createsRecords === true ? 1 : paging.concurrency,
			shouldStop: (result) => scheduler.isClosed || (!continueOnFail && hasFailed(result)),
		},
		// Several tasks may have lost their routes: together, they keep to Concurrent Requests.
		async (job) => await singleJobs.run(async () => await runJob(job)),
	);
}

async function runTogether(
	jobs: readonly Job[],
	execution: Execution,
	runJob: (job: Job) => Promise<JobResult>,
): Promise<JobResult[]> {
	const { continueOnFail, scheduler, writeGroups } = execution;
	const group = new WriteGroup(
		jobs.length,
		async (writes) => await sendTogether(writes, execution),
	);

	for (const { call } of jobs) writeGroups.set(call.itemIndex, group);

	const runMember = async (job: Job): Promise<JobResult> => {
		const result = await runJob(job);
		const isBeforeOthers = group.isBeforeOthers(job.call.itemIndex);
		if (isBeforeOthers && !continueOnFail && hasFailed(result)) scheduler.close();

		return result;
	};

	try {
		return await Promise.all(
			jobs.map(
				async (job) => await group.run(job.call.itemIndex, async () => await runMember(job)),
			),
		);
	} finally {
		for (const { call } of jobs) writeGroups.delete(call.itemIndex);
	}
}
