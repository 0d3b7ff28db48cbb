import type { Call } from '../../../shared/model/call';
import { locationKey } from '../../../shared/model/place';
import type { RequestResult } from '../../../shared/client/requestResult';
import {
	findUncheckedFieldsWithValue,
	findUniqueFieldsWithValue,
} from '../../../shared/operations/shared/external';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { Semaphore } from '../../../shared/scheduler/Semaphore';
import type { Job } from '../additions/planAdditions';
import type { RequestServices } from '../RequestServices';
import { hasFailed, type JobResult } from '../results';
import { groupJobs, type JobGroup } from './groupJobs';
import type { RecordWrite } from './recordWrite';
import { sendTogether } from './sendTogether';
import { WriteGroup } from './WriteGroup';

type RunJob = (job: Job) => Promise<JobResult>;

/**
 * Writes of several items that share requests, where the server has API v2. Nobody else knows of it: a write takes
 * its turn for a record and is sent, and gets the answer that API v1 would give.
 */
export class SharedWrites {
	/** The groups whose jobs are carried out at the same time, by the index of the item. */
	private readonly writeGroups = new Map<number, WriteGroup>();
	/** The lists whose creates share requests, by their location. */
	private readonly uncheckedLists = new Set<string>();
	/** Limits how many jobs run at the same time. Jobs that share requests do not count. */
	private readonly singleJobs: Semaphore;

	/** @param continueOnFail whether other items are still carried out after one has failed */
	constructor(
		private readonly services: RequestServices,
		private readonly continueOnFail: boolean,
	) {
		this.singleJobs = new Semaphore(services.scheduler.settings.concurrency);
	}

	/** Plans the jobs of a run. Jobs that can share requests are grouped; every other job is a group of its own. */
	async plan(jobs: readonly Job[]): Promise<readonly JobGroup[]> {
		const { groups, uncheckedLists } = await groupJobs(jobs, this.services.client);

		for (const list of uncheckedLists) this.uncheckedLists.add(list);

		return groups;
	}

	/**
	 * Carries out the jobs of a group. If their writes can share requests, all jobs run at the same time. Otherwise,
	 * Concurrent Requests limits them.
	 *
	 * @returns the results in the order of the jobs, with undefined for each job that was not started
	 */
	async run(
		{ jobs, route }: JobGroup,
		runJob: RunJob,
	): Promise<readonly (JobResult | undefined)[]> {
		const { client, scheduler } = this.services;
		const [first] = jobs;
		const canShare =
			route !== undefined &&
			first !== undefined &&
			client.apiV2.mayHaveRoute(route, route.place) &&
			jobs.length > 1;
		if (canShare) return await this.runTogether(jobs, runJob);

		// Several groups may have lost their routes: together, they keep to Concurrent Requests.
		const runAlone = async (job: Job) => await this.singleJobs.run(async () => await runJob(job));
		// Most groups have one job.
		if (first !== undefined && jobs.length === 1) return [await runAlone(first)];

		return await mapConcurrently(
			jobs,
			{
				concurrency: route?.createsRecords === true ? 1 : scheduler.settings.concurrency,
				shouldStop: (result) => scheduler.isClosed || (!this.continueOnFail && hasFailed(result)),
			},
			runAlone,
		);
	}

	/** Sends the write of a record: together with the other writes of its group, or by itself. */
	async send(write: RecordWrite): Promise<RequestResult> {
		const group = this.writeGroups.get(write.call.itemIndex);

		return group === undefined ? await write.sendAlone() : await group.send(write);
	}

	/**
	 * Changes an existing record when it is the turn of an item. Items of a group can find the same record by different
	 * values: each changes it after the item before, and sees what that has changed. Without a group, the order of
	 * the jobs sees to that.
	 *
	 * @param key of the record
	 */
	async inTurn<Value>(key: string, itemIndex: number, work: () => Promise<Value>): Promise<Value> {
		await this.writeGroups.get(itemIndex)?.waitForTurn(key, itemIndex);

		return await work();
	}

	/**
	 * Lists the unique fields of a new record whose values the server does not check, so that it would accept a second
	 * record with the same value. API v1 is not known to check some of them (row 484). Where records are created
	 * together, nothing checks the external ID (row 514).
	 */
	listUncheckedFields(call: Call<'create'>): readonly string[] {
		const { body, operation } = call;

		return this.uncheckedLists.has(locationKey(call))
			? findUniqueFieldsWithValue(operation.naturalKey, body).filter((name) => name === EXTERNAL_ID)
			: findUncheckedFieldsWithValue(operation.naturalKey, body);
	}

	private async runTogether(jobs: readonly Job[], runJob: RunJob): Promise<JobResult[]> {
		const { continueOnFail, writeGroups, services } = this;
		const group = new WriteGroup(
			jobs.length,
			async (writes) => await sendTogether(writes, services),
		);

		for (const { call } of jobs) writeGroups.set(call.itemIndex, group);

		const runMember = async (job: Job): Promise<JobResult> => {
			const result = await runJob(job);
			const othersWaitFor = group.othersWaitFor(job.call.itemIndex);
			if (othersWaitFor && !continueOnFail && hasFailed(result)) services.scheduler.close();

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
}

const EXTERNAL_ID = 'external_id';
