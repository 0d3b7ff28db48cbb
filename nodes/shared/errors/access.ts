import type { ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage } from '../transport/response';
import { placesOf, series, withValue } from './pathParameters';
import { problemQuoting } from './problemFrom';
import { serverWords } from './serverMessage';

/** `Authentication credentials were not provided.`, `Missing API key`; not `No key abc`: one was sent. */
const NO_KEY =
	/\b(credentials|key|token)\b.*\b(not provided|missing|required)\b|\bmissing\b.*\b(key|token)\b|\bno (api )?(key|token) (was )?(given|provided|found)\b/i;

const ABOUT_KEY = [
	NO_KEY,
	// `Given API token is not valid`, `Invalid API key`, `The key … has expired`
	/\b(key|token)\b.*(invalid|not valid|expired|revoked|inactive|unknown)/i,
	/(invalid|expired|revoked|inactive|unknown)\b.*\b(key|token)\b/i,
];

/** Whether a response is about the key: an unknown one is a 403 as well as a 401 (row 18). */
export function isAboutKey(response: HttpResponse): boolean {
	if (isWebPage(response) || ![401, 403].includes(response.status)) return false;
	const words = serverWords(response);
	return response.status === 401 || ABOUT_KEY.some((pattern) => pattern.test(words));
}

/** What is wrong with the key: there is none, or the server does not take it. */
export const apiKeyProblem = (response: HttpResponse): Problem =>
	NO_KEY.test(serverWords(response))
		? problemQuoting(
				response,
				'Plane received no API key',
				'Open the credential and enter the API Key. You can create one in Plane under Profile Settings, API Tokens.',
			)
		: problemQuoting(
				response,
				'Plane did not accept the API key',
				'The key may belong to another server, or have expired. Create a new one in Plane under Profile Settings, API Tokens, and put it into the credential.',
			);

/**
 * What the user of the key may not do. A workspace or a project that the user may not see is
 * answered like one that does not exist (row 18).
 */
export function forbidden(response: HttpResponse, call: ServiceCall): Problem | undefined {
	if (response.status === 402) {
		return problemQuoting(
			response,
			`The plan of workspace ${call.workspace} does not include this`,
			'Upgrade the plan, or do without this operation.',
		);
	}
	if (response.status !== 403) return undefined;
	// Rights are given for the outermost record, all others are inside it.
	const [, outermost] = placesOf(call);
	const what = outermost === undefined ? '' : `this ${outermost.displayName.toLowerCase()} in `;
	return problemQuoting(
		response,
		`Plane denied access to ${what}workspace ${call.workspace}`,
		`${series(placesOf(call).slice(0, 2).map(withValue), 'or')} may be wrong: Plane gives the same response if there is no such record. Otherwise ask an administrator to give access to the user of the API key.`,
	);
}
