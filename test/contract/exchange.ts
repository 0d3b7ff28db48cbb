import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';

/** What a client sees of one request on a connection of its own. */
export interface Exchange {
	/** Undefined: no answer came. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	/** The body as far as it came. */
	text: string;
	/** The code of what went wrong on the connection, such as ECONNRESET. */
	error: string | undefined;
	/** From the request to the end. */
	milliseconds: number;
}

export interface Outgoing {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message);

/** Sends one request without any repetition, redirect or kept connection. Never throws. */
export async function exchange(url: string, outgoing: Outgoing = {}): Promise<Exchange> {
	const { method = 'GET', headers = {}, body = '' } = outgoing;
	const begun = Date.now();
	const seen: Exchange = {
		status: undefined,
		headers: {},
		text: '',
		error: undefined,
		milliseconds: 0,
	};
	const fail = (error: Error) => (seen.error ??= codeOf(error));
	const options = { method, headers, agent: false, rejectUnauthorized: false };
	const sent = url.startsWith('https:') ? requestTls(url, options) : request(url, options);
	sent.on('error', fail).on('response', (answer) => {
		seen.status = answer.statusCode;
		seen.headers = answer.headers;
		answer.setEncoding('utf8').on('error', fail);
		answer.on('data', (chunk: string) => (seen.text += chunk));
	});
	sent.end(body);
	await once(sent, 'close').catch(fail);
	seen.milliseconds = Date.now() - begun;
	return seen;
}
