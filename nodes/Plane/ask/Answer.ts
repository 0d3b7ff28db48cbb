import type { IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../../shared/values/valueChecks';
import type { Question } from './Question';

/** What somebody has answered. */
export type Answer =
	| {
			readonly kind: 'decision';
			readonly approved: boolean;
			/** What the link said. */
			readonly label: string;
	  }
	| { readonly kind: 'text'; readonly text: string };

/** What a link of a question stands for: a decision, or the form for a text. */
export type AnswerChoice =
	| Extract<Answer, { readonly kind: 'decision' }>
	| { readonly kind: 'form' };

/** The names of the parameters of a signed link. */
export const LINK_PARAMETERS = { question: 'question', approved: 'approved' } as const;

/** What the link to the form for a text says. */
export const FORM_LABEL = 'Respond';

/** The name of the field in the form for a text. */
export const TEXT_FIELD = 'answer';

/**
 * Reads which link of a question was followed. n8n has checked the signature.
 *
 * @returns undefined if it belongs to another question
 */
export function readAnswerChoice(
	context: IWebhookFunctions,
	{ id, expected }: Question,
): AnswerChoice | undefined {
	const query = context.getQueryData();
	if (!isObject(query) || query[LINK_PARAMETERS.question] !== id) return undefined;

	if (expected.kind === 'text') return { kind: 'form' };

	const { approve, decline } = expected.labels;
	const isApproval = query[LINK_PARAMETERS.approved] === 'true';
	const label = isApproval ? approve : decline;

	return label === undefined ? undefined : { kind: 'decision', approved: isApproval, label };
}

/**
 * Reads the answer from a confirmed page. A link that is only opened is no answer: chats and mail programs open links
 * to show what is behind them.
 *
 * @returns undefined if the page is not confirmed, or if its text is empty
 */
export function readAnswer(context: IWebhookFunctions, choice: AnswerChoice): Answer | undefined {
	if (context.getRequestObject().method !== 'POST') return undefined;
	if (choice.kind === 'decision') return choice;

	const { [TEXT_FIELD]: text } = context.getBodyData();
	const trimmed = typeof text === 'string' ? text.trim() : '';

	return trimmed === '' ? undefined : { kind: 'text', text: trimmed };
}
