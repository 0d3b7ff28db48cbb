/** Marks a Problem. No record of a server can have this key, whatever its fields are called. */
const PROBLEM: unique symbol = Symbol('Problem');

/** A value, or the reason why there is none. */
export type Result<Value, Failure = Problem> = Value | Failure;

/** The kind of a Problem. */
export type ProblemTag =
	/** A value of the item or of the credential is invalid; nothing was sent. */
	| 'invalid'
	/** n8n itself threw an error. */
	| 'internal'
	/** The server refused the request, or there was no response. */
	| 'failed'
	/** The place that was searched has no record with this name or key. */
	| 'absent'
	/** The key shows that its record is in another place than the one that was searched. */
	| 'elsewhere'
	/** Several records have this name. */
	| 'ambiguous'
	/** The place that was searched is archived, so that it lists nothing. */
	| 'archivedPlace'
	/** The request failed, and it is unknown whether the server carried it out. */
	| 'unknownOutcome'
	/**
	 * The record was saved, but a part of what the item asks for was not: it was not added to a cycle, or
	 * Plane did not take a value. The advice must never lead to a duplicate.
	 */
	| 'partlyDone'
	/** The server does not accept the type of a file. */
	| 'fileType'
	/** The target of an addition accepts no records at all, such as a cycle that has ended. */
	| 'target'
	/** Nothing is wrong with the item: the execution ended before it was sent. */
	| 'notSent'
	/** Nothing is wrong with the item: the execution ended after a part of it was sent. */
	| 'partial'
	/** Nothing is wrong: the editor shows a message in place of a list. */
	| 'empty';

/** Why an item has no result, in words for the person who built the workflow. */
export interface Problem {
	readonly [PROBLEM]: true;
	readonly tag: ProblemTag;
	/** What happened, as one sentence without a full stop. */
	readonly message: string;
	/** How to fix it, apart from running the item again. */
	readonly description: string;
	/** What the Request Options of the Plane node have to do with it. Triggers and the editor have none. */
	readonly optionsAdvice?: string;
	/**
	 * Whether and how to run the item again, or ''. It is apart from the description because it is about the whole
	 * item: whoever learns later that a part of the item was saved replaces it, so that no text advises to repeat
	 * a create that was carried out.
	 */
	readonly rerunAdvice?: string;
	/** The HTTP status, if a response caused it. */
	readonly status?: number;
	/** Set if that response says that the user may not see the place, or that it does not exist. */
	readonly isHiddenPlace?: true;
	/** The key that no record has, and the wire name of the field that it was given in. */
	readonly missingKey?: { readonly wire: string; readonly text: string };
}

/** Creates a Problem. A copy of one with another text is also a Problem. */
export const problem = (text: Omit<Problem, typeof PROBLEM>): Problem => ({
	[PROBLEM]: true,
	...text,
});

/**
 * Why a value cannot be sent: `clause` goes after the display name of its field (`Color: "red" is not
 * a color`), `remedy` is a whole sentence.
 */
export const refused = (clause: string, remedy: string): Problem =>
	problem({ tag: 'invalid', message: clause, description: remedy });

/** Whether a result is a Problem. */
export const isProblem = (value: unknown): value is Problem =>
	typeof value === 'object' && value !== null && PROBLEM in value;

/** What people read below the message: how to fix the problem, and whether to run the item again. */
export const describeRemedy = (problem: Problem): string => {
	const { description, optionsAdvice = '', rerunAdvice = '' } = problem;

	return [description, optionsAdvice, rerunAdvice].filter((text) => text !== '').join(' ');
};

/** Appends a text to all that people read below the message, such as the progress of a run. */
export function appendToRemedy(problem: Problem, text: string): Problem {
	const description = describeRemedy(problem) + text;

	return { ...problem, description, optionsAdvice: '', rerunAdvice: '' };
}

/** Whether the execution ended before an item was done, and nothing is wrong with the item. */
export const isUnfinished = (
	problem: Problem,
): problem is Problem & { readonly tag: 'notSent' | 'partial' } =>
	problem.tag === 'notSent' || problem.tag === 'partial';
