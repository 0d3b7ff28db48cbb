/** Marks a Problem. No record of a server can have it, whatever its fields are called. */
const PROBLEM: unique symbol = Symbol('Problem');

/** A value, or why there is none. */
export type Result<Value, Failure = Problem> = Value | Failure;

/** What a Problem is about. */
export type ProblemTag =
	/** A value of the item or of the credential; nothing of it was sent. */
	| 'invalid'
	/** Something that n8n itself threw. */
	| 'internal'
	/** A response, or the network. */
	| 'failed'
	/** A response, or the network, and it is unknown whether the request was carried out. */
	| 'unknownOutcome'
	/**
	 * The record was saved, but a part of what the item asks for was not: it was not added to a cycle, or
	 * Plane did not take a value. The advice must never lead to a duplicate.
	 */
	| 'partlyDone'
	/** The type of a file, which the server does not take. */
	| 'fileType'
	/** What records are added to, so that none of them can be. */
	| 'target'
	/** Nothing is wrong with the item: the execution ended before it was sent. */
	| 'notSent'
	/** Nothing is wrong with the item: the execution ended when a part of it was sent. */
	| 'partial'
	/** Nothing is wrong at all: there is no list to show in the editor. */
	| 'empty';

/** Why an item has no result, in words for the person who built the workflow. */
export interface Problem {
	readonly [PROBLEM]: true;
	readonly tag: ProblemTag;
	/** One sentence of what happened, without a full stop. */
	readonly message: string;
	/** How to fix it. */
	readonly description: string;
	/** The status of the response that it came from, where there was one. */
	readonly status?: number;
}

/** Makes a Problem; a copy of one with other words is one too. */
export const problem = (words: Omit<Problem, typeof PROBLEM>): Problem => ({
	[PROBLEM]: true,
	...words,
});

/**
 * Why a value cannot be sent: `clause` goes after the display name of its field (`Color: "red" is not
 * a color`), `remedy` is a whole sentence.
 */
export const refused = (clause: string, remedy: string): Problem =>
	problem({ tag: 'invalid', message: clause, description: remedy });

/** Tells a Problem from whatever else a step may give. */
export const isProblem = (value: unknown): value is Problem =>
	typeof value === 'object' && value !== null && PROBLEM in value;

/** Whether the execution ended before an item was done, and nothing is wrong with the item. */
export const isUnfinished = (
	problem: Problem,
): problem is Problem & { readonly tag: 'notSent' | 'partial' } =>
	problem.tag === 'notSent' || problem.tag === 'partial';
