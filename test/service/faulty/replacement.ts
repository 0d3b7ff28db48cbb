import { STATUS_CODES } from 'node:http';
import { serverError, tooManyRequests } from '../refusals';
import type { Fault } from '../faults';

/** A body that goes out instead of the true one. */
export interface Replacement {
	body: string;
	contentType: string;
}

const json = 'application/json';
const web = 'text/html';

export const webPage: Replacement = {
	body: '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in</body></html>\n',
	contentType: `${web}; charset=utf-8`,
};

export const notJson: Replacement = { body: 'This is not JSON.', contentType: json };

/** As nginx writes it when the server behind it does not answer. */
function proxyPage(status: number): string {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`;
	const lines = [
		`<html>\n<head><title>${title}</title></head>\n<body>`,
		`<center><h1>${title}</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n`,
	];

	return lines.join('\n').replaceAll('\n', '\r\n');
}

const observed = new Map([serverError, tooManyRequests].map(({ status, body }) => [status, body]));

/** Body and headers of an answer with a status of its own. */
export function statusAnswer(fault: Extract<Fault, { kind: 'status' }>): {
	body: string;
	headers: Record<string, string>;
} {
	const { status, retryAfter, body, contentType = json } = fault;
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	if (body !== undefined) return { body, headers: { 'content-type': contentType, ...headers } };

	if (status >= 502 && status <= 504) {
		const ofProxy = { server: 'nginx', 'content-type': web };

		return { body: proxyPage(status), headers: { ...ofProxy, ...headers } };
	}

	const said = observed.get(status) ?? { error: STATUS_CODES[status] ?? `Status ${status}` };

	return { body: JSON.stringify(said), headers: { 'content-type': json, ...headers } };
}
