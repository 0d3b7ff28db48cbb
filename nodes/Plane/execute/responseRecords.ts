import type { JsonObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { withUnknownOutcome } from '../../shared/errors/unknownOutcome';
import { isJsonObject } from '../../shared/fields/json';
import type { ServiceCall } from '../../shared/model/call';
import type { Result } from '../../shared/result/problem';
import { type HttpResponse, isBlank } from '../../shared/transport/response';

/** The ID that the path of a call ends in. */
export const lastPathId = ({ operation, path }: ServiceCall): string =>
	path[operation.locators.at(-1)?.wire ?? ''] ?? '';

/**
 * The records in the response to a create or an update. Responses are not specified beyond `id` and
 * `created_at`, so the record goes out as the server gives it.
 */
export function recordsInResponse(response: HttpResponse, call: ServiceCall): Result<JsonObject[]> {
	const { json } = response;
	// The response to the update of a module does not say which one it was (row 14).
	const updated = call.kind === 'update' ? { id: lastPathId(call) } : undefined;
	if (isJsonObject(json)) return [{ ...updated, ...json }];
	if (Array.isArray(json) && json.length > 0 && json.every(isJsonObject)) return json;
	if (!isBlank(response))
		return withUnknownOutcome(unexpectedResponse(response, 'is not a record'), call);

	return [updated ?? { success: true }];
}
