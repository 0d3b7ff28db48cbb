import type { JsonObject } from 'n8n-workflow';

import type { Located, UploadCall } from '../model/call';
import type { Kind } from '../operations/operation';
import type { Connection } from './connection';
import { uploadForm, type UploadForm } from './multipart';

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
	delete: 'change',
	add: 'change',
	attach: 'change',
	upload: 'create',
};

/** A request to the service, below `api/v1/workspaces/{workspace_slug}/`. */
export interface ServiceRequest {
	readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
	/** With placeholders, e.g. `projects/{project_id}/labels/`. */
	readonly path: string;
	readonly effect: Effect;
	readonly query?: Readonly<Record<string, string | number>>;
	readonly body?: JsonObject;
}

/** What is sent, whole: the address with its query, the headers but the key's, and the body. */
export interface HttpRequest {
	readonly method: ServiceRequest['method'];
	readonly url: string;
	/** The declared method and path: requests of the same route are alike for a server. */
	readonly route: string;
	/** What carrying it out a second time would do. */
	readonly effect: Effect;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | UploadForm;
	/** Set where the response is a file: what it is called, and its MIME type. */
	readonly file?: { readonly name: string; readonly mimeType: string };
}

/** Builds a request to the service. */
export function serviceRequest(
	{ root }: Pick<Connection, 'root'>,
	{ workspace, path: values }: Located,
	{ method, path, effect, query = {}, body }: ServiceRequest,
): HttpRequest {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(values[name] ?? ''));
	const given = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) given.set(name, String(value));
	const search = given.size === 0 ? '' : `?${given.toString()}`;
	return {
		method,
		route: `${method} ${path}`,
		effect,
		url: `${root}/api/v1/workspaces/${segment(workspace)}/${filled}${search}`,
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	};
}

/** Builds the request of an upload (`workItemAttachment.upload` in test/contract/openapi.yaml): the address ends in a slash. */
export function storageRequest(call: UploadCall): HttpRequest {
	const url = new URL(call.url);
	url.pathname = url.pathname.replace(/\/*$/, '/');
	const { method, path } = call.operation.request;
	return {
		method,
		route: `${method} ${path}`,
		effect: call.isOwn === true ? 'change' : EFFECTS.upload,
		url: url.href,
		headers: { Accept: '*/*' },
		body: uploadForm(call),
	};
}

const segment = (value: string): string => encodeURIComponent(value);
