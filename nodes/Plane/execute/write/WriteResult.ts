import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../../shared/client/requestResult';
import { partlyDone } from '../../../shared/errors/partlyDone';
import type { Problem, Result } from '../../../shared/result/problem';

/** What a write has done to its record. A record that is `used` was there, and stays as it is. */
export type WriteOutcome = 'created' | 'updated' | 'unchanged' | 'used';

/** A record that a write has left on the server. */
export interface Saved {
	/** As the server returned it; no more than `{success: true}` if it returned nothing. */
	readonly record: JsonObject;
	/** What the write has done to it. */
	readonly outcome: WriteOutcome;
}

/** The records of a write. */
export interface SavedRecords {
	readonly kind: 'saved';
	readonly records: readonly Saved[];
	/** Why parts of what the item asks for were not done, although its records are saved. */
	readonly failures: readonly Problem[];
}

/** The records of a write, or why nothing was saved. */
export type WriteResult = Result<SavedRecords>;

/** The result of a write that has saved records. @param failure why a part of the item was not done */
export const savedRecords = (records: readonly Saved[], failure?: Problem): SavedRecords => ({
	kind: 'saved',
	records,
	failures: failure === undefined ? [] : [withoutResponse(failure)],
});

/** The same outcome for all records of a write. */
export const toSaved = (records: readonly JsonObject[], outcome: WriteOutcome): readonly Saved[] =>
	records.map((record) => ({ record, outcome }));

/** Adds to a result what a later stage could not do. */
export const withFailure = (result: SavedRecords, failure: Problem): SavedRecords => ({
	...result,
	failures: [...result.failures, failure],
});

/** The records of a write that has done everything, or else what it has not done. */
export const requireComplete = ({ records, failures }: SavedRecords): Result<readonly Saved[]> =>
	failures.length === 0 ? records : partlyDone(failures);
