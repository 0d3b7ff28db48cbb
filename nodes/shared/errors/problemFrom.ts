import { problem, type Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { serverWords } from './serverMessage';

/** What happened, and what to do about it. */
export type Words = readonly [happened: string, remedy: string];

/** The Problem that a response is. @param words the server's own, `''` where none of them help */
export const problemFrom = (
	{ status }: HttpResponse,
	happened: string,
	remedy: string,
	words = '',
): Problem =>
	problem({
		tag: 'failed',
		message: words === '' ? happened : `${happened}: ${words}`,
		description: remedy,
		status,
	});

/** The same with what the server says, as it says it. */
export const problemQuoting = (response: HttpResponse, ...words: Words): Problem =>
	problemFrom(response, ...words, serverWords(response));

/** Puts a code for whoever looks it up behind a remedy. n8n would replace a message that has one. */
export const withCode = (remedy: string, code: string): string =>
	/^\w[\w.-]{0,60}$/.test(code) ? `${remedy} Code: ${code}.` : remedy;
