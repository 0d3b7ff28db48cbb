import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Place } from '../../shared/model/place';
import type { DecisionLink } from '../../shared/operations/operation';
import { isJsonObject, parseUntrustedJson } from '../../shared/values/json';

/** What a question asks for: a decision, with what the link of each says, or a text. */
export type ExpectedAnswer =
	| { readonly kind: 'decision'; readonly labels: Readonly<Partial<Record<DecisionLink, string>>> }
	| { readonly kind: 'text' };

/** A question that an execution waits with. The execution keeps it until somebody answers. */
export interface Question {
	/** Is in the links of the question. In a loop, the comments with earlier questions of the node are still there. */
	readonly id: string;
	/** The comment. */
	readonly place: Place;
	/** What the comment says above the links, as HTML. */
	readonly html: string;
	readonly expected: ExpectedAnswer;
}

/** The name under which n8n keeps the question, in the context of the node within the execution. */
const CONTEXT_KEY = 'question';

/** Keeps a question with the execution. */
export function saveQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node')[CONTEXT_KEY] = JSON.stringify(question);
}

/**
 * Reads the question that the execution waits with. n8n gives a webhook no context of its node, but evaluates
 * expressions in which it is.
 *
 * @returns undefined if there is none
 * @throws an error of n8n if the expression fails
 */
export function readQuestion(context: IWebhookFunctions): Question | undefined {
	// As an escape, a brace in a name does not end the expression.
	const name = JSON.stringify(context.getNode().name).replaceAll('}', String.raw`\u007d`);
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${CONTEXT_KEY} }}`);
	const question = typeof saved === 'string' ? parseUntrustedJson(saved) : undefined;

	return isQuestion(question) ? question : undefined;
}

const isQuestion = (value: unknown): value is Question =>
	isJsonObject(value) &&
	typeof value.id === 'string' &&
	typeof value.html === 'string' &&
	isJsonObject(value.expected) &&
	isJsonObject(value.place);
