import { expect } from '@jest/globals';

import { describeRemedy, isProblem, type ProblemEffect } from '../nodes/shared/result/problem';
import { outcomes } from './nodeTexts';

/** What a test expects of a problem. What is left out is not checked. */
export interface ExpectedProblem {
	/** The display name of the parameter with which the message begins. */
	readonly about?: string;
	/** What is wrong, as in `nodeTexts.ts`. The message may continue after it. */
	readonly cause: string | RegExp;
	/** What the remedy contains. */
	readonly remedy?: string | RegExp;
	/** The index of the item that the message names. */
	readonly item?: number;
	/** What the item has changed on the server. */
	readonly effect?: ProblemEffect;
}

/**
 * Expects a problem by what it says, without repeating the words of the nodes.
 *
 * @param received a Problem, the error of a node, or the text of an error in the JSON of an item
 */
export function expectProblem(received: unknown, expected: ExpectedProblem): void {
	const { remedy, item, effect } = expected;
	const { message, description } = readTexts(received);

	expectMessage(message, expected);

	if (item !== undefined) expect(message).toMatch(new RegExp(` \\[item ${String(item)}\\]$`));
	if (remedy !== undefined) expect(description).toMatch(remedy);

	if (isProblem(received)) {
		if (effect !== undefined) expect(received.effect ?? 'notDone').toBe(effect);

		return;
	}

	// Of the error of a node, only the text says what was changed.
	if (effect === 'notDone') expect(description.endsWith(outcomes.nothingChanged)).toBe(true);
	if (effect === 'maybeDone') expect(description).toContain(outcomes.unknown);
	if (effect === 'partlyDone') expect(message).toMatch(SAVED_IN_PART);
}

/** How the message of a record begins that lacks a part of what the item asks for. */
const SAVED_IN_PART = /^It was saved \(ID [^)]+\).*?, but /;

function expectMessage(message: string, { about, cause, effect }: ExpectedProblem): void {
	const text = effect === 'partlyDone' ? message.replace(SAVED_IN_PART, '') : message;
	const prefix = about === undefined ? '' : `${about}: `;
	if (cause instanceof RegExp) {
		expect(text.slice(0, prefix.length)).toBe(prefix);
		expect(text.slice(prefix.length)).toMatch(cause);

		return;
	}

	const start = `${prefix}${cause}`;

	// A failure shows the whole message.
	expect(text.startsWith(start) ? start : text).toBe(start);
}

/** `Module: ".." is not an ID [item 2]. Enter only the ID, as text.` */
const ITEM_ERROR = /^(?<message>.+? \[item \d+\])\. (?<description>.*)$/s;

/** What people read of a problem. */
interface Texts {
	readonly message: string;
	readonly description: string;
}

function readTexts(received: unknown): Texts {
	if (isProblem(received)) {
		return { message: received.message, description: describeRemedy(received) };
	}

	if (typeof received === 'string') {
		const { message = received, description = '' } = ITEM_ERROR.exec(received)?.groups ?? {};

		return { message, description };
	}

	if (!isRecord(received)) throw new Error('There is no problem');

	const { message, description } = received;

	return {
		message: String(message),
		description: typeof description === 'string' ? description : '',
	};
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;
