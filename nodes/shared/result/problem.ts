import { quote } from '../text/quote';

/** Marks a Problem. No record of a server can have this key, whatever its fields are called. */
const PROBLEM: unique symbol = Symbol('Problem');

/** A value, or the reason why there is none. */
export type Result<Value, Failure = Problem> = Value | Failure;

/** What is wrong. */
export type ProblemCause =
	/** A value of the item or of the credential is invalid. */
	| 'invalid'
	/** n8n itself threw an error. */
	| 'internal'
	/** The server refused the request, or there was no response. */
	| 'failed'
	/** The place that was searched has no record with this name or key. */
	| 'absent'
	/** The key shows that its record is in another place than the one that was searched. */
	| 'elsewhere'
	/** The record exists, and cannot be used there: somebody who is not in the project, or a guest. */
	| 'unusable'
	/** Several records have this name. */
	| 'ambiguous'
	/** The place that was searched is archived, so that it lists nothing. */
	| 'archivedPlace'
	/** The server does not accept the type of a file. */
	| 'fileType'
	/** The target of an addition accepts no records at all, such as a cycle that has ended. */
	| 'closedTarget'
	/** It was not sent, because what it was planned from was read too long ago (`ServiceRequest.sendBefore`). */
	| 'outdated'
	/** Nothing is wrong with the item: the execution ended first. */
	| 'stopped';

/** What the item has changed on the server all the same. */
export type ProblemEffect =
	/** Nothing. */
	| 'notDone'
	/** Unknown: the request failed, and the server may have carried it out. */
	| 'maybeDone'
	/** A part of what it asks for: it was saved, but not added to a cycle, or without one of its values. */
	| 'partlyDone';

/** Why an item has no result, in words for the person who built the workflow. */
export interface Problem {
	readonly [PROBLEM]: true;
	readonly cause: ProblemCause;
	/** `notDone` if it is left out. What to do about it follows from the whole item, and is said in its output. */
	readonly effect?: ProblemEffect;
	/** What happened, as one sentence without a full stop. */
	readonly message: string;
	/** How to fix it, apart from trying again. */
	readonly description: string;
	/** What the limits in the credential have to do with it. Triggers and the editor have tighter ones of their own. */
	readonly optionsAdvice?: string;
	/** When to try again if nothing was done, as a sentence: a limit or a fault passes. */
	readonly tryAgain?: string;
	/** What identifies the record of an item to import: its External ID, or its title. */
	readonly record?: string;
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
	problem({ cause: 'invalid', message: clause, description: remedy });

/** Why a value cannot be sent. The message quotes it before the clause: `"red" is not a color`. */
export const refuseValue = (value: unknown, clause: string, remedy: string): Problem =>
	refused(`${quote(value)} ${clause}`, remedy);

/** Whether a result is a Problem. */
export const isProblem = (value: unknown): value is Problem =>
	typeof value === 'object' && value !== null && PROBLEM in value;

/** What people read below the message: how to fix the problem, and when to try again. */
export const describeRemedy = (problem: Problem): string => {
	const { description, optionsAdvice = '', tryAgain = '' } = problem;

	return [description, optionsAdvice, tryAgain].filter((text) => text !== '').join(' ');
};

/** Appends a text to all that people read below the message, such as the progress of a run. */
export function appendToRemedy(problem: Problem, text: string): Problem {
	const description = describeRemedy(problem) + text;

	return { ...problem, description, optionsAdvice: '', tryAgain: '' };
}

/** Whether nothing is wrong with an item, and the execution ended before it was done. */
export const isStopped = ({ cause }: Problem): boolean => cause === 'stopped';

/** Of several failures, the first that is a reason by itself. One that only follows from another comes last. */
export const findMainFailure = <Failure extends { readonly problem: Problem }>(
	failures: readonly Failure[],
): Failure | undefined => failures.find(({ problem }) => !isStopped(problem)) ?? failures[0];

/** The problem of something that consists of several parts. @param isPartDone whether another part was done */
export const withPartDone = (problem: Problem, isPartDone: boolean): Problem =>
	isPartDone && problem.effect !== 'maybeDone' ? { ...problem, effect: 'partlyDone' } : problem;

/** A problem after which it is unknown whether its request was carried out. */
export const withUnknownOutcome = <Failure extends Problem>(problem: Failure): Failure => ({
	...problem,
	effect: 'maybeDone',
});
