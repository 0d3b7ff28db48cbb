import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from './answer';

const isTextRecord = (value: unknown): value is Record<string, string> =>
	typeof value === 'object' && value !== null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body that calls itself JSON and is none. */
export class InvalidJson {
	constructor(
		readonly text: string,
		/** Why not, in the words of JavaScript. */
		readonly problem: string,
	) {}
}

/**
 * The body as parsed; undefined where it is no JSON, and of a GET, whose body fastify leaves unread,
 * whether there is one.
 */
export function readBody({ headers, method, body }: FastifyRequest): unknown {
	const { 'content-length': length = 0, 'transfer-encoding': encoding } = headers;
	if (method === 'GET' && (Number(length) > 0 || encoding !== undefined)) return 'unread';

	return body instanceof InvalidJson ? undefined : (body ?? undefined);
}

/** The parts of a request that an operation reads, but for whose it is. */
export const readCallParts = ({
	params,
	query,
	body,
}: FastifyRequest): Pick<Call, 'params' | 'query' | 'body'> => ({
	params: isTextRecord(params) ? params : {},
	// A copy, for those who change what they are given.
	query: isTextRecord(query) ? { ...query } : {},
	body: isRecord(body) ? body : {},
});

type ParserCallback = (error: null, value?: unknown) => void;

/**
 * An empty body is none; one of another type than JSON reaches the operation as text, and JSON
 * that is none as what it is: each kind of server has its own words for that.
 */
export function parseBodies(
	app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
): void {
	const parse = ({ headers }: FastifyRequest, body: string, done: ParserCallback) => {
		const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');

		try {
			const parsed: unknown = isJson && body !== '' ? JSON.parse(body) : body;

			done(null, parsed === '' ? undefined : parsed);
		} catch (error) {
			done(null, new InvalidJson(body, error instanceof Error ? error.message : String(error)));
		}
	};

	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, parse);
}
