import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { isJsonObject } from '../../shared/values/json';
import type { RecordUpdate, ServiceCall } from '../../shared/model/call';
import { listRules } from '../../shared/operations/bodyRules';
import type { SingleList } from '../../shared/operations/operation';
import { parseGroups } from '../../shared/pagination/unpagedLists';
import { isProblem, type Result, withUnknownOutcome } from '../../shared/result/problem';
import { type HttpResponse, isEmptyBody } from '../../shared/transport/response';

/** The value of the last parameter in a call's path, which is the ID of its record; `''` if it has none. */
export const getLastPathId = ({ operation, path }: ServiceCall | RecordUpdate): string =>
	path[operation.locators.at(-1)?.wire ?? ''] ?? '';

/** The ID of the record that a call's path ends in, as `{ id }`, or undefined if it ends in none: `features/`. */
export const getOwnId = (call: ServiceCall | RecordUpdate): { readonly id: string } | undefined =>
	/\}\/?$/.test(call.operation.request.path) ? { id: getLastPathId(call) } : undefined;

/**
 * Reads the records in the response to a create or an update, unchanged: the interface specifies only
 * `id` and `created_at` of them.
 */
export function recordsInResponse(
	response: HttpResponse,
	call: ServiceCall | RecordUpdate,
): Result<JsonObject[]> {
	const { json } = response;
	// The response to an update of a module has no ID (row 14).
	const ownId = call.kind === 'update' ? getOwnId(call) : undefined;
	if (isJsonObject(json)) return [{ ...ownId, ...json }];

	const mayBeEmpty =
		call.kind === 'create' && listRules(call.operation.body, 'recordPerValue').length > 0;
	const isList = Array.isArray(json) && json.every(isJsonObject);
	if (isList && (mayBeEmpty || json.length > 0)) return json;

	if (!isEmptyBody(response)) {
		return withUnknownOutcome(unexpectedResponse(response, 'is not a record'));
	}

	return [ownId ?? { success: true }];
}

/**
 * Builds the record of the only list in a response: `{"property": …, "values": […]}`. Its list is empty if
 * the response has none. A response that is no object of lists is returned as it is.
 */
export function readOnlyGroup(
	response: HttpResponse,
	grouped: SingleList,
	call: ServiceCall | RecordUpdate,
): JsonValue | undefined {
	const page = parseGroups(response, grouped);
	if (isProblem(page)) return response.json;

	const empty = { [grouped.groupField]: getLastPathId(call), [grouped.listField]: [] };

	return page.records[0] ?? empty;
}

/** The records of the lists that a call has set. */
export function readOwnGroups(
	response: HttpResponse,
	grouped: SingleList,
	call: RecordUpdate,
): Result<JsonObject[]> {
	const { setsValues } = call.operation;
	if (setsValues === 'manyOfCustomer') return readSeveralGroups(response, grouped, call);

	const json = readOnlyGroup(response, grouped, call);

	return isJsonObject(json) ? [json] : unexpectedResponse(response, 'is not a record');
}

/** Builds a record of each list that a call has set. One that the response does not have is empty. */
function readSeveralGroups(
	response: HttpResponse,
	grouped: SingleList,
	call: RecordUpdate,
): Result<JsonObject[]> {
	const page = parseGroups(response, grouped);
	// Without any value, servers may return an empty list.
	if (isProblem(page)) return page;

	const names = call.customValues?.map(({ field }) => field.wire) ?? [];

	return names.map(
		(name) =>
			page.records.find((record) => record[grouped.groupField] === name) ?? {
				[grouped.groupField]: name,
				[grouped.listField]: [],
			},
	);
}
