import { STATUS_CODES } from 'node:http';
import { serverError, tooManyRequests } from '../refusals';
import type { Fault } from '../faults';

/** A web page or a text that is sent in place of the real body. */
interface Replacement {
	body: string;
	contentType: string;
}

/** An answer as a client receives it. */
export interface PlainAnswer {
	status: number;
	headers: Readonly<Record<string, HeaderValue>>;
	body: Buffer;
}

type HeaderValue = number | string | readonly string[];

/** The faults that change an answer after the request was carried out, and send all of what is left. */
export type Distortion = Extract<
	Fault,
	{ kind: 'late' | 'status' | 'cut' | 'empty' | 'html' | 'text' }
>;

/** Statuses that do not allow a body. */
export const BODILESS_STATUSES = [204, 304];

const JSON_TYPE = 'application/json';
const HTML = 'text/html';

const webPage: Replacement = {
	body: '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in</body></html>\n',
	contentType: `${HTML}; charset=utf-8`,
};

const invalidJson: Replacement = { body: 'This is not JSON.', contentType: JSON_TYPE };

/** Writes the error page of nginx for a server that does not answer. */
function writeProxyPage(status: number): string {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`;
	const lines = [
		`<html>\n<head><title>${title}</title></head>\n<body>`,
		`<center><h1>${title}</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n`,
	];

	return lines.join('\n').replaceAll('\n', '\r\n');
}

const observedBodies = new Map(
	[serverError, tooManyRequests].map(({ status, body }) => [status, body]),
);

/** Builds the body and headers of the fault `status`. */
function writeStatusAnswer(fault: Extract<Fault, { kind: 'status' }>): {
	body: string;
	headers: Record<string, string>;
} {
	const { status, retryAfter, body, contentType = JSON_TYPE } = fault;
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	if (body !== undefined) return { body, headers: { 'content-type': contentType, ...headers } };

	if (status >= 502 && status <= 504) {
		const proxyHeaders = { server: 'nginx', 'content-type': HTML };

		return { body: writeProxyPage(status), headers: { ...proxyHeaders, ...headers } };
	}

	const defaultBody = observedBodies.get(status) ?? {
		error: STATUS_CODES[status] ?? `Status ${status}`,
	};

	return { body: JSON.stringify(defaultBody), headers: { 'content-type': JSON_TYPE, ...headers } };
}

export const takeFirstHalf = (body: Buffer): Buffer =>
	body.subarray(0, Math.floor(body.length / 2));

/** Builds the answer of the fault `status`. */
export function createStatusAnswer(fault: Extract<Fault, { kind: 'status' }>): PlainAnswer {
	const { body, headers } = writeStatusAnswer(fault);

	return { status: fault.status, headers, body: Buffer.from(body) };
}

/** Returns the answer that arrives in place of this one. */
export function distort(fault: Distortion, answer: PlainAnswer): PlainAnswer {
	if (fault.kind === 'status') return createStatusAnswer(fault);
	if (fault.kind === 'html') return replaceBody(answer, webPage);
	if (fault.kind === 'text') return replaceBody(answer, invalidJson);

	const bodies = {
		late: answer.body,
		cut: takeFirstHalf(answer.body),
		empty: Buffer.alloc(0),
	};

	return { ...answer, body: bodies[fault.kind] };
}

const replaceBody = (
	{ status, headers }: PlainAnswer,
	{ body, contentType }: Replacement,
): PlainAnswer => ({
	status: BODILESS_STATUSES.includes(status) ? 200 : status,
	headers: { ...headers, 'content-type': contentType },
	body: Buffer.from(body),
});
