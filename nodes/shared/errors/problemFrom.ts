import { problem, type Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { serverMessageText } from './serverMessage';

/** A Problem that comes of no response. */
export const failed = (message: string, description: string): Problem =>
	problem({ tag: 'failed', message, description });

/** What happened, what to do about it, and the server's own words, `''` where none of them help. */
export type ErrorText = readonly [happened: string, remedy: string, said?: string];

/** The Problem that a response is. */
export const problemFrom = (
	{ status }: HttpResponse,
	...[happened, remedy, said = '']: ErrorText
): Problem =>
	problem({
		tag: 'failed',
		message: said === '' ? happened : `${happened}: ${said}`,
		description: remedy,
		status,
	});

/** The same with what the server says, as it says it. */
export const problemQuoting = (
	response: HttpResponse,
	...[happened, remedy, said = serverMessageText(response)]: ErrorText
): Problem => problemFrom(response, happened, remedy, said);

/** Puts a code for whoever looks it up behind a remedy. n8n would replace a message that has one. */
export const withCode = (remedy: string, code: string): string =>
	/^\w[\w.-]{0,60}$/.test(code) ? `${remedy} Code: ${code}.` : remedy;
