import type { IDataObject, IExecuteFunctions, JsonValue } from 'n8n-workflow';

import type { Addition } from '../operations/operation';
import { addEach, outcomeOf } from './addition';
import { aliasing } from './alias';
import { isFault, succeeded, type Answer, type Fault } from './answer';
import type { Call, ServiceCall, StorageCall } from './call';
import type { Connection } from './connection';
import { existing, isTaken } from './existing';
import { explainAnswer, explainFault } from './explain';
import { collect } from './list/collect';
import type { PageQuery } from './list/pageQuery';
import type { Account } from './list/rows';
import { isProblem, type Problem } from './problem';
import { redirecting } from './redirect';
import { serviceRequest, storageRequest, type HttpRequest } from './request';
import { recordsOf, uploadOf } from './result';
import { sendWithKey, sendWithoutKey, type Send } from './send';

/** Carries out one call and gives the json of its output items, or why it failed. */
export type CarryOut = (call: Call) => Promise<IDataObject[] | Problem>;

/**
 * Carries out the calls of one execution, with all the requests that each of them takes.
 *
 * @param tell takes what became of the rows of each list
 */
export function carrier(
	context: IExecuteFunctions,
	connection: Connection,
	tell: (account: Account) => void,
): CarryOut {
	const service = redirecting(sendWithKey(context, connection));
	const storage = sendWithoutKey(context, connection);

	const send = async (call: ServiceCall, page?: PageQuery) =>
		await ask(service, serviceRequest(call, connection, page), call);

	const list = async (call: ServiceCall, wish: NonNullable<ServiceCall['list']>) => {
		const collected = await collect(wish, async (page) => await send(call, page));
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
		const found = (await existing(call, outcome, send)) ?? answer;
		return isProblem(found) ? found : [found];
	};

	const add = async (call: ServiceCall, addition: Addition) => {
		const { wire } = addition.field;
		const added = await addEach(
			idsIn(call.body?.[wire]),
			addition,
			async (ids) => await send({ ...call, body: { [wire]: [...ids] } }),
		);
		return outcomeOf(added);
	};

	const upload = async (call: StorageCall) => {
		const answer = await ask(storage, storageRequest(call), call);
		return isProblem(answer) ? answer : [uploadOf(answer, call)];
	};

	return async (call) => {
		if (!('path' in call)) return await upload(call);
		if (call.list !== undefined) return await list(call, call.list);
		const { addition } = call.operation.body ?? {};
		if (addition !== undefined) return await add(call, addition);
		return call.useExisting === true ? await create(call) : await change(call);
	};
}

const idsIn = (value: JsonValue | undefined): string[] =>
	Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

/** Sends a request; an answer outside 2xx and no answer are Problems. */
async function ask(send: Send, request: HttpRequest, call: Call): Promise<Answer | Problem> {
	return judge(await send(request), request, call);
}

function judge(
	outcome: Answer | Fault,
	{ url, method }: HttpRequest,
	call: Call,
): Answer | Problem {
	if (isFault(outcome)) return explainFault(outcome, url);
	if (succeeded(outcome)) return outcome;
	const problem = explainAnswer(outcome, call);
	// A server, or the proxy before it, can fail after the record was made; twice is worse than once.
	return outcome.status >= 500 && method === 'POST'
		? {
				...problem,
				description: `${problem.description} It may have been carried out all the same: look there before you repeat it.`,
			}
		: problem;
}
