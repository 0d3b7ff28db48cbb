import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import { asText } from '../values/asText';
import { isFault, type HttpResponse, type Outcome } from '../transport/response';

const PROBLEM_DOCUMENT = /^application\/problem\+json/i;

/** Whether a response is an error of API v2, as opposed to one of API v1, or of a proxy (row 486). */
export const isProblemDocument = ({ headers, json }: HttpResponse): boolean =>
	PROBLEM_DOCUMENT.test(headers['content-type'] ?? '') && isJsonObject(json);

/**
 * Gives an error of API v2 the form that errors of API v1 have, so that both are explained alike:
 * `{"detail": "…"}`, or `{"name": ["…"]}` for the values that were refused. The code stays.
 */
export function withReadableProblem(outcome: Outcome): Outcome {
	if (isFault(outcome) || !isProblemDocument(outcome) || !isJsonObject(outcome.json)) {
		return outcome;
	}

	return { ...outcome, json: toReadableProblem(outcome.json) };
}

function toReadableProblem(document: JsonObject): JsonObject {
	const code = asText(document.code) ?? asText(document.type) ?? '';
	const messages = collectMessages(document.errors);
	// Early previews have a title instead of the detail.
	const detail = document.detail ?? document.title ?? null;

	return messages.size === 0 ? { code, detail } : { code, ...Object.fromEntries(messages) };
}

/** The messages of the refused values by the names of their fields. */
function collectMessages(errors: JsonValue | undefined): ReadonlyMap<string, string[]> {
	const messages = new Map<string, string[]>();

	for (const error of Array.isArray(errors) ? errors : []) {
		if (!isJsonObject(error)) continue;

		const name = asText(error.field) ?? '';
		const message = asText(error.message) ?? asText(error.code) ?? '';

		messages.set(name, [...(messages.get(name) ?? []), message]);
	}

	return messages;
}
