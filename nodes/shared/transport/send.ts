import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { jsonIn } from '../fields/json';
import { isFault, succeeded, type Answer, type Fault } from './response';
import { Arrival, isStream, type Receiver } from './responseStream';
import type { Connection } from './connection';
import { faultOf } from './fault';
import { UploadForm } from './multipart';
import type { HttpRequest } from './request';
import { BrokenOff, endedBy, transfer } from './sendMultipart';

/** Sends a request and gives the answer or the fault; it throws for neither. */
export type Send = (request: HttpRequest) => Promise<Answer | Fault>;

/**
 * Sends with the key of the credential, which n8n adds.
 *
 * @param timeout milliseconds without a byte from the server
 */
export const sendWithKey = (
	context: IExecuteFunctions,
	connection: Connection,
	timeout: number,
): Send => sender(connection, { helpers: context.helpers, timeout }, withKey(context, timeout));

/** The same for a list that the editor shows. */
export const sendForList = (
	context: ILoadOptionsFunctions,
	connection: Connection,
	timeout: number,
): Send => sender(connection, undefined, withKey(context, timeout));

const withKey =
	(context: IExecuteFunctions | ILoadOptionsFunctions, timeout: number) =>
	async (options: IHttpRequestOptions): Promise<unknown> => {
		const { helpers } = context;
		const response: unknown = await helpers.httpRequestWithAuthentication.call(
			context,
			'planeApi',
			{ ...options, timeout },
		);
		return response;
	};

/** Sends without any key, to a storage. @param timeout milliseconds without a byte from it */
export const sendWithoutKey = (
	context: IExecuteFunctions,
	connection: Connection,
	timeout: number,
): Send =>
	sender(connection, { helpers: context.helpers, timeout }, async (options) => {
		const { helpers } = context;
		const abortSignal = context.getExecutionCancelSignal();
		if (options.body instanceof UploadForm) {
			return await transfer(options.body, timeout, abortSignal, async (parts) => {
				const answer: unknown = await helpers.httpRequest({ ...options, ...parts });
				return answer;
			});
		}
		const response: unknown = await helpers.httpRequest({
			...options,
			timeout,
			...(abortSignal === undefined ? {} : { abortSignal }),
		});
		return response;
	});

/** Somebody waits for what a test says, in milliseconds. */
const TEST_TIMEOUT = 15_000;

/** Sends with a key that is being tested; n8n gives a credential test a helper of another kind. */
export const sendForTest = (context: ICredentialTestFunctions, connection: Connection): Send =>
	sender(connection, undefined, async ({ method, url, headers, skipSslCertificateValidation }) => {
		const response: unknown = await context.helpers.request({
			method,
			uri: url,
			headers: { ...headers, 'X-API-Key': connection.apiKey },
			followRedirect: false,
			rejectUnauthorized: skipSslCertificateValidation !== true,
			timeout: TEST_TIMEOUT,
			resolveWithFullResponse: true,
			simple: false,
		});
		return response;
	});

/**
 * The one way out of the package. It follows no redirect, because n8n's helper would take the key
 * along to the other host, and buffers no upload, which following redirects would make it do.
 */
function sender(
	{ ignoreSslIssues, apiKey }: Connection,
	receiver: Receiver | undefined,
	deliver: (options: IHttpRequestOptions) => Promise<unknown>,
): Send {
	return async ({ method, url, headers, body, file }) => {
		const end = new AbortController();
		const began = performance.now();
		try {
			const response = await deliver({
				method,
				url,
				headers: { ...headers },
				...(body === undefined ? {} : { body }),
				encoding: file === undefined ? 'text' : 'stream',
				...(file === undefined ? {} : { agentOptions: endedBy(end.signal) }),
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				skipSslCertificateValidation: ignoreSslIssues,
			});
			if (response instanceof BrokenOff) return response.fault;
			if (file === undefined || receiver === undefined) {
				const answer = answerOf(response, apiKey);
				return isFault(answer) ? answer : { ...answer, took: performance.now() - began };
			}
			return await fileAnswer(response, file, { ...receiver, end }, apiKey);
		} catch (error) {
			return faultOf(error);
		}
	};
}

/**
 * The answer that is a file: a success is streamed into n8n's binary store, anything else is read
 * as text.
 */
async function fileAnswer(
	response: unknown,
	{ name, mimeType }: NonNullable<HttpRequest['file']>,
	{ end, ...receiver }: Receiver & { readonly end: AbortController },
	apiKey: string,
): Promise<Answer | Fault> {
	if (!isRecord(response) || !isStream(response.body)) return answerOf(response, apiKey);
	const answer = answerOf({ ...response, body: '' }, apiKey);
	if (isFault(answer)) return answer;
	const arrival = new Arrival(response.body, receiver, end);
	if (!succeeded(answer)) {
		return answerOf({ ...response, body: await arrival.text() }, apiKey);
	}
	const stored = await arrival.stored(name, mimeType);
	return 'fault' in stored ? stored : { ...answer, ...stored };
}

function answerOf(response: unknown, apiKey: string): Answer | Fault {
	if (!isRecord(response) || typeof response.statusCode !== 'number') return { fault: '' };
	const { statusCode, headers, body } = response;
	const text = without(
		apiKey,
		typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
	);
	const json = jsonIn(text);
	return {
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(isRecord(headers) ? headers : {}).map(([name, value]) => [
				name.toLowerCase(),
				without(apiKey, String(value)),
			]),
		),
		text,
		...(json === undefined ? {} : { json }),
	};
}

/** A server may repeat the key ("The key … is not valid"), and what it says goes on to people. */
const without = (apiKey: string, text: string): string =>
	apiKey.length < 8 ? text : text.replaceAll(apiKey, '(API key)');
