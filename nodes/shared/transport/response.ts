import { readElement } from './readElement';
import type { IBinaryData, JsonValue } from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import type { Problem, Result } from '../result/problem';

/** A response as a value, whatever its status. */
export interface HttpResponse {
	readonly status: number;
	/** By their names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** The parsed text; undefined where it is empty or is not JSON. */
	readonly json?: JsonValue | undefined;
	/** How often the request was sent, where that is more than once. */
	readonly tries?: number;
	/** Set where an earlier try may have been carried out. */
	readonly mayBeDone?: boolean;
	/** Milliseconds from when the request went out until the response was there. */
	readonly took?: number;
	/** The file that it was, in n8n's binary data storage. */
	readonly file?: IBinaryData;
}

/** Why there is no response. */
export type Fault = Pick<HttpResponse, 'tries' | 'mayBeDone'> &
	(
		| {
				/** The connection was refused, dropped or timed out, the host is unknown … */
				readonly fault: 'network';
				/** The code of Node.js or OpenSSL, e.g. `ECONNREFUSED`; `''` where none is known. */
				readonly code: string;
				/** Whether the request was broken off before the whole of its file went out. */
				readonly duringUpload?: boolean;
		  }
		/** n8n's protection against requests into its own network, in its own words. */
		| { readonly fault: 'blocked'; readonly message: string; readonly description: string }
		/** It was not sent at all, or not whole, or was refused each time; or the file that came could not be kept. */
		| { readonly fault: 'notSent' | 'notStored'; readonly problem: Problem }
	);

/** What a request came to. */
export type Outcome = Result<HttpResponse, Fault>;

export const isFault = (outcome: Outcome): outcome is Fault => 'fault' in outcome;

/** Any 2xx: servers answer creates and additions with 200 as well as 201 (rows 1 and 15). */
export const succeeded = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** Whether the response is a page for people, of a web app or of a proxy. */
export const isWebPage = ({ headers, text }: HttpResponse): boolean =>
	(headers['content-type'] ?? '').includes('text/html') || /^\s*<(!doctype|html)/i.test(text);

/** Whether a response says nothing. */
export const isBlank = ({ text }: HttpResponse): boolean => text.trim() === '';

/** Whether it says that there were too many requests (row 19); a storage says so with 503. */
export const isLimit = ({ status, text }: HttpResponse): boolean =>
	status === 429 || (status === 503 && readElement(text, 'Code') === 'SlowDown');

/** Whether a request was refused because there were too many: it was certainly not carried out. */
export const isRefused = (outcome: Outcome): outcome is HttpResponse =>
	!isFault(outcome) && isLimit(outcome);

/** Errors wrapped in each other that are looked at. */
const DEEPEST = 10;

/** An error and those that it wraps, the outermost first. */
const chainOf = (error: unknown, most = DEEPEST): Record<string, unknown>[] =>
	isRecord(error) && most > 0 ? [error, ...chainOf(error.cause, most - 1)] : [];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first code in a chain of wrapped errors, e.g. `ECONNRESET`; `''` where there is none. */
export const codeOf = (error: unknown): string =>
	chainOf(error)
		.map(({ code }) => textOf(code))
		.find((code) => code !== '') ?? '';

/** The code of a response that is larger than any can be. */
export const TOO_LARGE = 'ERR_TOO_LARGE';

/** A response that breaks off while it is unpacked, or before anything says so. */
const BROKEN_OFF = /^(Z_\w+|ERR_STREAM_PREMATURE_CLOSE)$/;

/** What n8n's request helper throws in the place of a response, or its body as it comes. */
export function faultOf(error: unknown): Fault {
	const blocked = chainOf(error).find(({ name }) => textOf(name).startsWith('Ssrf'));
	if (blocked === undefined) {
		const code = codeOf(error);

		return { fault: 'network', code: BROKEN_OFF.test(code) ? 'ERR_BAD_RESPONSE' : code };
	}

	const { message, description } = blocked;

	return { fault: 'blocked', message: textOf(message), description: textOf(description) };
}
