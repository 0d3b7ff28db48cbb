import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { parseJson } from '../fields/json';
import type { Answer, Fault } from './answer';
import type { Connection } from './connection';
import type { HttpRequest } from './request';

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
): Send =>
	sender(connection, async (options) => {
		const { helpers } = context;
		const response: unknown = await helpers.httpRequestWithAuthentication.call(
			context,
			'planeApi',
			{ ...options, timeout },
		);
		return response;
	});

/** Sends without any key, to a storage. @param timeout milliseconds without a byte from it */
export const sendWithoutKey = (
	context: IExecuteFunctions,
	connection: Connection,
	timeout: number,
): Send =>
	sender(connection, async (options) => {
		const abortSignal = context.getExecutionCancelSignal();
		const response: unknown = await context.helpers.httpRequest({
			...options,
			timeout,
			...(abortSignal === undefined ? {} : { abortSignal }),
		});
		return response;
	});

/** Sends with a key that is being tested; n8n gives a credential test a helper of another kind. */
export const sendForTest = (context: ICredentialTestFunctions, connection: Connection): Send =>
	sender(connection, async ({ method, url, headers, skipSslCertificateValidation }) => {
		const response: unknown = await context.helpers.request({
			method,
			uri: url,
			headers: { ...headers, 'X-API-Key': connection.apiKey },
			followRedirect: false,
			rejectUnauthorized: skipSslCertificateValidation !== true,
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
	deliver: (options: IHttpRequestOptions) => Promise<unknown>,
): Send {
	return async ({ method, url, headers, body }) => {
		try {
			const response = await deliver({
				method,
				url,
				headers: { ...headers },
				...(body === undefined ? {} : { body }),
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				skipSslCertificateValidation: ignoreSslIssues,
			});
			return answerOf(response, apiKey);
		} catch (error) {
			return { fault: faultCode(error) };
		}
	};
}

function answerOf(response: unknown, apiKey: string): Answer | Fault {
	if (!isRecord(response) || typeof response.statusCode !== 'number') return { fault: '' };
	const { statusCode, headers, body } = response;
	const text = without(
		apiKey,
		typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
	);
	const parsed = parseJson(text);
	return {
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(isRecord(headers) ? headers : {}).map(([name, value]) => [
				name.toLowerCase(),
				without(apiKey, String(value)),
			]),
		),
		text,
		...(parsed.ok ? { json: parsed.value } : {}),
	};
}

/** A server may repeat the key ("The key … is not valid"), and what it says goes on to people. */
const without = (apiKey: string, text: string): string =>
	apiKey.length < 8 ? text : text.replaceAll(apiKey, '(API key)');

/** The first error code in a chain of wrapped errors. */
function faultCode(error: unknown): string {
	if (!isRecord(error)) return '';
	if (typeof error.code === 'string' && error.code !== '') return error.code;
	return faultCode(error.cause);
}
