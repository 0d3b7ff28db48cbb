import type { Answer } from '../transport/response';
import type { Problem } from '../result/problem';
import { serverWords, type NameOf } from './serverMessage';
import { explainLimit } from './rateLimit';
import { explainProxy } from './proxy';
import { explainRedirect } from './redirect';
import { told } from './problemFrom';

/**
 * What an answer outside 2xx means by its status, whoever gave it.
 *
 * @param server who answered, as the first words of the sentence
 */
export const explainStatus = (answer: Answer, server = 'The server', nameOf?: NameOf): Problem =>
	explainLimit(answer, server) ??
	explainRedirect(answer, server) ??
	explainProxy(answer, server) ??
	byStatus(answer, server, serverWords(answer, nameOf));

function byStatus(answer: Answer, server: string, words: string): Problem {
	const { status } = answer;
	if (status === 408) {
		return told(
			answer,
			`${server} waited too long for the request`,
			'The connection may be slow. Try again, with less at once.',
			words,
		);
	}
	if (status === 413) {
		return told(
			answer,
			`${server} finds this too large`,
			'Send less at once, or ask whoever runs the server to allow more.',
			words,
		);
	}
	return status >= 500
		? told(
				answer,
				`${server} failed with status ${status}`,
				'Try again later. If it stays so, ask whoever runs the server.',
				words,
			)
		: told(
				answer,
				`${server} refused the request with status ${status}`,
				'Check the values of this item.',
				words,
			);
}
