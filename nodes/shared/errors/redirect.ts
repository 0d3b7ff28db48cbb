import type { Answer } from '../transport/response';
import type { Problem } from '../result/problem';
import { elementOf } from '../transport/xml';
import { told } from './problemFrom';

/** A redirect that was not followed, because the key does not go to another place (row 2). */
export function explainRedirect(answer: Answer, server: string): Problem | undefined {
	if (answer.status < 300 || answer.status >= 400) return undefined;
	return told(
		answer,
		`${server} redirects to ${addressIn(answer)}, which was not followed`,
		'If the server has moved there, give that address instead. If it is a sign-in page, ask whoever runs the server to let requests from n8n through.',
	);
}

const LONGEST = 200;

/**
 * The address without its query, which may hold a signature (row 20), and without a password. A
 * storage gives the host alone, in XML.
 */
function addressIn({ headers, text }: Answer): string {
	const address = (headers.location ?? elementOf(text, 'Endpoint') ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//')
		.replace(/[\p{C}\s<>{}]/gu, '');
	if (address === '') return 'another address';
	return address.length > LONGEST ? `${address.slice(0, LONGEST)}…` : address;
}
