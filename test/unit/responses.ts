import type { JsonValue } from 'n8n-workflow';

import type { Fault, HttpResponse } from '../../nodes/shared/transport/response';

// Responses as the tests make them: their shapes are those of docs/server-behaviour.md, a record, a list in
// an envelope or as a bare array (row 5), `{error}` or `{detail}` (row 17). A record has the fields that a test
// is about, and short IDs. An empty text with a status stands for any response with that status. What no
// server is known to send is called so in its test.

/** A response in JSON. */
export const jsonResponse = (json: JsonValue, status = 200): HttpResponse => ({
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
	status,
	headers: { 'content-type': contentType },
	text,
});

/** The page of a web server or a web app, which comes where the Base URL or a proxy is wrong. */
export const webPage = (status = 200): HttpResponse =>
	textResponse(
		'<!DOCTYPE html>\n<html><head><title>Plane</title></head><body>Sorry</body></html>',
		status,
		'text/html; charset=utf-8',
	);

/** A response with these headers besides its own. */
export const withHeaders = (
	response: HttpResponse,
	headers: Readonly<Record<string, string>>,
): HttpResponse => ({ ...response, headers: { ...response.headers, ...headers } });

/** No response at all, for what a code of Node.js says, e.g. `ECONNRESET`. */
export const networkFault = (code: string): Fault => ({ fault: 'network', code });
