import type { Answer } from '../transport/response';
import { problem, type Problem } from '../result/problem';

/** The Problem that an answer is. */
export function told(
	{ status }: Answer,
	happened: string,
	remedy: string,
	/** The server's own words; `''` where it has none, or none that help. */
	words = '',
): Problem {
	return problem({
		message: words === '' ? happened : `${happened}: ${words}`,
		description: remedy,
		cause: { status },
	});
}

/** Puts a code for whoever looks it up behind a remedy. n8n would replace a message that has one. */
export const withCode = (remedy: string, code = ''): string =>
	/^\w[\w.-]{0,60}$/.test(code) ? `${remedy} Code: ${code}.` : remedy;
