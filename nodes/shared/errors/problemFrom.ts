import { problem, type Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { serverMessageText } from './serverMessage';

/** A problem that is not about a single response. */
export const failed = (message: string, description: string): Problem =>
	problem({ cause: 'failed', message, description });

/** A name or key that no record has in the place that was searched. */
export const absent = (message: string, description: string): Problem =>
	problem({ cause: 'absent', message, description });

/** A record that exists, and cannot be used where it was named. */
export const unusable = (message: string, description: string): Problem =>
	problem({ cause: 'unusable', message, description });

/** What happened, without a full stop, and how to fix it. */
export interface ErrorText {
	readonly message: string;
	readonly remedy: string;
	/** When to try again if nothing was done. */
	readonly tryAgain?: string;
	/** Set if the server's own message would add nothing, or contains a secret. */
	readonly hidesServerMessage?: true;
}

/** The problem that a response reports. */
export const problemFrom = ({ status }: HttpResponse, message: string, remedy: string): Problem =>
	problem({ cause: 'failed', message, description: remedy, status });

/** Appends what a server says to a message, unless it says nothing. */
export const quoteServer = (message: string, serverMessage: string): string =>
	serverMessage === '' ? message : `${message}: ${serverMessage}`;

/** The problem that a response reports, with the server's own message appended. */
export const problemQuoting = (response: HttpResponse, message: string, remedy: string): Problem =>
	problemFrom(response, quoteServer(message, serverMessageText(response)), remedy);

/** The problem that a response reports, with the server's own message appended unless the text hides it. */
export const problemFromText = (
	response: HttpResponse,
	{ message, remedy, tryAgain = '', hidesServerMessage }: ErrorText,
): Problem => ({
	...(hidesServerMessage === true
		? problemFrom(response, message, remedy)
		: problemQuoting(response, message, remedy)),
	...(tryAgain !== '' && { tryAgain }),
});

/**
 * Appends an error code, which people can look up, to a remedy. It is not in the message, because n8n
 * replaces messages that contain certain codes.
 */
export const withCode = (remedy: string, code: string): string =>
	/^\w[\w.-]{0,60}$/.test(code) ? `${remedy} Code: ${code}.`.trimStart() : remedy;

/** Adds to the problem of one project that the others, which were searched as well, have the same. */
export const withOtherProjects = (ofOne: Problem): Problem => ({
	...ofOne,
	description: `${ofOne.description} The other projects do not have it either.`,
});
