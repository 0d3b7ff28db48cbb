import { problem, type Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** The Problem that an answer is. */
export function problemFrom(
	{ status }: HttpResponse,
	happened: string,
	remedy: string,
	/** The server's own words; `''` where it has none, or none that help. */
	words = '',
): Problem {
	return problem({
		tag: 'failed',
		message: words === '' ? happened : `${happened}: ${words}`,
		description: remedy,
		status,
	});
}

/** Puts a code for whoever looks it up behind a remedy. n8n would replace a message that has one. */
export const withCode = (remedy: string, code = ''): string =>
	/^\w[\w.-]{0,60}$/.test(code) ? `${remedy} Code: ${code}.` : remedy;
