import type { JsonObject } from 'n8n-workflow';

import type { UploadCall } from '../model/call';
import { fillPath, type Place } from '../model/place';
import type { Kind, Method } from '../operations/operation';
import type { Connection } from './connection';
import { UploadForm } from './multipart';
import { withoutTrailingSlashes } from './slashes';

/**
 * What a request does: a `read` changes nothing, a repeated `change` has the same result, and each
 * `create` makes another record or file.
 */
export type Effect = 'read' | 'change' | 'create';

/**
 * What the requests of an operation do. Adding again is harmless (row 11), and so is requesting upload
 * credentials again, because an attachment that is not completed is invisible (row 20).
 */
export const EFFECTS: Readonly<Record<Kind, Effect>> = {
	list: 'read',
	get: 'read',
	create: 'create',
	upsert: 'create',
	update: 'change',
	action: 'change',
	add: 'change',
	remove: 'change',
	attach: 'change',
	upload: 'create',
};

/** A request to the service, below `api/v1/workspaces/{workspace_slug}/`. */
export interface ServiceRequest {
	readonly method: Method;
	/** With placeholders: `projects/{project_id}/labels/`. With a leading slash, it is below `api/v1`: `/users/me/`. */
	readonly path: string;
	/** 2 if the path is below `api/v2`, which only some servers have (row 485). Absent: `api/v1`. */
	readonly apiVersion?: 1 | 2;
	readonly effect: Effect;
	/** Set if the sender can do without the response: then the request is not repeated after a failure. */
	readonly isOptional?: boolean;
	/**
	 * When what it was planned from is too old for it to be sent for the first time, by the scheduler's clock in
	 * milliseconds. Absent: never.
	 */
	readonly sendBefore?: number;
	readonly query?: Readonly<Record<string, string | number>>;
	readonly body?: JsonObject;
}

/** A complete request, except for the header of the key, which n8n adds. */
export interface HttpRequest extends Pick<
	ServiceRequest,
	'method' | 'effect' | 'isOptional' | 'sendBefore'
> {
	readonly url: string;
	/** The method and the path with its placeholders: servers treat requests of the same route alike. */
	readonly route: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | UploadForm;
	/** Set if the response is a file to be stored. */
	readonly file?: RequestedFile;
}

/** How a file that is downloaded is stored. */
export interface RequestedFile {
	readonly name: string;
	readonly mimeType: string;
	/** Bytes, or absent if its record does not contain them. */
	readonly size?: number;
}

/** Whether a request uploads or downloads a file. */
export const hasFile = ({ body, file }: HttpRequest): boolean =>
	file !== undefined || typeof body === 'object';

/** The request that reads a path. */
export const readRequest = (path: string, query: ServiceRequest['query'] = {}): ServiceRequest => ({
	method: 'GET',
	path,
	effect: 'read',
	query,
});

/** Builds a request to the service. */
export function serviceRequest(
	{ root }: Pick<Connection, 'root'>,
	place: Place,
	parts: ServiceRequest,
): HttpRequest {
	const { method, path, apiVersion = 1, effect, isOptional, sendBefore, query = {}, body } = parts;
	const prefix = path.startsWith('/') ? '' : `/workspaces/${encodeURIComponent(place.workspace)}/`;
	const address = `${root}/api/v${apiVersion}${prefix}${fillPath(path, place)}`;

	const search = new URLSearchParams();

	for (const [name, value] of Object.entries(query)) search.set(name, String(value));

	return {
		method,
		route: `${method} ${apiVersion === 2 ? 'v2 ' : ''}${path}`,
		effect,
		...(isOptional === true && { isOptional }),
		...(sendBefore !== undefined && { sendBefore }),
		url: search.size === 0 ? address : `${address}?${search.toString()}`,
		headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	};
}

/**
 * Builds the request of an upload (`workItemAttachment.upload` in test/contract/openapi.yaml), whose
 * address ends in a slash.
 */
export function storageRequest(call: UploadCall): HttpRequest {
	const url = new URL(call.url);

	url.pathname = `${withoutTrailingSlashes(url.pathname)}/`;

	const { method, path } = call.operation.request;

	return {
		method,
		route: `${method} ${path}`,
		effect: call.requestedByNode === undefined ? EFFECTS.upload : 'change',
		url: url.href,
		headers: { Accept: '*/*' },
		body: new UploadForm(call),
	};
}
