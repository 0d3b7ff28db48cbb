import type { JsonValue } from 'n8n-workflow';

import type { HttpResponse } from '../../nodes/shared/transport/response';

/** An answer in JSON. */
export const jsonResponse = (json: JsonValue, status = 200): HttpResponse => ({
	status,
	headers: { 'content-type': 'application/json' },
	text: JSON.stringify(json),
	json,
});

/** An answer that is not JSON. */
export const textResponse = (text: string, status = 200, contentType = 'text/plain'): HttpResponse => ({
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
