/** Marks a Problem. No record of a server can have it, whatever its fields are called. */
const PROBLEM: unique symbol = Symbol('Problem');

/** Why an item cannot have its outcome, in words for the person who built the workflow. */
export interface Problem {
	readonly [PROBLEM]: true;
	/** One sentence of what happened, without a full stop. */
	readonly message: string;
	/** What to do about it. */
	readonly description: string;
	/** Set where it came from an answer or from the network, not from the item's own values. */
	readonly cause?: {
		/** The status of the answer, where there was one. */
		readonly status?: number;
	};
	/**
	 * Set where nothing is wrong with the item itself: it was not sent, or sent in part only, because
	 * the execution came to its end before.
	 */
	readonly unfinished?: 'unsent' | 'partly';
	/** Set where it may have been carried out all the same, and nobody knows. */
	readonly isDoubtful?: true;
	/** Set where it is about what records are added to, so that none of them can be. */
	readonly isOfTarget?: true;
}

/** Makes a Problem; a copy of one with other words is one too. */
export const problem = (words: Omit<Problem, typeof PROBLEM>): Problem => ({
	[PROBLEM]: true,
	...words,
});

/** Tells a Problem from whatever else a step may give. */
export const isProblem = (value: object): value is Problem => PROBLEM in value;
