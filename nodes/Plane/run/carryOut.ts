import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isFault, succeeded, type Answer } from './answer';
import type { Call, ServiceCall, StorageCall } from './call';
import type { Connection } from './connection';
import { explainAnswer, explainFault } from './explain';
import { collect } from './page';
import { isProblem, type Problem } from './problem';
import { serviceRequest, storageRequest, type HttpRequest } from './request';
import { recordsOf, uploadOf } from './result';
import { sendWithKey, sendWithoutKey, type Send } from './send';

/** Carries out one call and gives the json of its output items, or why it failed. */
export type CarryOut = (call: Call) => Promise<IDataObject[] | Problem>;

/** Carries out the calls of one execution, with all the requests that each of them takes. */
export function carrier(context: IExecuteFunctions, connection: Connection): CarryOut {
	const service = sendWithKey(context, connection);
	const storage = sendWithoutKey(context, connection);

	const list = async (call: ServiceCall, wish: NonNullable<ServiceCall['list']>) =>
		await collect(
			wish,
			async (page) => await ask(service, serviceRequest(call, connection, page), call),
		);

	const change = async (call: ServiceCall) => {
		const answer = await ask(service, serviceRequest(call, connection), call);
		return isProblem(answer) ? answer : recordsOf(answer, call);
	};

	const upload = async (call: StorageCall) => {
		const answer = await ask(storage, storageRequest(call), call);
		return isProblem(answer) ? answer : [uploadOf(answer, call)];
	};

	return async (call) => {
		if (!('path' in call)) return await upload(call);
		return call.list === undefined ? await change(call) : await list(call, call.list);
	};
}

/** Sends a request; an answer outside 2xx and no answer are Problems. */
async function ask(send: Send, request: HttpRequest, call: Call): Promise<Answer | Problem> {
	const outcome = await send(request);
	if (isFault(outcome)) return explainFault(outcome, request.url);
	return succeeded(outcome) ? outcome : explainAnswer(outcome, call);
}
