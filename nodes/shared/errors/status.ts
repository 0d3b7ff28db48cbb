import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { problemFrom } from './problemFrom';
import { proxyProblem } from './proxy';
import { rateLimit } from './rateLimit';
import { redirectProblem } from './redirect';
import { type NameOf, serverWords } from './serverMessage';

/**
 * What an answer outside 2xx means by its status, whoever gave it.
 *
 * @param server who answered, as the first words of the sentence
 */
export const statusProblem = (
	response: HttpResponse,
	server = 'The server',
	nameOf?: NameOf,
): Problem =>
	rateLimit(response, server) ??
	redirectProblem(response, server) ??
	proxyProblem(response, server) ??
	byStatus(response, server, serverWords(response, nameOf));

function byStatus(response: HttpResponse, server: string, words: string): Problem {
	const { status } = response;
	if (status === 408) {
		return problemFrom(
			response,
			`${server} waited too long for the request`,
			'The connection may be slow. Try again, with less at once.',
			words,
		);
	}
	if (status === 413) {
		return problemFrom(
			response,
			`${server} finds this too large`,
			'Send less at once, or ask whoever runs the server to allow more.',
			words,
		);
	}
	return status >= 500
		? problemFrom(
				response,
				`${server} failed with status ${status}`,
				'Try again later. If it stays so, ask whoever runs the server.',
				words,
			)
		: problemFrom(
				response,
				`${server} refused the request with status ${status}`,
				'Check the values of this item.',
				words,
			);
}
