import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from './answer';

const isTextRecord = (value: unknown): value is Record<string, string> =>
	typeof value === 'object' && value !== null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body that is declared as JSON but is not. */
export class InvalidJson {
	constructor(
		readonly text: string,
		/** The message of JavaScript's parser. */
		readonly problem: string,
	) {}
}

/**
 * Returns the parsed body, or undefined if there is none or it is invalid JSON. Fastify does not read
 * the body of a GET; if it has one, the result is the text `unread`.
 */
export function readBody({ headers, method, body }: FastifyRequest): unknown {
	const { 'content-length': length = 0, 'transfer-encoding': encoding } = headers;
	if (method === 'GET' && (Number(length) > 0 || encoding !== undefined)) return 'unread';

	return body instanceof InvalidJson ? undefined : (body ?? undefined);
}

/** Returns the parts of a call that come from the request itself. */
export const readCallParts = ({
	params,
	query,
	body,
}: FastifyRequest): Pick<Call, 'params' | 'query' | 'body' | 'list'> => ({
	params: isTextRecord(params) ? params : {},
	// A copy, because validation changes it.
	query: isTextRecord(query) ? { ...query } : {},
	body: isRecord(body) ? body : {},
	...(Array.isArray(body) && { list: body }),
});

type ParserCallback = (error: null, value?: unknown) => void;

/** Reads the fields of a form as texts. */
const parseForm = (body: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(body));

/**
 * Makes fastify pass on bodies without judging them, because each kind of server has its own error
 * texts: an empty body as none, another type than JSON as text, and broken JSON as InvalidJson.
 *
 * @param acceptsForms whether the server reads forms as it does JSON (row 420)
 */
export function parseBodies(
	app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
	acceptsForms: boolean,
): void {
	function parseText(type: string, body: string): unknown {
		if (body === '') return body;
		if (/^application\/json\b/i.test(type)) return JSON.parse(body);

		const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);

		return isForm && acceptsForms ? parseForm(body) : body;
	}

	const parse = ({ headers }: FastifyRequest, body: string, done: ParserCallback) => {
		try {
			const parsed = parseText(headers['content-type'] ?? '', body);

			done(null, parsed === '' ? undefined : parsed);
		} catch (error) {
			done(null, new InvalidJson(body, error instanceof Error ? error.message : String(error)));
		}
	};

	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, parse);
}
