import type { IDataObject, INodeExecutionData, JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import type { ListStatistics } from '../pagination/RowCollector';
import { FieldAliases } from '../resolve/fieldAliases';
import { isProblem, type Problem, type Result } from '../result/problem';
import type { Scheduler } from '../scheduler/Scheduler';
import { Semaphore } from '../scheduler/Semaphore';

/** What all calls of one execution share. */
export class Execution {
	/** Files at the same time, those of all items: their signed addresses hold for some time only. */
	readonly files: Semaphore;
	/** Why nothing can be added to a target, by its place. */
	readonly closedTargets = new Map<string, Problem>();
	readonly aliases = new FieldAliases();

	/** @param continueOnFail whether anything is tried after something has failed */
	constructor(
		readonly client: Client,
		readonly scheduler: Scheduler,
		readonly continueOnFail: boolean,
	) {
		this.files = new Semaphore(scheduler.settings.concurrency);
	}
}

/** An output item, before it is paired with its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Output items, and of a list what became of its rows. */
interface Outputs {
	readonly outputs: Output[];
	readonly statistics?: ListStatistics;
}

/** What became of one ID of an addition: its record, or why it was not added. */
export type Added = Result<JsonObject>;

/** What a job came to: output items, of an addition what became of each ID, or why it failed. */
export type JobResult = Result<Outputs | { readonly added: ReadonlyMap<string, Added> }>;

/** What an item came to. */
export type ItemResult = Result<Output[]>;

/** Records as output items. */
export const outputsOf = (records: Result<readonly IDataObject[]>): Result<Outputs> =>
	isProblem(records) ? records : { outputs: records.map((json) => ({ json })) };

/** Whether anything of a job failed. */
export const hasFailed = (result: JobResult): boolean =>
	isProblem(result) || ('added' in result && [...result.added.values()].some(isProblem));
