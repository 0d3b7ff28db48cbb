import type { IBinaryData, JsonValue } from 'n8n-workflow';

import type { Problem } from '../result/problem';

/** An answer as a value, whatever its status. */
export interface Answer {
	readonly status: number;
	/** By their names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** The parsed text; absent where it is empty or is not JSON. */
	readonly json?: JsonValue;
	/** How often the request was sent, where that is more than once. */
	readonly tries?: number;
	/** Milliseconds from when the request went out until the answer was there. */
	readonly took?: number;
	/** The file that it was, in n8n's binary store. */
	readonly file?: IBinaryData;
}

/** No answer: the connection was refused, dropped or timed out, the host is unknown … */
export interface Fault {
	/** The code of Node.js or OpenSSL, e.g. `ECONNREFUSED`; `''` where none is known. */
	readonly fault: string;
	/** How often the request was sent, where that is more than once. */
	readonly tries?: number;
	/** Whether the request was broken off before the whole of its file went out. */
	readonly midway?: boolean;
	/** Set where it was not sent at all, or not whole, or was refused each time. */
	readonly unsent?: Problem;
}

/** Whether there was no answer. */
export const isFault = (outcome: Answer | Fault): outcome is Fault => 'fault' in outcome;

/** Any 2xx: servers answer creates and additions with 200 as well as 201 (observed rows 1 and 15). */
export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Whether the answer is a page for people, of a web app or of a proxy. */
export const isWebPage = ({ headers, text }: Answer): boolean =>
	(headers['content-type'] ?? '').includes('text/html') || /^\s*<(!doctype|html)/i.test(text);
