import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from './answer';

const isTextRecord = (value: unknown): value is Record<string, string> =>
	typeof value === 'object' && value !== null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of the query, for those who change what they are given. */
export const queryOf = (request: FastifyRequest): Record<string, string> =>
	isTextRecord(request.query) ? { ...request.query } : {};

/** The body as parsed; of a GET, whose body fastify leaves unread, whether there is one. */
export function bodyOf(request: FastifyRequest): unknown {
	const { headers } = request;
	const announced =
		Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
	return request.method === 'GET' && announced ? 'unread' : (request.body ?? undefined);
}

/** The parts of a request that an operation reads. */
export const callOf = (request: FastifyRequest): Call => ({
	params: isTextRecord(request.params) ? request.params : {},
	query: queryOf(request),
	body: isRecord(request.body) ? request.body : {},
});

/** A body that calls itself JSON and is none. */
export class NotJson {
	constructor(
		readonly text: string,
		/** Why not, in the words of JavaScript. */
		readonly problem: string,
	) {}
}

/**
 * An empty body is none; one of another type than JSON reaches the operation as text, and JSON
 * that is none as what it is: each face has its own words for that.
 */
export function parseBodies(
	app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		(request: FastifyRequest, body: string, done: (error: null, value?: unknown) => void) => {
			try {
				const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
				const parsed: unknown = isJson && body !== '' ? JSON.parse(body) : body;
				done(null, parsed === '' ? undefined : parsed);
			} catch (error) {
				done(null, new NotJson(body, error instanceof Error ? error.message : String(error)));
			}
		},
	);
}
