import type { IBinaryData, IDataObject, JsonObject } from 'n8n-workflow';

import type { ListStatistics } from '../../shared/pagination/RowCollector';
import { isProblem, type Result } from '../../shared/result/problem';
import type { SavedRecords } from './write/WriteResult';

/** What is known about the lists that a job has read. */
export interface ReadDetails {
	/** About the rows of each list. */
	readonly statistics?: readonly ListStatistics[];
	/** What the user should know about the records, each as a sentence without a full stop. */
	readonly hints?: readonly string[];
}

/** The records that a job has read, or what it has done to each: `{"deleted": true, "id": …}`. */
export interface RowsResult extends ReadDetails {
	readonly kind: 'rows';
	readonly rows: readonly IDataObject[];
}

/** The files that a job has downloaded. */
export interface FilesResult extends ReadDetails {
	readonly kind: 'files';
	readonly files: readonly DownloadedFile[];
	/** The binary field for the file of each record. */
	readonly field: string;
}

/** A file in n8n's binary data storage, and its record. */
export interface DownloadedFile {
	readonly record: IDataObject;
	readonly file: IBinaryData;
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
export type JobResult = Result<RowsResult | FilesResult | SavedRecords | AdditionsResult>;

/** The result of one item, or why it failed. */
export type ItemResult = Result<RowsResult | FilesResult | SavedRecords>;

/** The result of a job that has nothing else to say of its records. */
export const toRows = (rows: Result<readonly IDataObject[]>): Result<RowsResult> =>
	isProblem(rows) ? rows : { kind: 'rows', rows };

/** Whether a job, a part of it, or the addition of any ID in it, has failed. */
export function hasFailed(result: JobResult): boolean {
	if (isProblem(result)) return true;

	switch (result.kind) {
		case 'saved':
			return result.failures.length > 0;
		case 'additions':
			return [...result.outcomes.values()].some(isProblem);
		case 'rows':
		case 'files':
			return false;
	}
}
