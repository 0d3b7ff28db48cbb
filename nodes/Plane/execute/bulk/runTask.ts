import type { RequestResult } from '../../../shared/client/requestResult';
import type { Job } from '../additions/batchAdditions';
import type { Execution } from '../Execution';
import type { JobResult } from '../results';
import type { Task } from './groupJobs';
import type { RecordWrite } from './recordWrite';
import { sendTogether } from './sendTogether';
import { WriteGroup } from './WriteGroup';

/** Carries out the jobs of a task at the same time. @returns the results in the order of the jobs */
export async function runTask(
	{ jobs }: Task,
	execution: Execution,
	runJob: (job: Job) => Promise<JobResult>,
): Promise<JobResult[]> {
	if (jobs.length === 1) return await Promise.all(jobs.map(runJob));

	const { writeGroups } = execution;
	const group = new WriteGroup<RecordWrite>(
		jobs.length,
		async (writes) => await sendTogether(writes, execution),
	);

	for (const { call } of jobs) writeGroups.set(call.itemIndex, group);

	try {
		return await Promise.all(
			jobs.map(async (job) => await group.run(async () => await runJob(job))),
		);
	} finally {
		for (const { call } of jobs) writeGroups.delete(call.itemIndex);
	}
}

/** Sends the write of a record: together with those of its group, or by itself. */
export async function sendWrite(
	write: RecordWrite,
	{ writeGroups }: Execution,
): Promise<RequestResult> {
	const group = writeGroups.get(write.call.itemIndex);

	return group === undefined ? await write.sendAlone() : await group.send(write);
}
