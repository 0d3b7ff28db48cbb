import type { Answer } from '../answer';
import { isLimit } from '../limit';
import type { Problem } from '../problem';
import { duration, retryAfter } from '../retryAfter';
import { serverWords } from '../words';
import { told } from './told';

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
