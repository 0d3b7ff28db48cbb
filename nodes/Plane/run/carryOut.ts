import type { IExecuteFunctions } from 'n8n-workflow';

import type { Addition } from '../operations/operation';
import { addEach } from './addition';
import { aliasing } from './alias';
import { isFault, succeeded, type Answer, type Fault } from './answer';
import type { Call, ServiceCall, StorageCall } from './call';
import type { Connection } from './connection';
import { existing, isTaken } from './existing';
import { explainAnswer, explainFault, unexpected, withDoubt } from './explain';
import { additionOf } from './group';
import { collect } from './list/collect';
import type { PageQuery } from './list/pageQuery';
import type { Account } from './list/rows';
import type { Done } from './outcomes';
import { isProblem, type Problem } from './problem';
import { redirecting } from './redirect';
import { serviceRequest, storageRequest, type HttpRequest } from './request';
import { recordsOf, uploadOf } from './result';
import { mayHaveArrived } from './schedule/repeat';
import type { Schedule } from './schedule/schedule';
import { sendWithKey, sendWithoutKey, type Send } from './send';

/** Carries out one call and gives what came of it. */
export type CarryOut = (call: Call) => Promise<Done>;

/**
 * Carries out the calls of one execution, with all the requests that each of them takes.
 *
 * @param tell takes what became of the rows of each list
 */
export function carrier(
	context: IExecuteFunctions,
	connection: Connection,
	schedule: Schedule,
	tell: (account: Account) => void,
): CarryOut {
	const { timeout, atOnce } = schedule.settings;
	const service = redirecting(schedule.over(sendWithKey(context, connection, timeout)));
	const storage = schedule.over(sendWithoutKey(context, connection, timeout));

	const send = async (call: ServiceCall, page?: PageQuery) =>
		await ask(service, serviceRequest(call, connection, page), call);

	const list = async (call: ServiceCall, wish: NonNullable<ServiceCall['list']>) => {
		const collected = await collect(wish, atOnce, async (page) => await send(call, page));
		if (isProblem(collected)) return collected;
		tell(collected.account);
		return collected.records;
	};

	const withAliases = aliasing();

	const change = async (call: ServiceCall) => {
		const answer = await withAliases(call, async (body) => await send({ ...call, body }));
		return isProblem(answer) ? answer : recordsOf(answer, call);
	};

	const create = async (call: ServiceCall) => {
		const request = serviceRequest(call, connection);
		const outcome = await service(request);
		const answer = judge(outcome, request, call);
		if (!isProblem(answer)) return recordsOf(answer, call);
		if (isFault(outcome) || !isTaken(outcome)) return answer;
		const found = (await existing(call, outcome, atOnce, send)) ?? answer;
		return isProblem(found) ? found : [found];
	};

	const add = async (call: ServiceCall, addition: Addition, ids: readonly string[]) =>
		await addEach(ids, addition, async (some) => {
			const answer = await send({ ...call, body: { [addition.field.wire]: [...some] } });
			const isRecords = isProblem(answer) || answer.json !== undefined || answer.text.trim() === '';
			return isRecords ? answer : withDoubt(unexpected(answer, 'is not a record'), call);
		});

	const upload = async (call: StorageCall) => {
		const answer = await ask(storage, storageRequest(call), call);
		return isProblem(answer) ? answer : uploadOf(answer, call);
	};

	return async (call) => {
		if (!('path' in call)) return await upload(call);
		if (call.list !== undefined) return await list(call, call.list);
		const { addition } = call.operation.body ?? {};
		if (addition !== undefined) return await add(call, addition, additionOf(call)?.ids ?? []);
		return call.useExisting === true ? await create(call) : await change(call);
	};
}

/** Sends a request; an answer outside 2xx and no answer are Problems. */
async function ask(send: Send, request: HttpRequest, call: Call): Promise<Answer | Problem> {
	return judge(await send(request), request, call);
}

function judge(outcome: Answer | Fault, { url }: HttpRequest, call: Call): Answer | Problem {
	if (isFault(outcome) && outcome.unsent !== undefined) return outcome.unsent;
	if (!isFault(outcome) && succeeded(outcome)) return outcome;

	const problem = isFault(outcome) ? explainFault(outcome, url) : explainAnswer(outcome, call);
	const told = withTries(problem, outcome.tries);
	// A server, or the proxy before it, can fail after it has carried out what it was asked.
	const isDoubtful = mayHaveArrived(outcome) && (isFault(outcome) || outcome.status >= 500);
	return isDoubtful ? withDoubt(told, call) : told;
}

const withTries = (problem: Problem, tries = 1): Problem =>
	tries === 1
		? problem
		: { ...problem, description: `${problem.description} It was sent ${String(tries)} times.` };
