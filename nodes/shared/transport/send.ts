import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { conceal, type Secrets } from './conceal';
import type { Connection } from './connection';
import { UploadForm } from './multipart';
import type { HttpRequest } from './request';
import { faultOf, isFault, type Outcome, succeeded } from './response';
import { isStream, type Receiver, ResponseStream } from './responseStream';
import { endedBy, sendMultipart } from './sendMultipart';

/** Sends a request and gives the response or the fault; it throws for neither. */
export type Send = (request: HttpRequest) => Promise<Outcome>;

/** Sends by a helper of n8n, and has its response read; it throws where there is none. */
type Deliver = (
	options: IHttpRequestOptions,
	read: (response: unknown) => Promise<Outcome>,
) => Promise<Outcome>;

/**
 * Sends with the key of the credential, which n8n adds.
 *
 * @param timeout milliseconds without a byte from the server
 */
export function sendWithKey(
	context:
		| IExecuteFunctions
		| IHookFunctions
		| ILoadOptionsFunctions
		| IPollFunctions
		| IWebhookFunctions,
	connection: Connection,
	timeout: number,
): Send {
	const { helpers } = context;

	const deliver: Deliver = async (options, read) => {
		const all = { ...options, timeout };

		return await read(await helpers.httpRequestWithAuthentication.call(context, 'planeApi', all));
	};

	// The editor and triggers have lists only, and no files.
	const store = 'getInputData' in context ? { helpers: context.helpers } : {};

	return sender(connection, deliver, { timeout, ...store });
}

/** Sends without any key, to a storage. @param timeout milliseconds without a byte from it */
export function sendWithoutKey(
	context: IExecuteFunctions,
	connection: Connection,
	timeout: number,
): Send {
	const { helpers } = context;
	const abortSignal = context.getExecutionCancelSignal();

	const deliver: Deliver = async (options, read) => {
		const send = async (parts: Partial<IHttpRequestOptions>) =>
			await read(await helpers.httpRequest({ ...options, ...parts }));

		return options.body instanceof UploadForm
			? await sendMultipart(options.body, timeout, abortSignal, send)
			: await send({ timeout, ...(abortSignal && { abortSignal }) });
	};

	return sender(connection, deliver, { helpers, timeout });
}

/** Somebody waits for what a test says, in milliseconds. */
const TEST_TIMEOUT = 15_000;

/** Sends with a key that is being tested; n8n gives a credential test a helper of another kind. */
export function sendForTest(context: ICredentialTestFunctions, connection: Connection): Send {
	const timeout = TEST_TIMEOUT;

	const deliver: Deliver = async ({ method, url, headers, skipSslCertificateValidation }, read) => {
		const response: unknown = await context.helpers.request({
			method,
			uri: url,
			headers: { ...headers, 'X-API-Key': connection.apiKey },
			followRedirect: false,
			rejectUnauthorized: skipSslCertificateValidation !== true,
			timeout,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
		});

		return await read(response);
	};

	return sender(connection, deliver, { timeout });
}

/**
 * The one way out of the package. It follows no redirect, because n8n's helper would take the key
 * along to the other host, and buffers no upload, which following redirects would make it do.
 *
 * @param receiver takes the bodies of the responses as they come
 */
function sender(
	{ ignoreSslIssues, apiKey }: Connection,
	deliver: Deliver,
	receiver: Receiver,
): Send {
	return async ({ method, url, headers, body, file }) => {
		const secrets = secretsIn(apiKey, body);
		const end = new AbortController();
		const began = performance.now();
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { ...headers },
			...(body !== undefined && { body }),
			encoding: 'stream',
			...(file && { agentOptions: endedBy(end.signal) }),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: ignoreSslIssues,
		};

		try {
			const outcome = await deliver(
				options,
				async (response) => await received(response, file, { ...receiver, end }, secrets),
			);

			return isFault(outcome) ? outcome : { ...outcome, took: performance.now() - began };
		} catch (error) {
			return faultOf(error);
		}
	};
}

/** The response whose body comes in: a file goes into n8n's binary data storage, anything else is read as text. */
async function received(
	response: unknown,
	file: HttpRequest['file'],
	{ end, ...receiver }: Receiver & { readonly end: AbortController },
	secrets: Secrets,
): Promise<Outcome> {
	if (!isRecord(response) || !isStream(response.body)) return outcomeOf(response, secrets);

	const body = new ResponseStream(response.body, receiver, end);
	if (file !== undefined && receiver.helpers !== undefined) {
		const head = outcomeOf({ ...response, body: '' }, secrets);
		if (!isFault(head) && succeeded(head)) {
			const stored = await body.stored(receiver.helpers, file);

			return 'fault' in stored ? stored : { ...head, ...stored };
		}
	}

	return outcomeOf({ ...response, body: await body.text() }, secrets);
}

/** A shorter key is none, and its letters may be part of any word. */
const SHORTEST_KEY = 8;

/** What a server may repeat of a request and nobody may see: "The key … is not valid". */
const secretsIn = (apiKey: string, body: HttpRequest['body']): Secrets =>
	new Map([
		...(apiKey.length < SHORTEST_KEY ? [] : [[apiKey, '(API key)'] as const]),
		...(body instanceof UploadForm ? body.secrets.map((one) => [one, '(signed)'] as const) : []),
	]);

function outcomeOf(response: unknown, secrets: Secrets): Outcome {
	if (!isRecord(response) || typeof response.statusCode !== 'number') {
		return { fault: 'network', code: '' };
	}

	const { statusCode: status, headers: named, body = '' } = response;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const headers = Object.fromEntries(
		Object.entries(isRecord(named) ? named : {}).map(([name, value]) => [
			name.toLowerCase(),
			String(value),
		]),
	);

	return conceal({ status, headers, text }, secrets);
}
