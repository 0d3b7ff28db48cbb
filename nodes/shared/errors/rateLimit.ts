import type { Problem } from '../result/problem';
import { type HttpResponse, isLimit } from '../transport/response';
import { duration, retryAfter } from '../transport/retryAfter';
import { problemFrom } from './problemFrom';
import { serverWords } from './serverMessage';

/** More requests than the server takes (row 19). */
export function rateLimit(response: HttpResponse, server: string): Problem | undefined {
	if (!isLimit(response)) return undefined;
	const seconds = retryAfter(response);
	const wait = seconds === undefined ? 'a minute' : duration(seconds);
	return problemFrom(
		response,
		`${server} has had too many requests`,
		`Wait ${wait}, then try again.`,
		serverWords(response),
	);
}
