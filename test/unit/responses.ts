import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Fault, HttpResponse } from '../../nodes/shared/transport/response';

// Responses for tests. Their shapes are those of docs/server-behaviour.md: a record, a list in an envelope or as
// a bare array (row 5), `{error}` or `{detail}` (row 17). Records have short IDs and only the fields that a test
// is about. An empty text with a status stands for any response with that status. If no server is known to
// send a response, its test says so.

/** A response in JSON. */
export const jsonResponse = (json: JsonValue, status = 200): HttpResponse => ({
	kind: 'response',
	status,
	headers: { 'content-type': 'application/json' },
	text: JSON.stringify(json),
	json,
});

/** A response that is not JSON. */
export const textResponse = (
	text: string,
	status = 200,
	contentType = 'text/plain',
): HttpResponse => ({
	kind: 'response',
	status,
	headers: { 'content-type': contentType },
	text,
});

/** The page of a web server or a web app, which responds if the Base URL or a proxy is wrong. */
export const webPage = (status = 200): HttpResponse =>
	textResponse(
		'<!DOCTYPE html>\n<html><head><title>Plane</title></head><body>Sorry</body></html>',
		status,
		'text/html; charset=utf-8',
	);

/**
 * An error of API v2, as Plane's documentation shows it.
 *
 * @param document the whole problem document, or its type
 */
export function problemDocument(document: string | JsonObject, status: number): HttpResponse {
	const json =
		typeof document === 'string' ? { type: document, code: document, detail: '…' } : document;

	return withHeaders(jsonResponse(json, status), { 'content-type': 'application/problem+json' });
}

/** Adds headers to a response. */
export const withHeaders = (
	response: HttpResponse,
	headers: Readonly<Record<string, string>>,
): HttpResponse => ({ ...response, headers: { ...response.headers, ...headers } });

/** A network fault instead of a response. @param code of Node.js, e.g. `ECONNRESET` */
export const networkFault = (code: string): Fault => ({ kind: 'network', code });

/** The response of a server that does not have the path (row 18). */
export const NO_PATH = jsonResponse({ error: 'Page not found.' }, 404);
