import { fromFault } from '../errors/fromFault';
import { fromResponse } from '../errors/fromResponse';
import { findRefusal } from '../errors/knownRefusals';
import { isCrash } from '../errors/serverMessage';
import { unexpectedResponse } from '../errors/credentialErrors';
import type { RequestTarget, ServiceCall, UploadCall } from '../model/call';
import type { Place } from '../model/place';
import { type Result, withUnknownOutcome } from '../result/problem';
import { mayHaveArrived } from '../scheduler/retryPolicy';
import type { Connection } from '../transport/connection';
import { followRedirects, redirectLocation, upgradeToHttps } from '../transport/followRedirects';
import {
	type Effect,
	EFFECTS,
	type HttpRequest,
	readRequest,
	type RequestedFile,
	serviceRequest,
	type ServiceRequest,
	storageRequest,
} from '../transport/request';
import {
	type HttpResponse,
	isEmptyBody,
	isFault,
	type Outcome,
	succeeded,
} from '../transport/response';
import type { Send } from '../transport/send';
import { ApiV2 } from './ApiV2';
import { withReadableProblem } from './problemDocument';
import type { RequestResult } from './requestResult';

/** How a request differs from the one that the operation of its call declares. */
export interface RequestOverrides extends Partial<ServiceRequest> {
	/** Where it leads to, if not to the place of the call. */
	readonly place?: Place;
	/** Set if repeating it is harmless and invisible, so that an unknown outcome need not be reported. */
	readonly isHarmless?: boolean;
}

/** Why a request is sent. */
interface SendOptions {
	/** What errors refer to. */
	readonly about: RequestTarget;
	readonly isHarmless?: boolean;
}

/** What to download, and what for. */
interface DownloadOptions {
	/** Below the workspace of the place. */
	readonly path: string;
	/** How to store the file. */
	readonly file: RequestedFile;
	/** What errors refer to. */
	readonly about: RequestTarget;
}

/** The response to a request for a file, from the service or from the storage that it redirects to. */
export type Download =
	| { readonly from: 'service'; readonly response: RequestResult }
	| {
			readonly from: 'storage';
			/** A response with any status: only the caller knows what a storage's refusal means. */
			readonly response: Result<HttpResponse>;
			readonly isAtBaseUrl: boolean;
	  };

/** The service redirects once to its storage, which may itself have moved. */
const MAX_REDIRECTS = 3;

/** Sends requests for one execution, or for one list in the editor, and explains what went wrong. */
export class Client {
	/** API v2, where the server has it. */
	readonly apiV2: ApiV2;
	/** Sends to the service, and follows redirects on the same origin (row 2). */
	private readonly sendToService: Send;
	/** Sends a form to a storage, over https if the storage redirects there (row 321). */
	private readonly sendForm: Send;

	/**
	 * @param sendWithCredential sends to the service with key or token, and follows no redirect
	 * @param sendAnonymously sends to any address without them
	 */
	constructor(
		private readonly connection: Connection,
		private readonly sendWithCredential: Send,
		private readonly sendAnonymously: Send,
	) {
		this.sendToService = followRedirects(sendWithCredential);
		this.sendForm = upgradeToHttps(sendAnonymously);
		this.apiV2 = new ApiV2(
			connection.allowsApiV2,
			async (target, request) =>
				await this.send(target, { ...request, apiVersion: 2 }, { about: target }),
		);
	}

	/** The address of the web app, or undefined if it cannot be known. */
	get webRoot(): string | undefined {
		return this.connection.webRoot;
	}

	/** Whether an address has the host of the Base URL, as the address of the bundled storage has (row 86). */
	isAtBaseUrl(address: string): boolean {
		return new URL(address).host === new URL(this.connection.root).host;
	}

	/** Sends the request that the operation of a call declares, with some of its parts replaced. */
	async request(
		call: ServiceCall,
		{ place = call, isHarmless = false, ...overrides }: RequestOverrides = {},
	): Promise<RequestResult> {
		const declared = { ...call.operation.request, effect: findEffect(call) };

		return await this.send(place, { ...declared, ...overrides }, { about: call, isHarmless });
	}

	/** Reads a path below the workspace of a target. */
	async read(
		target: RequestTarget,
		path: string,
		query: ServiceRequest['query'] = {},
	): Promise<RequestResult> {
		return await this.send(target, readRequest(path, query), { about: target });
	}

	/** Uploads the file of a call to its storage. */
	async upload(call: UploadCall): Promise<RequestResult> {
		const request = storageRequest(call);

		return toResult(await this.sendForm(request), { request, target: call });
	}

	/**
	 * Downloads a file. The service redirects to a signed address, mostly on another host, which is
	 * requested without the API key (row 20).
	 */
	async download(place: Place, { path, file, about }: DownloadOptions): Promise<Download> {
		const request: HttpRequest = {
			...serviceRequest(this.connection, place, readRequest(path)),
			file,
		};
		// Not `sendToService`: it would send the key along with each redirect.
		const outcome = await this.sendWithCredential(request);
		const location = redirectLocation(outcome, request.url);
		if (location === undefined) {
			return { from: 'service', response: toResult(outcome, { request, target: about }) };
		}

		const { response, url } = await this.fetchFile(location.href, file, MAX_REDIRECTS - 1);

		return { from: 'storage', response, isAtBaseUrl: this.isAtBaseUrl(url) };
	}

	/**
	 * Reads a file from any web address, without key and extra headers. Redirects may lead to any host.
	 *
	 * @returns the response with any status, or a Problem if there is none, and the address that it is from
	 */
	async fetchFile(
		url: string,
		file: RequestedFile,
		maxRedirects: number,
	): Promise<{ readonly response: Result<HttpResponse>; readonly url: string }> {
		const outcome = await this.sendAnonymously({
			method: 'GET',
			route: 'GET file',
			effect: 'read',
			url,
			headers: { Accept: '*/*' },
			file,
		});
		const location = redirectLocation(outcome, url);
		if (location === undefined || maxRedirects === 0) {
			return { url, response: isFault(outcome) ? fromFault(outcome, url) : outcome };
		}

		return await this.fetchFile(location.href, file, maxRedirects - 1);
	}

	/**
	 * Sends any request in the name of an item.
	 *
	 * @param place has the values of the placeholders of the path
	 */
	async send(
		place: Place,
		parts: ServiceRequest,
		{ about, isHarmless = false }: SendOptions,
	): Promise<RequestResult> {
		const request = serviceRequest(this.connection, place, parts);
		const outcome = await this.sendToService(request);

		return toResult(withReadableProblem(outcome), { request, target: about, isHarmless });
	}
}

/** What the request of a call does on the server. */
function findEffect(call: ServiceCall): Effect {
	const { kind, operation } = call;
	if (kind === 'action' && operation.repetition === 'changesAgain') return 'create';
	if (kind === 'create' && operation.repetition === 'changesNothing') return 'change';

	return EFFECTS[call.kind];
}

/** A request that was sent, and its purpose. */
interface SentRequest {
	readonly request: HttpRequest;
	readonly target: RequestTarget | UploadCall;
	readonly isHarmless?: boolean;
}

/** The response if the request succeeded, or else a problem, marked if the outcome is unknown. */
function toResult(outcome: Outcome, sent: SentRequest): RequestResult {
	if (!isFault(outcome) && succeeded(outcome)) return checkSuccess(outcome, sent);

	const { request, target } = sent;
	const problem = isFault(outcome)
		? fromFault(outcome, request.url)
		: fromResponse(outcome, target, request.route);
	const problemWithAttempts = {
		...problem,
		description: problem.description + describeAttempts(outcome),
	};
	const isUnknown = mayChange(sent) && mayHaveArrived(outcome) && mayBeCarriedOut(outcome, sent);
	const failure = isUnknown ? withUnknownOutcome(problemWithAttempts) : problemWithAttempts;

	return isFault(outcome) ? failure : { ...failure, response: outcome };
}

/** A sentence for the end of a description, unless the outcome is that of the only attempt. */
function describeAttempts(outcome: Outcome): string {
	const { kind, attempts = 1 } = outcome;
	const isLastAttempt = kind !== 'notSent' && kind !== 'notStored';

	return isLastAttempt && attempts > 1 ? ` It was sent ${attempts} times.` : '';
}

/** Whether a request changes something that the user would miss or find twice. */
const mayChange = ({ request, isHarmless = false }: SentRequest): boolean =>
	request.effect !== 'read' && !isHarmless;

/** A successful response, or a problem if it does not show what became of a change. */
function checkSuccess(response: HttpResponse, sent: SentRequest): RequestResult {
	// Plane answers a change with JSON or with an empty body, a storage with anything.
	const isExpected =
		sent.target.kind === 'upload' || response.json !== undefined || isEmptyBody(response);
	if (isExpected || !mayChange(sent)) return response;

	const problem = unexpectedResponse(response, 'is not a record');

	return { ...withUnknownOutcome(problem), response };
}

/** Whether the server may have carried out a request although it, or a proxy in front of it, failed. */
function mayBeCarriedOut(outcome: Outcome, { request, target }: SentRequest): boolean {
	if (isFault(outcome) || outcome.status >= 500) return true;

	// A refusal that the operation declares comes before the record is saved.
	const isDeclared = target.kind !== 'upload' && findRefusal(outcome, target) !== undefined;

	// The message of a crash also refuses changes and additions, but those can be repeated safely.
	return request.effect === 'create' && !isDeclared && isCrash(outcome);
}
