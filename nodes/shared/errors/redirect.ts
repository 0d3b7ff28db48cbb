import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { elementOf } from '../transport/xml';
import { problemFrom } from './problemFrom';

/** A redirect that was not followed, because the key does not go to another place (row 2). */
export function redirectProblem(response: HttpResponse, server: string): Problem | undefined {
	if (response.status < 300 || response.status >= 400) return undefined;
	return problemFrom(
		response,
		`${server} redirects to ${addressIn(response)}, which was not followed`,
		'If the server has moved there, give that address instead. If it is a sign-in page, ask whoever runs the server to let requests from n8n through.',
	);
}

const LONGEST = 200;

/**
 * The address without its query, which may hold a signature (row 20), and without a password. A
 * storage gives the host alone, in XML.
 */
function addressIn({ headers, text }: HttpResponse): string {
	const address = (headers.location ?? elementOf(text, 'Endpoint') ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//')
		.replace(/[\p{C}\s<>{}]/gu, '');
	if (address === '') return 'another address';
	return address.length > LONGEST ? `${address.slice(0, LONGEST)}…` : address;
}
