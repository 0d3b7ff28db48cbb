import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { jsonIn } from '../fields/json';
import type { Connection } from './connection';
import { UploadForm } from './multipart';
import type { HttpRequest } from './request';
import { faultOf, isFault, type Outcome, succeeded } from './response';
import { isStream, type Receiver, ResponseStream } from './responseStream';
import { endedBy, Interrupted, sendMultipart } from './sendMultipart';

/** Sends a request and gives the response or the fault; it throws for neither. */
export type Send = (request: HttpRequest) => Promise<Outcome>;

/** How a request of n8n's helper is made; it throws where there is no response. */
type Deliver = (options: IHttpRequestOptions) => Promise<unknown>;

/**
 * Sends with the key of the credential, which n8n adds.
 *
 * @param timeout milliseconds without a byte from the server
 */
export function sendWithKey(
	context: IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions,
	connection: Connection,
	timeout: number,
): Send {
	const { helpers } = context;
	const deliver: Deliver = (options) =>
		helpers.httpRequestWithAuthentication.call(context, 'planeApi', { ...options, timeout });
	// The editor and triggers have lists only, and no files.
	const receiver = 'getInputData' in context ? { helpers: context.helpers, timeout } : undefined;
	return sender(connection, deliver, receiver);
}

/** Sends without any key, to a storage. @param timeout milliseconds without a byte from it */
export function sendWithoutKey(
	context: IExecuteFunctions,
	connection: Connection,
	timeout: number,
): Send {
	const { helpers } = context;
	const abortSignal = context.getExecutionCancelSignal();
	const deliver: Deliver = (options) =>
		options.body instanceof UploadForm
			? sendMultipart(options.body, timeout, abortSignal, (parts) =>
					helpers.httpRequest({ ...options, ...parts }),
				)
			: helpers.httpRequest({ ...options, timeout, ...(abortSignal && { abortSignal }) });
	return sender(connection, deliver, { helpers, timeout });
}

/** Somebody waits for what a test says, in milliseconds. */
const TEST_TIMEOUT = 15_000;

/** Sends with a key that is being tested; n8n gives a credential test a helper of another kind. */
export const sendForTest = (context: ICredentialTestFunctions, connection: Connection): Send =>
	sender(connection, ({ method, url, headers, skipSslCertificateValidation }) =>
		context.helpers.request({
			method,
			uri: url,
			headers: { ...headers, 'X-API-Key': connection.apiKey },
			followRedirect: false,
			rejectUnauthorized: skipSslCertificateValidation !== true,
			timeout: TEST_TIMEOUT,
			resolveWithFullResponse: true,
			simple: false,
		}),
	);

/**
 * The one way out of the package. It follows no redirect, because n8n's helper would take the key
 * along to the other host, and buffers no upload, which following redirects would make it do.
 *
 * @param receiver takes the responses that are files
 */
function sender(
	{ ignoreSslIssues, apiKey }: Connection,
	deliver: Deliver,
	receiver?: Receiver,
): Send {
	return async ({ method, url, headers, body, file }) => {
		const end = new AbortController();
		const began = performance.now();
		try {
			const response = await deliver({
				method,
				url,
				headers: { ...headers },
				...(body !== undefined && { body }),
				encoding: file === undefined ? 'text' : 'stream',
				...(file && { agentOptions: endedBy(end.signal) }),
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				skipSslCertificateValidation: ignoreSslIssues,
			});
			if (response instanceof Interrupted) return response.fault;
			if (file !== undefined && receiver !== undefined) {
				return await fileOutcome(response, file, { ...receiver, end }, apiKey);
			}
			const outcome = outcomeOf(response, apiKey);
			return isFault(outcome) ? outcome : { ...outcome, took: performance.now() - began };
		} catch (error) {
			return faultOf(error);
		}
	};
}

/** The response that is a file: a success goes into n8n's binary store, anything else is read as text. */
async function fileOutcome(
	response: unknown,
	{ name, mimeType }: NonNullable<HttpRequest['file']>,
	{ end, ...receiver }: Receiver & { readonly end: AbortController },
	apiKey: string,
): Promise<Outcome> {
	if (!isRecord(response) || !isStream(response.body)) return outcomeOf(response, apiKey);
	const head = outcomeOf({ ...response, body: '' }, apiKey);
	if (isFault(head)) return head;
	const body = new ResponseStream(response.body, receiver, end);
	if (!succeeded(head)) return outcomeOf({ ...response, body: await body.text() }, apiKey);
	const stored = await body.stored(name, mimeType);
	return 'fault' in stored ? stored : { ...head, ...stored };
}

function outcomeOf(response: unknown, apiKey: string): Outcome {
	if (!isRecord(response) || typeof response.statusCode !== 'number') {
		return { fault: 'network', code: '' };
	}
	const { statusCode, headers, body = '' } = response;
	// A server may repeat the key ("The key … is not valid"), and what it says goes on to people.
	const hidden = (text: string): string =>
		apiKey.length < 8 ? text : text.replaceAll(apiKey, '(API key)');
	const text = hidden(typeof body === 'string' ? body : JSON.stringify(body));
	const named = Object.entries(isRecord(headers) ? headers : {}).map(
		([name, value]) => [name.toLowerCase(), hidden(String(value))] as const,
	);
	return { status: statusCode, headers: Object.fromEntries(named), text, json: jsonIn(text) };
}
