import { STATUS_CODES } from 'node:http';
import { serverError, tooManyRequests } from '../refusals';
import type { Fault } from '../faults';

/** A body that is sent in place of the real one. */
export interface Replacement {
	body: string;
	contentType: string;
}

const JSON_TYPE = 'application/json';
const HTML = 'text/html';

export const webPage: Replacement = {
	body: '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in</body></html>\n',
	contentType: `${HTML}; charset=utf-8`,
};

export const invalidJson: Replacement = { body: 'This is not JSON.', contentType: JSON_TYPE };

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
export function createStatusAnswer(fault: Extract<Fault, { kind: 'status' }>): {
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
