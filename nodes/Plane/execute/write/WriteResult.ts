import type { JsonObject } from 'n8n-workflow';

import type { Result } from '../../../shared/result/problem';

/** What a write has done to its record. A record that is `used` was there, and stays as it is. */
export type WriteOutcome = 'created' | 'updated' | 'unchanged' | 'used';

/** A record that a write has left on the server. */
export interface Saved {
	/** As the server returned it; no more than `{success: true}` if it returned nothing. */
	readonly record: JsonObject;
	/** What the write has done to it. */
	readonly outcome: WriteOutcome;
}

/** The records of a write, or why it was not carried out, or not completely. */
export type WriteResult = Result<readonly Saved[]>;

/** The same outcome for all records of a write. */
export const toSaved = (records: readonly JsonObject[], outcome: WriteOutcome): readonly Saved[] =>
	records.map((record) => ({ record, outcome }));
