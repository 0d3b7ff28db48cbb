import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Answer } from '../transport/response';
import type { ServiceCall } from '../model/call';
import { unexpected, withDoubt } from '../errors';
import type { Problem } from '../result/problem';

/**
 * The records in the answer to a create, an update or an addition. Answers are not specified
 * beyond `id` and `created_at`, so the record goes out as the server gives it.
 */
export function recordsOf(answer: Answer, call: ServiceCall): JsonObject[] | Problem {
	const { operation, path } = call;
	const { json, text } = answer;
	const id = operation.path.map(({ wire }) => path[wire]).at(-1);
	// The answer to the update of a module does not say which one it was (observed row 14).
	const updated: JsonObject =
		operation.request.method === 'PATCH' && id !== undefined ? { id } : {};

	if (isJsonObject(json)) return [{ ...updated, ...json }];
	if (Array.isArray(json) && json.length > 0 && json.every(isJsonObject)) return json;
	if (text.trim() !== '') return withDoubt(unexpected(answer, 'is not a record'), call);
	return [isObjectEmpty(updated) ? { success: true } : updated];
}
