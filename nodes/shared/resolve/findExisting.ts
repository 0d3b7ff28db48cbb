import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { serverWords } from '../errors/serverMessage';
import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';
import type { Call } from '../model/call';
import { paginate, type Paging } from '../pagination/paginate';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** Whether a create was refused because there is such a record already. */
export const isTaken = (response: HttpResponse): boolean =>
	response.status === 409 ||
	(response.status === 400 && /already|must be unique|taken/i.test(serverWords(response)));

/**
 * Finds the record that keeps a create from being carried out: by the ID that the refusal gives
 * (row 12) or, on servers that give none, by its unique value in the list.
 *
 * @param refusal the response to the create
 * @returns undefined where the list has no such record
 */
export async function findExisting(
	call: Call<'create'>,
	refusal: HttpResponse,
	client: Client,
	paging: Omit<Paging, 'fetch'>,
): Promise<Result<JsonObject | undefined>> {
	const { path } = call.operation.request;
	const id = isJsonObject(refusal.json) ? refusal.json.id : undefined;
	if (typeof id === 'string') {
		const place = { ...call, path: { ...call.path, id } };
		const response = await client.read(place, `${path}{id}/`);
		if (isProblem(response)) return response;
		return isJsonObject(response.json) ? response.json : undefined;
	}

	const list = await paginate(
		{ search: {}, offset: 0 },
		{ ...paging, fetch: async (page) => await client.read(call, path, { ...page }) },
	);
	if (isProblem(list)) return list;
	const { unique = [] } = call.operation.natural ?? {};
	const find = (shown: (value: unknown) => unknown) =>
		list.records.find((record) =>
			unique.some((name) => {
				const wanted = call.body[name];
				if (wanted === undefined) return false;
				return JSON.stringify(shown(record[name])) === JSON.stringify(shown(wanted));
			}),
		);
	return find((value) => value) ?? find(folded);
}

/** Whether a body names a record of another system, which servers have once (row 23). */
export const hasExternalId = ({ external_id: id, external_source: source }: JsonObject): boolean =>
	typeof id === 'string' && id !== '' && typeof source === 'string' && source !== '';

/** Finds the record with the external ID of a call; the list gives that one alone (row 27). */
export async function findByExternalId(
	call: Call<'create'>,
	client: Client,
): Promise<Result<JsonObject | undefined>> {
	const { external_id: id, external_source: source } = call.body;
	const query = { external_id: asText(id) ?? '', external_source: asText(source) ?? '' };
	const response = await client.read(call, call.operation.request.path, query);
	if (isProblem(response)) return response.status === 404 ? undefined : response;
	// A server that knows nothing of external IDs gives its list.
	const { json } = response;
	return isJsonObject(json) && 'id' in json ? json : undefined;
}

const folded = (value: unknown): unknown =>
	typeof value === 'string' ? value.trim().toLowerCase() : value;
