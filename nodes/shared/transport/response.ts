import type { IBinaryData, JsonValue } from 'n8n-workflow';

import { isObject } from '../values/valueChecks';
import type { Problem, Result } from '../result/problem';
import { readElement } from './readElement';

/** What happened in earlier attempts at the same request. */
interface Attempts {
	/** How often the request was sent, if more than once. */
	readonly attempts?: number;
	/** Set if an earlier attempt may have been carried out. */
	readonly mayHaveSucceeded?: boolean;
}

/** A response with any status. */
export interface HttpResponse extends Attempts {
	readonly kind: 'response';
	readonly status: number;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** The parsed text, or undefined if it is not JSON. */
	readonly json?: JsonValue | undefined;
	/** Milliseconds from sending the request to the end of the response. */
	readonly durationMs?: number;
	/** Its file in n8n's binary data storage, if the request asked for one. */
	readonly file?: IBinaryData;
	/** Set if the request had an access token rather than an API key. */
	readonly usesAccessToken?: boolean;
	/** Set if the request had an API key, whatever the server says about it. */
	readonly usesApiKey?: boolean;
}

/** Why there is no response. */
export type Fault = Attempts &
	(
		| {
				/** For example a refused, dropped or timed-out connection, or an unknown host. */
				readonly kind: 'network';
				/** The code of Node.js or OpenSSL, e.g. `ECONNREFUSED`, or `''` if there is none. */
				readonly code: string;
				/** Whether it happened before the whole file was sent. */
				readonly duringUpload?: boolean;
		  }
		/** n8n's protection against requests into its own network, with its own text. */
		| { readonly kind: 'blocked'; readonly message: string; readonly description: string }
		/** Not sent completely, or refused on every attempt. */
		| { readonly kind: 'notSent'; readonly problem: Problem }
		/** The downloaded file could not be stored. */
		| { readonly kind: 'notStored'; readonly problem: Problem }
	);

/** The result of a request. */
export type Outcome = Result<HttpResponse, Fault>;

export const isFault = (outcome: Outcome): outcome is Fault => outcome.kind !== 'response';

/** Any 2xx: servers answer creates and additions with 200 as well as 201 (rows 1 and 15). */
export const succeeded = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** Whether the response is a page for people, from a web app or a proxy. */
export const isWebPage = ({ headers, text }: HttpResponse): boolean =>
	(headers['content-type'] ?? '').includes('text/html') || /^\s*<(!doctype|html)/i.test(text);

export const isEmptyBody = ({ text }: HttpResponse): boolean => text.trim() === '';

/** Whether there were too many requests (row 19). A storage reports that with 503. */
export const isRateLimited = ({ status, text }: HttpResponse): boolean =>
	status === 429 || (status === 503 && readElement(text, 'Code') === 'SlowDown');

/** Whether a request was refused because there were too many, and so was certainly not carried out. */
export const wasRateLimited = (outcome: Outcome): boolean =>
	!isFault(outcome) && isRateLimited(outcome);

/** The maximum number of nested causes to search. */
const MAX_CAUSES = 10;

/** An error and its causes, the outermost first. */
const causeChain = (error: unknown, maxCauses = MAX_CAUSES): Record<string, unknown>[] =>
	isObject(error) && maxCauses > 0 ? [error, ...causeChain(error.cause, maxCauses - 1)] : [];

const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first code of an error and its causes, e.g. `ECONNRESET`, or `''` if there is none. */
export const findCode = (error: unknown): string =>
	causeChain(error)
		.map(({ code }) => asString(code))
		.find((code) => code !== '') ?? '';

/** The code of a response that exceeds the limit. */
export const TOO_LARGE = 'ERR_TOO_LARGE';

/** Truncated responses: decompression errors or a premature close. */
const TRUNCATED = /^(Z_\w+|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Turns what n8n's request helper, or the stream of a body, throws into a fault. */
export function toFault(error: unknown): Fault {
	const blocked = causeChain(error).find(({ name }) => asString(name).startsWith('Ssrf'));
	if (blocked === undefined) {
		const code = findCode(error);

		return { kind: 'network', code: TRUNCATED.test(code) ? 'ERR_BAD_RESPONSE' : code };
	}

	const { message, description } = blocked;

	return { kind: 'blocked', message: asString(message), description: asString(description) };
}
