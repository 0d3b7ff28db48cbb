import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { failed } from '../../shared/errors/problemFrom';
import type { Call } from '../../shared/model/call';
import { placeWithin } from '../../shared/model/place';
import type { AskOperation } from '../../shared/operations/operation';
import { isProblem, type Problem, problem, type Result } from '../../shared/result/problem';
import { asText } from '../../shared/values/asText';
import { resolveDrafts } from '../execute/resolveDrafts';
import { runJobs } from '../execute/runJobs';
import { startServices } from '../execute/startServices';
import { presentRun } from '../present/presentRun';
import { writeQuestion } from './commentHtml';
import type { ItemQuestion } from './itemQuestions';
import type { LinkSigner } from './links';
import type { Question } from './Question';

/** A question that was sent, or why it was not. */
export interface Sending {
	readonly sent: Result<SentQuestion>;
	/** Whether a request that changes something may have arrived. */
	readonly mayHaveChanged: boolean;
}

interface SentQuestion {
	readonly question: Question;
	/** When the execution continues without an answer, or undefined if it does not. */
	readonly until: Date | undefined;
	/** What the editor shows under the output. */
	readonly hints: readonly NodeExecutionHint[];
}

interface SendingOptions {
	readonly operation: AskOperation;
	readonly signLinks: LinkSigner;
}

const HOUR_MS = 3_600_000;

/** Sends the comment with a question and its links. Names in the question are resolved first. */
export async function sendQuestion(
	context: IExecuteFunctions,
	{ draft, settings, connection }: ItemQuestion,
	{ operation, signLinks }: SendingOptions,
): Promise<Sending> {
	const services = startServices(context, connection, false);
	const { calls, refused, resolver } = await resolveDrafts([draft], services);
	const [call] = calls;

	if (call?.kind !== 'create') {
		return {
			sent: refused.get(draft.itemIndex) ?? stopped(),
			mayHaveChanged: services.scheduler.mayHaveChanged,
		};
	}

	const id = randomUUID();
	const html = asText(call.body[operation.question.wire]) ?? '';
	const until = readEnd(settings.hours);
	const limit = until && { instant: until.getTime(), timeZone: context.getTimezone() };
	const body = {
		...call.body,
		[operation.question.wire]: writeQuestion(html, signLinks(id, settings.expected), limit),
	};
	const asking: Call = { ...call, body };
	const { itemResults, jobResults } = await runJobs([asking], services);
	const { results, hints } = await presentRun(
		{
			drafts: [draft],
			calls: [asking],
			results: itemResults,
			jobResults,
			unresolvedMentions: resolver.unresolvedMentions,
			leftOutNames: resolver.leftOutNames,
			unknownNames: resolver.unknownNames,
			services,
			mayHaveChanged: services.scheduler.mayHaveChanged,
		},
		[draft],
	);

	const result = results.get(draft.itemIndex) ?? stopped();
	const record = isProblem(result) ? result : readId(result[0]?.json.id);
	const { mayHaveChanged } = services.scheduler;
	if (isProblem(record)) return { sent: record, mayHaveChanged };

	const place = placeWithin(call, { [operation.idPlaceholder]: record });

	return {
		sent: { question: { id, place, html, expected: settings.expected }, until, hints },
		mayHaveChanged,
	};
}

/** The end of the time that the execution waits, from now. */
const readEnd = (hours: number | undefined): Date | undefined =>
	hours === undefined ? undefined : new Date(Date.now() + hours * HOUR_MS);

/** The ID of the comment. */
const readId = (id: unknown): Result<string> =>
	asText(id) ??
	failed(
		'The comment was saved, but Plane did not return its ID',
		'Its links lead nowhere, because the workflow does not wait.',
	);

const stopped = (): Problem =>
	problem({ cause: 'stopped', message: 'The execution ended before it was sent', description: '' });
