import type { JsonValue } from 'n8n-workflow';

import { tryParseJson } from '../../../../nodes/shared/values/json';
import type { HttpResponse } from '../../../../nodes/shared/transport/response';
import type { Call } from '../../../../nodes/shared/model/call';

/**
 * A response, and the exact texts of its error. The responses in `recorded` are from a real server. Those
 * in the other tables have the shapes of rows 12, 17, 18, 21 and 87 with made-up words, or are from a proxy
 * in front of Plane.
 */
export interface Row {
	readonly title: string;
	readonly call: Call;
	readonly response: HttpResponse;
	readonly message: string;
	readonly description: string;
}

/** A response: its status, its body (JSON or any text), and headers besides the content type. */
export type Given = readonly [status: number, body: JsonValue, headers?: Record<string, string>];

export function row(
	title: string,
	call: Call,
	[status, body, headers = {}]: Given,
	message: string,
	description: string,
): Row {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const json = tryParseJson(text);

	return {
		title: `${String(status)}: ${title}`,
		call,
		response: {
			kind: 'response',
			status,
			headers: { 'content-type': contentTypeOf(body), ...headers },
			text,
			...(json === undefined ? {} : { json }),
		},
		message,
		description,
	};
}

/** Rows with the same message, each followed by a quotation of the server if there is one, and the same remedy. */
export const alike = (
	message: string,
	description: string,
	rows: readonly (readonly [title: string, call: Call, given: Given, words?: string])[],
): readonly Row[] =>
	rows.map(([title, call, given, words]) =>
		row(title, call, given, words === undefined ? message : `${message}: ${words}`, description),
	);

function contentTypeOf(body: JsonValue): string {
	if (typeof body !== 'string') return 'application/json';
	if (body.startsWith('<?xml')) return 'application/xml';

	return body.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain';
}
