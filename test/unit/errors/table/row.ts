import type { JsonValue } from 'n8n-workflow';

import { tryParseJson } from '../../../../nodes/shared/fields/json';
import type { HttpResponse } from '../../../../nodes/shared/transport/response';
import type { Call } from '../../../../nodes/shared/model/call';

/**
 * A response, and the exact texts that a user reads for it. Of the tables, `recorded` has what a real server has
 * sent; in the others the shapes are those of rows 12, 17, 18, 21 and 87, with short words in the place of any,
 * or the rows say what is in front of Plane.
 */
export interface Row {
	readonly title: string;
	readonly call: Call;
	readonly response: HttpResponse;
	readonly message: string;
	readonly description: string;
}

/** Status, body (JSON, or text of any other kind), and headers beside the content type. */
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
			status,
			headers: { 'content-type': contentTypeOf(body), ...headers },
			text,
			...(json === undefined ? {} : { json }),
		},
		message,
		description,
	};
}

/** Rows with the same message, behind which the words of the server stand, and the same way out. */
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
