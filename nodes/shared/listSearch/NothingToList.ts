import { isProblem, type Problem, type Result } from '../result/problem';

/** Why there is no list to choose from, although nothing failed. */
export class NothingToList {
	/** @param sentence that the editor shows in place of the list, without a full stop */
	constructor(readonly sentence: string) {}
}

/** A list or what is read of it, or the reason why there is none. */
export type Listed<Value> = Result<Value, Problem | NothingToList>;

/** Whether there is no list, for either reason. */
export const hasNoList = (listed: unknown): listed is Problem | NothingToList =>
	isProblem(listed) || listed instanceof NothingToList;
