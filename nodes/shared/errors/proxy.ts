import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage } from '../transport/response';
import { problemFrom } from './problemFrom';

/**
 * The page of a proxy or firewall in front of a server, which itself answers without pages. Where a
 * page does not say more than its status does (a redirect, a limit, a size), the status is told.
 */
export function proxyProblem(response: HttpResponse, server: string): Problem | undefined {
	const { status, headers } = response;
	const isGateway = (status === 502 || status === 504) && response.json === undefined;
	const saysMore = status >= 400 && ![404, 405, 413, 429].includes(status);
	if (!isGateway && !(isWebPage(response) && saysMore)) return undefined;
	if (/plain HTTP request was sent to HTTPS/i.test(response.text)) {
		return problemFrom(
			response,
			`${server} expects HTTPS at this address`,
			'Start the address with https://.',
		);
	}
	const product = /^[a-z][\w.-]{1,30}/i.exec(headers.server ?? '')?.[0];
	const name = product === undefined ? '' : ` (${product})`;
	return problemFrom(
		response,
		`A proxy or firewall in front of ${lowered(server)}${name} answered with status ${status}`,
		remedyOf(status, server),
	);
}

const lowered = (server: string): string => server.replace(/^The /, 'the ');

function remedyOf(status: number, server: string): string {
	switch (status) {
		case 401:
		case 407:
			return 'It asks for a sign-in of its own. Ask whoever runs it to let requests from n8n through.';
		case 403:
			return 'It blocks the request. Ask whoever runs it to let requests from n8n through.';
		case 504:
		case 524: // of Cloudflare, for the same
			return `${server} did not answer it in time. Try again later. If it stays so, ask whoever runs the server.`;
		default:
			return status >= 500
				? `${server} may be starting, overloaded or down. Try again later. If it stays so, ask whoever runs the server.`
				: 'Check the address, and ask whoever runs the proxy why it refuses the request.';
	}
}
