import { type IExecuteFunctions, type INodeExecutionData, WAIT_INDEFINITELY } from 'n8n-workflow';

import { catchProblem } from '../../shared/model/catchProblem';
import type { AskOperation } from '../../shared/operations/operation';
import { isProblem } from '../../shared/result/problem';
import { failAllItems } from '../present/buildOutput';
import { throwIfCanceled, throwIfFailed } from '../present/failures';
import { removeEarlierAnswer } from './earlierAnswer';
import { findItemQuestion } from './itemQuestions';
import { openLinkSigner } from './links';
import { saveQuestion } from './Question';
import { type Sending, sendQuestion } from './sendQuestion';

/**
 * Asks what the items ask, in one comment, and lets the execution wait for an answer. What comes then is up to
 * `receiveAnswer`.
 *
 * @returns the input, which n8n passes on if nobody answers in time; with "continue on fail", all items with the error
 *   if nothing was asked, and without an earlier answer, which would pass for one to this question
 * @throws NodeOperationError | NodeApiError as `run` does
 */
export async function askAndWait(
	context: IExecuteFunctions,
	operation: AskOperation,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { itemIndex, sent, mayHaveChanged } = await ask(context, operation);
	const results = items.map((_, index) => (index === itemIndex ? sent : undefined));

	throwIfCanceled(context, results);

	if (isProblem(sent)) {
		if (!context.continueOnFail()) {
			throwIfFailed(context, operation, { results, mayHaveChanged });
		}

		return failAllItems(context, sent).map(removeEarlierAnswer);
	}

	context.addExecutionHints(...sent.hints);
	saveQuestion(context, sent.question);
	await context.putExecutionToWait(sent.until ?? WAIT_INDEFINITELY);

	return items;
}

/** What was asked, or why nothing was, and the item that it is about. */
interface Asked extends Sending {
	readonly itemIndex: number;
}

/** Never throws: with "continue on fail", n8n would pass on the items as they are. */
async function ask(context: IExecuteFunctions, operation: AskOperation): Promise<Asked> {
	const asked = await catchProblem(async () => await findAndSend(context, operation));

	return isProblem(asked) ? { itemIndex: 0, sent: asked, mayHaveChanged: true } : asked;
}

async function findAndSend(context: IExecuteFunctions, operation: AskOperation): Promise<Asked> {
	const signLinks = openLinkSigner(context);
	if (isProblem(signLinks)) return { itemIndex: 0, sent: signLinks, mayHaveChanged: false };

	const { itemIndex, question } = await findItemQuestion(context, operation);
	if (isProblem(question)) return { itemIndex, sent: question, mayHaveChanged: false };

	return { itemIndex, ...(await sendQuestion(context, question, { operation, signLinks })) };
}
