import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { catchProblem } from '../../shared/model/catchProblem';
import { sendAndWait } from '../../shared/operations/sendAndWait';
import { isProblem } from '../../shared/result/problem';
import { type Answer, readAnswer, readAnswerChoice } from './Answer';
import { claimQuestion } from './claimQuestion';
import { closeQuestion } from './closeQuestion';
import {
	type AnswerPage,
	buildClosedPage,
	buildConfirmationPage,
	buildFailurePage,
	buildThanksPage,
	setPageHeaders,
} from './pages';
import { type Question, readQuestion } from './Question';

/**
 * Handles a request to a signed link. A link that is opened shows a page, and changes nothing. The form of that page
 * lets the execution continue with the answer. Never throws: n8n would let the execution fail.
 */
export async function receiveAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const question = readQuestion(context);
		const choice = question && readAnswerChoice(context, question);
		if (question === undefined || choice === undefined) return show(context, buildClosedPage());

		const answer = readAnswer(context, choice);
		if (answer === undefined) return show(context, buildConfirmationPage(question.html, choice));

		const release = claimQuestion(question.id, answer);
		if (release === undefined) return show(context, buildClosedPage());

		return await acceptAnswer(context, question, { answer, release });
	} catch (error) {
		return showFailure(context, error);
	}
}

/** Shows a page, and lets the execution wait. */
function show(context: IWebhookFunctions, page: AnswerPage): IWebhookResponseData {
	setPageHeaders(context, page);
	context.getResponseObject().end(page.html);

	return { noWebhookResponse: true };
}

/** Shows that an answer was not recorded. The log of n8n says why. */
function showFailure(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const details = error instanceof Error ? (error.stack ?? error.message) : String(error);

	context.logger.error(`Plane could not record an answer: ${details}`);

	return show(context, buildFailurePage());
}

/** Records the answer to a claimed question. If that fails, the claim ends: the link still works. */
async function acceptAnswer(
	context: IWebhookFunctions,
	question: Question,
	{ answer, release }: { readonly answer: Answer; readonly release: () => void },
): Promise<IWebhookResponseData> {
	try {
		return await recordAnswer(context, question, answer);
	} catch (error) {
		release();

		return showFailure(context, error);
	}
}

/** Lets the comment say how the question ended, and the execution continue, even if the comment cannot be changed. */
async function recordAnswer(
	context: IWebhookFunctions,
	question: Question,
	answer: Answer,
): Promise<IWebhookResponseData> {
	const at = { instant: Date.now(), timeZone: context.getTimezone() };
	const closed = await catchProblem(
		async () => await closeQuestion(context, question, { operation: sendAndWait, answer, at }),
	);
	const warning = isProblem(closed)
		? `The comment does not show the answer: ${closed.message}. ${closed.description}`
		: undefined;
	const json: IDataObject = {
		data: { ...describeAnswer(answer), respondedAt: new Date(at.instant).toISOString() },
		comment: question.place.path[sendAndWait.idPlaceholder],
		...(warning !== undefined && { warning }),
	};
	const page = buildThanksPage(answer);

	setPageHeaders(context, page);

	// n8n sends the page only once it has continued the execution.
	return {
		webhookResponse: page.html,
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

/** An answer as n8n's own nodes describe it. */
const describeAnswer = (answer: Answer): IDataObject =>
	answer.kind === 'text' ? { text: answer.text } : { approved: answer.approved };
