import type { ServiceCall, StorageCall } from './call';
import type { Connection } from './connection';
import { uploadForm, type UploadForm } from './form';
import type { PageQuery } from './list/pageQuery';

/** What is sent, whole: the address with its query, the headers but the key's, and the body. */
export interface HttpRequest {
	readonly method: 'GET' | 'PATCH' | 'POST';
	readonly url: string;
	/** The declared method and path: requests of the same route are alike for a server. */
	readonly route: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | UploadForm;
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
		url: url.href,
		headers: { Accept: '*/*' },
		body: uploadForm(call),
	};
}

const segment = (value: string): string => encodeURIComponent(value);
