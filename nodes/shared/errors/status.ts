import type { Problem } from '../result/problem';
import { type HttpResponse, isRateLimited, isWebPage } from '../transport/response';
import { readElement } from '../transport/readElement';
import { readRetryAfter } from '../transport/retryAfter';
import { formatDuration } from '../text/formatDuration';
import { truncate } from '../text/truncate';
import { problemFrom, problemFromText, type ErrorText } from './problemFrom';
import { TRY_AGAIN_LATER } from './tryAgain';

/**
 * Explains a response outside 2xx by its status alone.
 *
 * @param server the subject of the message: `Plane`, `The storage`
 */
export const statusProblem = (response: HttpResponse, server = 'The server'): Problem =>
	trafficProblem(response, server) ?? problemFromText(response, textByStatus(response, server));

/** The problem of a request that was stopped by a limit, a redirect or a proxy before it was processed. */
export const trafficProblem = (response: HttpResponse, server: string): Problem | undefined =>
	rateLimitProblem(response, server) ??
	redirectProblem(response, server) ??
	proxyProblem(response, server);

/** More requests than the server allows (row 19). */
function rateLimitProblem(response: HttpResponse, server: string): Problem | undefined {
	if (!isRateLimited(response)) return undefined;

	const seconds = readRetryAfter(response);
	const wait = seconds === undefined ? 'a minute' : formatDuration(seconds);

	return problemFromText(response, {
		message: `${server} received too many requests`,
		remedy: '',
		tryAgain: `Wait ${wait}, then try again.`,
	});
}

/** A redirect that was not followed, because the API key must not go to another address (row 2). */
export function redirectProblem(response: HttpResponse, server: string): Problem | undefined {
	if (response.status < 300 || response.status >= 400) return undefined;

	return problemFrom(
		response,
		`${server} redirects to ${addressIn(response)}, which was not followed`,
		'If the server has moved there, use that address instead. If it is a sign-in page, ask whoever runs the server to let requests from n8n through.',
	);
}

/** Characters of an address that an error shows. */
const MAX_ADDRESS = 200;

/**
 * The address that a redirect leads to, without its query, which may contain a signature (row 20), and
 * without a password. Storages send only the host, in XML.
 */
function addressIn({ headers, text }: HttpResponse): string {
	const address = (headers.location ?? readElement(text, 'Endpoint') ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//')
		.replace(/[\p{C}\s<>{}]/gu, '');

	return address === '' ? 'another address' : truncate(address, MAX_ADDRESS);
}

/**
 * The problem of a page from a proxy or firewall in front of the server, which itself sends no pages. If
 * the status alone explains the problem (a redirect, a limit, a size), there is none.
 */
function proxyProblem(response: HttpResponse, server: string): Problem | undefined {
	const { status, headers, text, json } = response;
	const isGateway = [502, 504].includes(status) && json === undefined;
	const needsExplanation = status >= 400 && ![404, 405, 413, 429].includes(status);
	if (!isGateway && !(isWebPage(response) && needsExplanation)) return undefined;

	if (/plain HTTP request was sent to HTTPS/i.test(text)) {
		const message = `${server} expects HTTPS at this address`;

		return problemFrom(response, message, 'Start the address with https://.');
	}

	const product = /^[a-z][\w.-]{1,30}/i.exec(headers.server ?? '')?.[0];
	const name = product === undefined ? '' : ` (${product})`;

	return problemFromText(response, {
		message: `A proxy or firewall in front of ${server.replace(/^The /, 'the ')}${name} responded with status ${status}`,
		remedy: proxyRemedy(status, server),
		...(status >= 500 && { tryAgain: TRY_AGAIN_LATER }),
		hidesServerMessage: true,
	});
}

const IF_IT_LASTS = 'If this keeps happening, ask whoever runs the server.';

function proxyRemedy(status: number, server: string): string {
	// 524 is Cloudflare's own status for 504.
	if ([504, 524].includes(status)) return `${server} did not respond in time. ${IF_IT_LASTS}`;
	if (status >= 500) return `${server} may be starting, overloaded or down. ${IF_IT_LASTS}`;

	if ([401, 403, 407].includes(status)) {
		const action = status === 403 ? 'blocks the request' : 'requires its own sign-in';

		return `It ${action}. Ask whoever runs it to let requests from n8n through, or enter the headers that it asks for under Extra Headers in the credential.`;
	}

	return 'Check the address, and ask whoever runs the proxy why it refuses the request.';
}

function textByStatus({ status }: HttpResponse, server: string): ErrorText {
	if (status >= 500) {
		return {
			message: `${server} failed with status ${status}`,
			remedy: IF_IT_LASTS,
			tryAgain: TRY_AGAIN_LATER,
		};
	}

	if (status === 408) {
		return {
			message: `${server} waited too long for the request`,
			remedy: 'The connection may be slow.',
			tryAgain: 'Try again, with less at once.',
		};
	}

	if (status === 413) {
		const remedy = 'Send less at once, or ask whoever runs the server to allow more.';

		return { message: `${server} considers this too large`, remedy };
	}

	return {
		message: `${server} refused the request with status ${status}`,
		remedy: 'Check the values of this item.',
	};
}
