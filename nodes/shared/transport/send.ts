import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isObject } from '../fields/valueChecks';
import { redact, type Secrets } from './redact';
import type { Connection } from './connection';
import { UploadForm } from './multipart';
import type { HttpRequest, RequestedFile } from './request';
import { toFault, isFault, type Outcome, succeeded } from './response';
import { isStream, type BodyReceiver, ResponseStream } from './responseStream';
import { abortableAgent, sendMultipart } from './sendMultipart';

/** Sends a request and returns the response or the fault. It never throws. */
export type Send = (request: HttpRequest) => Promise<Outcome>;

/** Sends a request with a helper of n8n, and passes the response to `read`. Throws if there is none. */
type N8nRequest = (
	options: IHttpRequestOptions,
	read: (response: unknown) => Promise<Outcome>,
) => Promise<Outcome>;

/**
 * Sends with the key of the credential, which n8n adds.
 *
 * @param timeoutMs milliseconds without a byte from the server
 */
export function sendWithKey(
	context:
		| IExecuteFunctions
		| IHookFunctions
		| ILoadOptionsFunctions
		| IPollFunctions
		| IWebhookFunctions,
	connection: Connection,
	timeoutMs: number,
): Send {
	const { helpers } = context;

	const request: N8nRequest = async (options, read) => {
		const response: unknown = await helpers.httpRequestWithAuthentication.call(
			context,
			'planeApi',
			{ ...options, timeout: timeoutMs },
		);

		return await read(response);
	};

	// The editor and triggers read lists only, and no files.
	const fileStore = 'getInputData' in context ? { helpers: context.helpers } : {};

	return createSend(connection, request, { timeoutMs, ...fileStore });
}

/** Sends without a key, to a storage. @param timeoutMs milliseconds without a byte from it */
export function sendWithoutKey(
	context: IExecuteFunctions,
	connection: Connection,
	timeoutMs: number,
): Send {
	const { helpers } = context;
	const cancelSignal = context.getExecutionCancelSignal();

	const request: N8nRequest = async (options, read) => {
		const send = async (moreOptions: Partial<IHttpRequestOptions>) =>
			await read(await helpers.httpRequest({ ...options, ...moreOptions }));

		return options.body instanceof UploadForm
			? await sendMultipart(options.body, { timeoutMs, cancelSignal, request: send })
			: await send({ timeout: timeoutMs, ...(cancelSignal && { abortSignal: cancelSignal }) });
	};

	return createSend(connection, request, { helpers, timeoutMs });
}

/** A person is waiting for the test of the credential. */
const TEST_TIMEOUT_MS = 15_000;

/** Sends with the key of a credential that is being tested, for which n8n has another helper. */
export function sendForTest(context: ICredentialTestFunctions, connection: Connection): Send {
	const request: N8nRequest = async (options, read) => {
		const { method, url, headers, skipSslCertificateValidation } = options;
		const response: unknown = await context.helpers.request({
			method,
			uri: url,
			headers: { ...headers, 'X-API-Key': connection.apiKey },
			followRedirect: false,
			rejectUnauthorized: skipSslCertificateValidation !== true,
			timeout: TEST_TIMEOUT_MS,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
		});

		return await read(response);
	};

	return createSend(connection, request, { timeoutMs: TEST_TIMEOUT_MS });
}

/**
 * Every request of the package goes through this. It follows no redirect: n8n's helper would send the key
 * to the other host, and would buffer the whole upload.
 *
 * @param receiver receives the bodies of the responses as they arrive
 */
function createSend(
	{ ignoreSslIssues, apiKey }: Connection,
	request: N8nRequest,
	receiver: BodyReceiver,
): Send {
	return async ({ method, url, headers, body, file }) => {
		const secrets = collectSecrets(apiKey, body);
		const connection = new AbortController();
		const startedAt = performance.now();
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { ...headers },
			...(body !== undefined && { body }),
			encoding: 'stream',
			...(file && { agentOptions: abortableAgent(connection.signal) }),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: ignoreSslIssues,
		};

		try {
			const outcome = await request(
				options,
				async (response) => await readResponse(response, { file, receiver, connection, secrets }),
			);

			return isFault(outcome) ? outcome : { ...outcome, durationMs: performance.now() - startedAt };
		} catch (error) {
			return toFault(error);
		}
	};
}

interface ReadOptions {
	/** Set if the response is a file to be stored. */
	readonly file: RequestedFile | undefined;
	readonly receiver: BodyReceiver;
	/** Aborts the connection. */
	readonly connection: AbortController;
	readonly secrets: Secrets;
}

/** Stores the body of a response in n8n's binary data storage if it is a file, or else reads it as text. */
async function readResponse(
	response: unknown,
	{ file, receiver, connection, secrets }: ReadOptions,
): Promise<Outcome> {
	if (!isObject(response) || !isStream(response.body)) return toOutcome(response, secrets);

	const body = new ResponseStream(response.body, receiver, connection);

	if (file !== undefined && receiver.helpers !== undefined) {
		const head = toOutcome({ ...response, body: '' }, secrets);
		if (!isFault(head) && succeeded(head)) {
			const stored = await body.store(receiver.helpers, file);

			return 'fault' in stored ? stored : { ...head, file: stored.file };
		}
	}

	return toOutcome({ ...response, body: await body.readText() }, secrets);
}

/** Characters. A shorter text is not a key, and may be part of ordinary words. */
const MIN_KEY_LENGTH = 8;

/** The secrets of a request, which a server may repeat: "The key … is not valid". */
function collectSecrets(apiKey: string, body: HttpRequest['body']): Secrets {
	const secrets = new Map<string, string>();

	if (apiKey.length >= MIN_KEY_LENGTH) secrets.set(apiKey, '(API key)');

	if (body instanceof UploadForm) {
		for (const value of body.secrets) secrets.set(value, '(signed)');
	}

	return secrets;
}

function toOutcome(response: unknown, secrets: Secrets): Outcome {
	if (!isObject(response) || typeof response.statusCode !== 'number') {
		return { fault: 'network', code: '' };
	}

	const { statusCode: status, body = '' } = response;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const headers = Object.fromEntries(
		Object.entries(isObject(response.headers) ? response.headers : {}).map(([name, value]) => [
			name.toLowerCase(),
			String(value),
		]),
	);

	return redact({ status, headers, text }, secrets);
}
