import { fromFault } from '../errors/fromFault';
import { fromResponse } from '../errors/fromResponse';
import { isCrash } from '../errors/serverMessage';
import { withUnknownOutcome } from '../errors/unknownOutcome';
import { unexpected } from '../errors/credentialErrors';
import type { Call, ServiceCall } from '../model/call';
import type { Result } from '../result/problem';
import { mayHaveArrived } from '../scheduler/retryPolicy';
import type { Connection } from '../transport/connection';
import { followRedirects, upgradeToHttps } from '../transport/followRedirects';
import {
	type Effect,
	EFFECTS,
	type HttpRequest,
	serviceRequest,
	type ServiceRequest,
} from '../transport/request';
import {
	type HttpResponse,
	isBlank,
	isFault,
	type Outcome,
	succeeded,
} from '../transport/response';
import type { Send } from '../transport/send';

/** How a request differs from the one that the operation of its call declares. */
interface Step extends Partial<ServiceRequest> {
	/** Set where it does no harm, and does not show, if it was carried out and nobody knows. */
	readonly isHarmless?: true;
}

/** The one client of an execution, or of a list in the editor: builds requests, sends and judges them. */
export class Client {
	/** Sends a request to the service, and goes where it has moved on the same origin (row 2). */
	readonly send: Send;
	/** Sends a form to a storage, over https if the storage redirects there (row 321). */
	readonly upload: Send;

	/**
	 * @param service sends to the service with the key, and follows no redirect
	 * @param storage sends to whatever address without the key
	 */
	constructor(
		private readonly connection: Connection,
		readonly service: Send,
		readonly storage: Send,
	) {
		this.send = followRedirects(service);
		this.upload = upgradeToHttps(storage);
	}

	/** The request of a call, or another one for the place of its record. */
	build(call: ServiceCall, step: Step = {}): HttpRequest {
		const declared = { ...call.operation.request, effect: effectOf(call) };

		return serviceRequest(this.connection, call, { ...declared, ...step });
	}

	/** The address of the web app; undefined if it cannot be known. */
	get web(): string | undefined {
		return this.connection.web;
	}

	/** Whether an address has the host of the Base URL: the bundled storage is reached by it (row 86). */
	isAtBaseUrl(address: string): boolean {
		return new URL(address).host === new URL(this.connection.root).host;
	}

	/** The response to a request of a call, or what is wrong with it. */
	readonly judge = judge;

	/** Sends the request of a call; a response outside 2xx and none at all are Problems. */
	async request(call: ServiceCall, step: Step = {}): Promise<Result<HttpResponse>> {
		const request = this.build(call, step);

		return judge(await this.send(request), request, call, step);
	}

	/** Reads from another path of the workspace. */
	async read(
		call: ServiceCall,
		path: string,
		query: ServiceRequest['query'] = {},
	): Promise<Result<HttpResponse>> {
		return await this.request(call, { method: 'GET', path, effect: 'read', query });
	}
}

/** What carrying out the request of a call does. */
function effectOf(call: ServiceCall): Effect {
	const isRepeatable = call.kind !== 'action' || call.operation.isRepeatable !== false;

	return isRepeatable ? EFFECTS[call.kind] : 'create';
}

/** The response to a request of a call, or what is wrong with it. */
export function judge(
	outcome: Outcome,
	{ url, effect }: HttpRequest,
	call: Call,
	{ isHarmless }: Pick<Step, 'isHarmless'> = {},
): Result<HttpResponse> {
	const mayChange = effect !== 'read' && isHarmless !== true;
	if (!isFault(outcome) && succeeded(outcome)) {
		// Plane responds to a change with JSON or with nothing; a storage, with what it likes.
		const isOfPlane = call.kind === 'upload' || outcome.json !== undefined || isBlank(outcome);

		return isOfPlane || !mayChange
			? outcome
			: withUnknownOutcome(unexpected(outcome, 'is not a record'), call, effect);
	}
	if (isFault(outcome) && 'problem' in outcome) return outcome.problem;

	const { tries = 1 } = outcome;
	const problem = isFault(outcome) ? fromFault(outcome, url) : fromResponse(outcome, call);
	const sent = tries === 1 ? '' : ` It was sent ${String(tries)} times.`;
	const counted = { ...problem, description: problem.description + sent };
	const isUnknown = mayChange && mayHaveArrived(outcome) && mayBeCarriedOut(outcome, call, effect);

	return isUnknown ? withUnknownOutcome(counted, call, effect) : counted;
}

/** Whether a server, or the proxy in front of it, may have failed after it carried out a request. */
function mayBeCarriedOut(outcome: Outcome, call: Call, effect: Effect): boolean {
	if (isFault(outcome) || outcome.status >= 500) return true;

	// Changes and additions are refused in the same words, and can be sent again.
	const isKnown = call.kind === 'create' && call.operation.ifNotValid !== undefined;

	return effect === 'create' && !isKnown && isCrash(outcome);
}
