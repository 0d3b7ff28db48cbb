import { isJsonObject } from '../../fields/json';
import type { Answer } from '../answer';
import type { Problem } from '../problem';
import { duration, retryAfter } from '../retryAfter';
import { serverWords } from '../words';
import { elementOf } from '../xml';
import { told } from './told';

/** The code of the server for a limit that is reached (observed row 17). */
const LIMIT_REACHED = 5900;

/** More requests than the server takes (specification, "Limits"; observed row 19). */
export function explainLimit(answer: Answer, server: string): Problem | undefined {
	if (!isLimit(answer)) return undefined;
	const seconds = retryAfter(answer);
	const wait = seconds === undefined ? 'a minute' : duration(seconds);
	return told(
		answer,
		`${server} has had too many requests`,
		`Wait ${wait}, then run it again with fewer items at once.`,
		serverWords(answer),
	);
}

const isLimit = ({ status, json, text }: Answer): boolean =>
	status === 429 ||
	(isJsonObject(json) && json.error_code === LIMIT_REACHED) ||
	elementOf(text, 'Code') === 'SlowDown'; // of a storage, with 503
