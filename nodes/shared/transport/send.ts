import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isObject } from '../values/valueChecks';
import { CREDENTIAL_TYPES } from './authentication';
import { createRedactor, redact, type Redactor, type Secrets } from './redact';
import type { Connection } from './connection';
import { UploadForm } from './multipart';
import type { HttpRequest, RequestedFile } from './request';
import { toFault, type HttpResponse, isFault, type Outcome, succeeded } from './response';
import { isStream, type BodyReceiver, ResponseStream } from './responseStream';
import { abortableAgent, sendMultipart } from './sendMultipart';
import { withoutTrailingSlashes } from './slashes';

/** Sends a request and returns the response or the fault. It never throws. */
export type Send = (request: HttpRequest) => Promise<Outcome>;

/** Sends a request with a helper of n8n, and passes the response to `read`. Throws if there is none. */
type N8nRequest = (
	options: IHttpRequestOptions,
	read: (response: unknown) => Promise<Outcome>,
) => Promise<Outcome>;

/** The contexts of n8n that can send with the credential of their node. */
export type SenderContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/**
 * Sends to the service with the key or token of the credential, which n8n adds, and with its extra
 * headers.
 *
 * @param timeoutMs milliseconds without a byte from the server
 */
export function sendSignedIn(
	context: SenderContext,
	connection: Connection,
	timeoutMs: number,
): Send {
	const { helpers } = context;

	const request: N8nRequest = async (options, read) => {
		const response: unknown = await helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPES[connection.authentication],
			{
				...options,
				headers: { ...connection.extraHeaders, ...options.headers },
				timeout: timeoutMs,
			},
		);

		return await read(response);
	};

	// The editor and triggers read lists only, and no files.
	const fileStore = 'getInputData' in context ? { helpers: context.helpers } : {};

	return createSend(connection, request, {
		timeoutMs,
		...fileStore,
		credential: describeCredential(connection),
	});
}

/** What requests are signed in with, so that errors about their responses can speak of it. */
function describeCredential({ authentication, secret }: Connection): UsedCredential {
	if (authentication === 'oAuth2') return { usesAccessToken: true };

	return secret === '' ? {} : { usesApiKey: true };
}

/** Sends without key and extra headers, to a storage. @param timeoutMs milliseconds without a byte from it */
export function sendAnonymously(
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

/** Sends with the key or token of a credential that is being tested, for which n8n has another helper. */
export function sendForTest(context: ICredentialTestFunctions, connection: Connection): Send {
	const { authentication, secret, extraHeaders } = connection;
	const signIn =
		authentication === 'oAuth2' ? { Authorization: `Bearer ${secret}` } : { 'X-API-Key': secret };

	const request: N8nRequest = async (options, read) => {
		const { method, url, headers, skipSslCertificateValidation } = options;
		const response: unknown = await context.helpers.request({
			method,
			uri: url,
			headers: { ...extraHeaders, ...headers, ...signIn },
			followRedirect: false,
			rejectUnauthorized: skipSslCertificateValidation !== true,
			timeout: TEST_TIMEOUT_MS,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
		});

		return await read(response);
	};

	return createSend(connection, request, {
		timeoutMs: TEST_TIMEOUT_MS,
		credential: describeCredential(connection),
	});
}

/** What a request was signed in with; nothing for a storage. */
type UsedCredential = Pick<HttpResponse, 'usesAccessToken' | 'usesApiKey'>;

interface SendOptions extends BodyReceiver {
	readonly credential?: UsedCredential;
}

/**
 * Every request of the package goes through this. It follows no redirect: n8n's helper would send the key
 * to the other host, and would buffer the whole upload.
 *
 * @param receiver receives the bodies of the responses as they arrive
 */
function createSend(
	connection: Connection,
	request: N8nRequest,
	{ credential, ...receiver }: SendOptions,
): Send {
	const usualRedactors = createRedactors(connection);

	return async ({ method, url, headers, body, file }) => {
		const redactors =
			body instanceof UploadForm ? createRedactors(connection, formSecrets(body)) : usualRedactors;
		const abortController = new AbortController();
		const startedAt = performance.now();
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { ...headers },
			...(body !== undefined && { body }),
			encoding: 'stream',
			...(file && { agentOptions: abortableAgent(abortController.signal) }),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: connection.ignoreSslIssues,
		};

		try {
			const outcome = await request(
				options,
				async (response) =>
					await readResponse(response, { file, receiver, abortController, redactors }),
			);

			if (isFault(outcome)) return outcome;

			return { ...outcome, ...credential, durationMs: performance.now() - startedAt };
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
	readonly abortController: AbortController;
	readonly redactors: Redactors;
}

/** Stores the body of a response in n8n's binary data storage if it is a file, or else reads it as text. */
async function readResponse(
	response: unknown,
	{ file, receiver, abortController, redactors }: ReadOptions,
): Promise<Outcome> {
	if (!isObject(response) || !isStream(response.body)) return toOutcome(response, redactors);

	const body = new ResponseStream(response.body, receiver, abortController);

	if (file !== undefined && receiver.helpers !== undefined) {
		const head = toOutcome({ ...response, body: '' }, redactors);
		if (!isFault(head) && succeeded(head)) {
			const stored = await body.store(receiver.helpers, file);

			return stored.kind === 'stored' ? { ...head, file: stored.file } : stored;
		}
	}

	return toOutcome({ ...response, body: await body.readText() }, redactors);
}

/** Characters. A shorter text is not a secret, and may be part of ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** The secrets of a form, which its storage may repeat, each with the text that replaces it. */
const formSecrets = ({ secrets }: UploadForm): Secrets =>
	new Map(secrets.map((value) => [value, '(signed)']));

/** What is taken out of the responses to a request. */
interface Redactors {
	/** A server may repeat whatever it was sent: "The key … is not valid". */
	readonly refusal: Redactor;
	/**
	 * The values of extra headers stay in records: they may be words, and a text that was read is written again
	 * with a picture, for example.
	 */
	readonly record: Redactor;
}

/** @param others secrets that are in the request beside those of the credential, each with the text that replaces it */
function createRedactors(connection: Connection, others: Secrets = new Map()): Redactors {
	const { authentication, secret, extraHeaders } = connection;
	const key = [secret, authentication === 'oAuth2' ? '(access token)' : '(API key)'] as const;
	const headers = Object.values(extraHeaders)
		.filter((value) => !isPublic(value, connection))
		.map((value) => [value, '(extra header)'] as const);

	return {
		refusal: createRedactor(new Map([...withoutWords([key, ...headers]), ...others])),
		record: createRedactor(new Map([...withoutWords([key]), ...others])),
	};
}

const withoutWords = (secrets: readonly (readonly [string, string])[]) =>
	secrets.filter(([value]) => value.length >= MIN_SECRET_LENGTH);

/** Whether a header only says where the service is, such as `X-Forwarded-Host`: an error says that, too. */
const isPublic = (value: string, { root, webRoot = '', workspaceSlug }: Connection): boolean =>
	[root, webRoot, workspaceSlug].some((text) => text.includes(withoutTrailingSlashes(value)));

/** Whether the service has answered with what was asked for. Whatever a proxy shows in its place is no JSON. */
const hasRecord = (answer: HttpResponse): boolean =>
	succeeded(answer) && (answer.headers['content-type'] ?? '').includes('json');

function toOutcome(response: unknown, redactors: Redactors): Outcome {
	if (!isObject(response) || typeof response.statusCode !== 'number') {
		return { kind: 'network', code: '' };
	}

	const { statusCode: status, body = '' } = response;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const headers = Object.fromEntries(
		Object.entries(isObject(response.headers) ? response.headers : {}).map(([name, value]) => [
			name.toLowerCase(),
			String(value),
		]),
	);

	const answer: HttpResponse = { kind: 'response', status, headers, text };

	return redact(answer, hasRecord(answer) ? redactors.record : redactors.refusal);
}
