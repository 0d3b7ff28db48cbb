import type { Problem } from '../result/problem';
import { type HttpResponse, isRateLimited, isWebPage } from '../transport/response';
import { readElement } from '../transport/readElement';
import { readRetryAfter } from '../transport/retryAfter';
import { formatDuration } from '../text/formatDuration';
import { truncate } from '../text/truncate';
import { problemFrom, problemFromText, problemQuoting, type ErrorText } from './problemFrom';

/**
 * What a response outside 2xx means by its status, whoever gave it.
 *
 * @param server who gave it, as the first words of the sentence
 */
export const statusProblem = (response: HttpResponse, server = 'The server'): Problem =>
	trafficProblem(response, server) ?? problemFromText(response, textByStatus(response, server));

/** A request that never came as far as what it asks for: a limit, a redirect or a proxy. */
export const trafficProblem = (response: HttpResponse, server: string): Problem | undefined =>
	rateLimitProblem(response, server) ??
	redirectProblem(response, server) ??
	proxyProblem(response, server);

/** More requests than the server takes (row 19). */
function rateLimitProblem(response: HttpResponse, server: string): Problem | undefined {
	if (!isRateLimited(response)) return undefined;

	const seconds = readRetryAfter(response);
	const wait = seconds === undefined ? 'a minute' : formatDuration(seconds);
	const remedy = `Wait ${wait}, then try again.`;

	return problemQuoting(response, `${server} received too many requests`, remedy);
}

/** A redirect that was not followed, because the key does not go to another place (row 2). */
export function redirectProblem(response: HttpResponse, server: string): Problem | undefined {
	if (response.status < 300 || response.status >= 400) return undefined;

	return problemFrom(
		response,
		`${server} redirects to ${addressIn(response)}, which was not followed`,
		'If the server has moved there, use that address instead. If it is a sign-in page, ask whoever runs the server to let requests from n8n through.',
	);
}

/** The longest address that is shown, in characters. */
const MAX_ADDRESS = 200;

/**
 * The address without its query, which may hold a signature (row 20), and without a password. A
 * storage gives the host alone, in XML.
 */
function addressIn({ headers, text }: HttpResponse): string {
	const address = (headers.location ?? readElement(text, 'Endpoint') ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//')
		.replace(/[\p{C}\s<>{}]/gu, '');

	return address === '' ? 'another address' : truncate(address, MAX_ADDRESS);
}

/**
 * The problem of a page by a proxy or firewall in front of the server, which itself sends no pages. If
 * the status says as much as the page (a redirect, a limit, a size), the status is reported instead.
 */
function proxyProblem(response: HttpResponse, server: string): Problem | undefined {
	const { status, headers, text, json } = response;
	const isGateway = [502, 504].includes(status) && json === undefined;
	const saysMore = status >= 400 && ![404, 405, 413, 429].includes(status);
	if (!isGateway && !(isWebPage(response) && saysMore)) return undefined;

	if (/plain HTTP request was sent to HTTPS/i.test(text)) {
		const message = `${server} expects HTTPS at this address`;

		return problemFrom(response, message, 'Start the address with https://.');
	}

	const product = /^[a-z][\w.-]{1,30}/i.exec(headers.server ?? '')?.[0];
	const name = product === undefined ? '' : ` (${product})`;

	return problemFrom(
		response,
		`A proxy or firewall in front of ${server.replace(/^The /, 'the ')}${name} responded with status ${status}`,
		proxyRemedy(status, server),
	);
}

const TRY_AGAIN_LATER = 'Try again later. If this keeps happening, ask whoever runs the server.';

function proxyRemedy(status: number, server: string): string {
	// 524 is Cloudflare's word for 504.
	if ([504, 524].includes(status)) return `${server} did not respond in time. ${TRY_AGAIN_LATER}`;
	if (status >= 500) return `${server} may be starting, overloaded or down. ${TRY_AGAIN_LATER}`;

	if ([401, 403, 407].includes(status)) {
		const does = status === 403 ? 'blocks the request' : 'requires its own sign-in';

		return `It ${does}. Ask whoever runs it to let requests from n8n through.`;
	}

	return 'Check the address, and ask whoever runs the proxy why it refuses the request.';
}

function textByStatus({ status }: HttpResponse, server: string): ErrorText {
	if (status >= 500) {
		return { message: `${server} failed with status ${status}`, remedy: TRY_AGAIN_LATER };
	}

	if (status === 408) {
		const remedy = 'The connection may be slow. Try again, with less at once.';

		return { message: `${server} waited too long for the request`, remedy };
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
