import type { IDataObject, INodeExecutionData, JsonObject } from 'n8n-workflow';

import type { ListStatistics } from '../../shared/pagination/RowCollector';
import { isProblem, type Result } from '../../shared/result/problem';
import type { SavedRecords } from './write/WriteResult';

/** An output item before it is paired with its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** The output items of a job; for a list, with statistics about the rows of each list that was read. */
export interface OutputsResult {
	readonly kind: 'outputs';
	readonly outputs: Output[];
	readonly statistics?: readonly ListStatistics[];
	/** What the user should know about the outputs, each as a sentence without a full stop. */
	readonly hints?: readonly string[];
}

/** The record that adding one ID returned, or why the ID was not added. */
export type AdditionOutcome = Result<JsonObject>;

/** The outcomes of a job that adds IDs for one or several items. */
export interface AdditionsResult {
	readonly kind: 'additions';
	/** By ID. IDs that were not tried are missing. */
	readonly outcomes: ReadonlyMap<string, AdditionOutcome>;
}

/** The result of a job, or why the whole job failed. */
export type JobResult = Result<OutputsResult | SavedRecords | AdditionsResult>;

/** The result of one item, or why it failed. */
export type ItemResult = Result<OutputsResult | SavedRecords>;

/** Converts records to output items without files. */
export const toOutputs = (records: Result<readonly IDataObject[]>): Result<OutputsResult> =>
	isProblem(records) ? records : { kind: 'outputs', outputs: records.map((json) => ({ json })) };

/** Whether a job, a part of it, or the addition of any ID in it, has failed. */
export function hasFailed(result: JobResult): boolean {
	if (isProblem(result)) return true;

	switch (result.kind) {
		case 'saved':
			return result.failures.length > 0;
		case 'additions':
			return [...result.outcomes.values()].some(isProblem);
		case 'outputs':
			return false;
	}
}
