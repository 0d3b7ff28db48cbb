import type { Problem } from '../../../shared/result/problem';
import type { Saved, WriteResult } from './WriteResult';

/** What a write does after its record is saved, with requests of its own. */
export interface FollowUp {
	/** Why the write must not begin. Asked before anything is sent. */
	readonly refuse?: () => Promise<Problem | undefined>;
	/** @returns the records as they are then, with a failure if it was not done */
	readonly run: (saved: readonly Saved[]) => Promise<WriteResult>;
	/** Says that this step was not carried out, if an earlier one has failed although the record is saved. */
	readonly explainSkipped?: (failure: Problem) => Problem;
}
