import type { Operation } from '../operations/operation';
import type { ServiceCall, StorageCall } from '../model/call';
import type { Connection } from './connection';
import { uploadForm, type UploadForm } from './multipart';
import type { PageQuery } from '../pagination/pageQuery';

/**
 * What a request does: a `read` changes nothing; a `change` does the same thing each time (updates,
 * and additions, observed row 11); a `create` makes another record, or another file, each time.
 */
export type Effect = 'read' | 'change' | 'create';

/** What is sent, whole: the address with its query, the headers but the key's, and the body. */
export interface HttpRequest {
	readonly method: 'GET' | 'PATCH' | 'POST';
	readonly url: string;
	/** The declared method and path: requests of the same route are alike for a server. */
	readonly route: string;
	/** What carrying it out a second time would do. */
	readonly effect: Effect;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | UploadForm;
	/** Set where the answer is a file: what it is called, and its MIME type. */
	readonly file?: { readonly name: string; readonly mimeType: string };
}

/**
 * Builds the request of a call (specification, "Endpoints").
 *
 * @param page which page of a list to ask for; lists alone have one
 */
export function serviceRequest(
	call: ServiceCall,
	{ root }: Pick<Connection, 'root'>,
	page?: PageQuery,
): HttpRequest {
	const { method, path } = call.operation.request;
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(call.path[name] ?? ''));
	const query = new URLSearchParams(call.list?.query);
	for (const [name, value] of Object.entries(page ?? {})) query.set(name, String(value));

	const search = query.size === 0 ? '' : `?${query.toString()}`;
	return {
		method,
		route: `${method} ${path}`,
		effect: effectOf(call.operation),
		url: `${root}/api/v1/workspaces/${segment(call.workspace)}/${filled}${search}`,
		headers: {
			Accept: 'application/json',
			...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
	};
}

/** Builds the request of an upload (specification, operation 6): the address ends in a slash. */
export function storageRequest(call: StorageCall): HttpRequest {
	const url = new URL(call.url);
	url.pathname = url.pathname.replace(/\/*$/, '/');
	const { method, path } = call.operation.request;
	return {
		method,
		route: `${method} ${path}`,
		effect: call.isOwn === true ? 'change' : 'create',
		url: url.href,
		headers: { Accept: '*/*' },
		body: uploadForm(call),
	};
}

/**
 * What the requests of an operation do. An attachment that is not completed does not show, so that
 * the credentials for one may be asked for again (observed row 20).
 */
export function effectOf({ request, body, attach }: Operation): Effect {
	if (request.method === 'GET') return 'read';
	const isSafe = request.method === 'PATCH' || body?.addition !== undefined || attach !== undefined;
	return isSafe ? 'change' : 'create';
}

const segment = (value: string): string => encodeURIComponent(value);
