import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { serverWords } from '../errors/serverMessage';
import { isJsonObject } from '../fields/json';
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
	const { unique = '' } = call.operation;
	const find = (shown: (value: unknown) => unknown) => {
		const wanted = JSON.stringify(shown(call.body[unique]));
		return list.records.find((record) => JSON.stringify(shown(record[unique])) === wanted);
	};
	return find((value) => value) ?? find(folded);
}

const folded = (value: unknown): unknown =>
	typeof value === 'string' ? value.trim().toLowerCase() : value;
