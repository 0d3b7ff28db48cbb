import type { JsonValue } from 'n8n-workflow';

import type { Fault, HttpResponse } from '../../nodes/shared/transport/response';

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

/** The page of a web server or a web app. */
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
