import type { IDataObject, INodeExecutionData, JsonObject } from 'n8n-workflow';

import type { ListStatistics } from '../../shared/pagination/RowCollector';
import { isProblem, type Result } from '../../shared/result/problem';

/** An output item before it is paired with its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Output items; for a list, with statistics about its rows. */
interface Outputs {
	readonly outputs: Output[];
	readonly statistics?: ListStatistics;
}

/** What adding one ID led to: its record, or why it was not added. */
export type AdditionOutcome = Result<JsonObject>;

/** Output items, or the outcomes of an addition by ID, or why the whole job failed. */
export type JobResult = Result<Outputs> | { readonly added: ReadonlyMap<string, AdditionOutcome> };

export type ItemResult = Result<Output[]>;

export const toOutputs = (records: Result<readonly IDataObject[]>): Result<Outputs> =>
	isProblem(records) ? records : { outputs: records.map((json) => ({ json })) };

/** Whether a job, or the addition of any ID in it, has failed. */
export const hasFailed = (result: JobResult): boolean =>
	isProblem(result) || ('added' in result && [...result.added.values()].some(isProblem));
