import type { JsonObject } from 'n8n-workflow';

import type { RecordLocation, UploadCall } from '../model/call';
import type { Kind, Method } from '../operations/operation';
import type { Connection } from './connection';
import { UploadForm } from './multipart';
import { withoutEndSlashes } from './slashes';

/**
 * What a request does: a `read` changes nothing; a `change` does the same thing each time; a `create`
 * makes another record, or another file, each time.
 */
export type Effect = 'read' | 'change' | 'create';

/**
 * What the requests of an operation do. Adding again is harmless (row 11), and an attachment that is
 * not completed does not show, so that the credentials for one may be asked for again (row 20).
 */
export const EFFECTS: Readonly<Record<Kind, Effect>> = {
	list: 'read',
	get: 'read',
	create: 'create',
	update: 'change',
	action: 'change',
	add: 'change',
	remove: 'change',
	attach: 'change',
	upload: 'create',
};

/** A request to the service, below `api/v1/workspaces/{workspace_slug}/`, or below `api/v1` (`/users/me/`). */
export interface ServiceRequest {
	readonly method: Method;
	/** With placeholders, e.g. `projects/{project_id}/labels/`. */
	readonly path: string;
	readonly effect: Effect;
	readonly query?: Readonly<Record<string, string | number>>;
	readonly body?: JsonObject;
}

/** What is sent, whole: the address with its query, the headers but the key's, and the body. */
export interface HttpRequest extends Pick<ServiceRequest, 'method' | 'effect'> {
	readonly url: string;
	/** The declared method and path: requests of the same route are alike for a server. */
	readonly route: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | UploadForm;
	/** Set where the response is a file: what it is called, its MIME type, and its bytes, where they are known. */
	readonly file?: { readonly name: string; readonly mimeType: string; readonly size?: number };
}

/** Whether a request sends a file, or asks for one. */
export const hasFile = ({ body, file }: HttpRequest): boolean =>
	file !== undefined || typeof body === 'object';

/** Builds a request to the service. */
export function serviceRequest(
	{ root }: Pick<Connection, 'root'>,
	{ workspace, path: values }: RecordLocation,
	{ method, path, effect, query = {}, body }: ServiceRequest,
): HttpRequest {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(values[name] ?? ''),
	);
	const search = new URLSearchParams();

	for (const [name, value] of Object.entries(query)) search.set(name, String(value));
	const isOutside = path.startsWith('/');
	const above = isOutside ? '' : `/workspaces/${encodeURIComponent(workspace)}/`;
	const address = `${root}/api/v1${above}${filled}`;

	return {
		method,
		route: `${method} ${path}`,
		effect,
		url: search.size === 0 ? address : `${address}?${search.toString()}`,
		headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	};
}

/** Builds the request of an upload (`workItemAttachment.upload` in test/contract/openapi.yaml): the address ends in a slash. */
export function storageRequest(call: UploadCall): HttpRequest {
	const url = new URL(call.url);

	url.pathname = `${withoutEndSlashes(url.pathname)}/`;
	const { method, path } = call.operation.request;

	return {
		method,
		route: `${method} ${path}`,
		effect: call.isIssuedByNode === true ? 'change' : EFFECTS.upload,
		url: url.href,
		headers: { Accept: '*/*' },
		body: new UploadForm(call),
	};
}
