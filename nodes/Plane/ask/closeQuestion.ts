import type { IWebhookFunctions } from 'n8n-workflow';

import { Client } from '../../shared/client/client';
import { openConnection } from '../../shared/client/openConnection';
import { sendWithCredential } from '../../shared/client/sendWithCredential';
import type { RecordUpdate } from '../../shared/model/call';
import type { AskOperation } from '../../shared/operations/operation';
import { isProblem, type Result } from '../../shared/result/problem';
import { Scheduler } from '../../shared/scheduler/Scheduler';
import { type RequestLimits, tightenLimits } from '../../shared/transport/limits';
import { EFFECTS } from '../../shared/transport/request';
import type { Answer } from './Answer';
import { type Moment, writeOutcome } from './commentHtml';
import type { Question } from './Question';

/** A person waits for the page. Times are in milliseconds. */
const OWN_LIMITS: RequestLimits = {
	concurrency: 1,
	maxWaitMs: 5_000,
	retries: 2,
	timeoutMs: 5_000,
};

interface Outcome {
	readonly operation: AskOperation;
	readonly answer: Answer;
	readonly at: Moment;
}

/**
 * Replaces the links of a question by what was answered.
 *
 * @returns a Problem if the comment could not be changed
 */
export async function closeQuestion(
	context: IWebhookFunctions,
	{ place, html }: Question,
	{ operation, answer, at }: Outcome,
): Promise<Result<unknown>> {
	const connection = await openConnection(context);
	if (isProblem(connection)) return connection;

	const limits = tightenLimits(OWN_LIMITS, connection.limits);
	const send = new Scheduler(limits).wrap(
		sendWithCredential(context, connection, limits.timeoutMs),
	);
	const target: RecordUpdate = {
		...place,
		kind: 'update',
		itemIndex: 0,
		operation: operation.change,
		body: { [operation.question.wire]: writeOutcome(html, answer, at) },
	};
	const request = {
		...operation.change.request,
		effect: EFFECTS.update,
		body: target.body,
	};

	return await new Client(connection, send, send).send(place, request, { about: target });
}
