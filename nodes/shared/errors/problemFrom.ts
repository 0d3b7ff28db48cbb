import { problem, type Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { serverMessageText } from './serverMessage';

/** A problem without a response. */
export const failed = (message: string, description: string): Problem =>
	problem({ tag: 'failed', message, description });

/** What happened, without a full stop, and how to fix it. */
export interface ErrorText {
	readonly message: string;
	readonly remedy: string;
	/** Set if the server's own message would add nothing, or holds a secret. */
	readonly hidesServerMessage?: true;
}

/**
 * The problem that a response reports.
 *
 * @param serverMessage put behind the message, unless it is ''
 */
export const problemFrom = (
	{ status }: HttpResponse,
	message: string,
	remedy: string,
	serverMessage = '',
): Problem =>
	problem({
		tag: 'failed',
		message: serverMessage === '' ? message : `${message}: ${serverMessage}`,
		description: remedy,
		status,
	});

/** The same with the message of the server behind it. */
export const problemQuoting = (response: HttpResponse, message: string, remedy: string): Problem =>
	problemFrom(response, message, remedy, serverMessageText(response));

/** The same with the message of the server behind it, unless the text hides that. */
export const problemFromText = (
	response: HttpResponse,
	{ message, remedy, hidesServerMessage }: ErrorText,
): Problem =>
	hidesServerMessage === true
		? problemFrom(response, message, remedy)
		: problemQuoting(response, message, remedy);

/** Puts an error code, which people can look up, behind a remedy. n8n would replace a message with a code. */
export const withCode = (remedy: string, code: string): string =>
	/^\w[\w.-]{0,60}$/.test(code) ? `${remedy} Code: ${code}.` : remedy;
