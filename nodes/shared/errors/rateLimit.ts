import type { Answer } from '../transport/response';
import { isLimit } from '../transport/limit';
import type { Problem } from '../result/problem';
import { duration, retryAfter } from '../transport/retryAfter';
import { serverWords } from './serverMessage';
import { told } from './problemFrom';

/** More requests than the server takes (specification, "Limits"; observed row 19). */
export function explainLimit(answer: Answer, server: string): Problem | undefined {
	if (!isLimit(answer)) return undefined;
	const seconds = retryAfter(answer);
	const wait = seconds === undefined ? 'a minute' : duration(seconds);
	return told(
		answer,
		`${server} has had too many requests`,
		`Wait ${wait}, then try again.`,
		serverWords(answer),
	);
}
