import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage } from '../transport/response';
import { problemFrom } from './problemFrom';
import { serverWords } from './serverMessage';

/** `Given API token is not valid`, `Invalid API key`, `The key … has expired` */
const KEY = /\b(key|token)\b.*(invalid|not valid|expired|revoked|inactive|unknown)/i;
const BAD_KEY = /(invalid|expired|revoked|inactive|unknown)\b.*\b(key|token)\b/i;

/** `Authentication credentials were not provided.`, `Missing API key`; not `No key abc`: one was sent. */
const NO_KEY =
	/\b(credentials|key|token)\b.*\b(not provided|missing|required)\b|\bmissing\b.*\b(key|token)\b|\bno (api )?(key|token) (was )?(given|provided|found)\b/i;

/** Whether an answer is about the key: an unknown one is a 403 as well as a 401 (row 18). */
export function isAboutKey(response: HttpResponse): boolean {
	if (isWebPage(response)) return false;
	const words = serverWords(response);
	return (
		response.status === 401 ||
		(response.status === 403 && [KEY, BAD_KEY, NO_KEY].some((pattern) => pattern.test(words)))
	);
}

/** What is wrong with the key: there is none, or the server does not take it. */
export function apiKeyProblem(response: HttpResponse): Problem {
	const words = serverWords(response);
	return NO_KEY.test(words)
		? problemFrom(
				response,
				'Plane got no API key',
				'Open the credential and fill in the API Key. Plane makes one under Profile Settings, API Tokens.',
				words,
			)
		: problemFrom(
				response,
				'Plane did not accept the API key',
				'The key may be of another server, or have expired. Create a new one in Plane under Profile Settings, API Tokens, and put it into the credential.',
				words,
			);
}
