import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';
import type { Call } from '../model/call';
import { momentIn } from '../pagination/Completeness';
import { paginate, type Paging } from '../pagination/paginate';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** Whether a body names a record of another system, which servers have once (row 23). */
export const hasExternalId = ({ external_id: id, external_source: source }: JsonObject): boolean =>
	typeof id === 'string' && id !== '' && typeof source === 'string' && source !== '';

/** A record that is there already, and how long it has been there by the clock of its server. */
interface Existing {
	readonly record: JsonObject;
	/** Milliseconds; Infinity where the server does not tell. */
	readonly age: number;
}

/** Looks for the record of another system, or of the same name, that a create would make once more. */
export class ExistingRecords {
	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
	) {}

	/**
	 * Finds the record that keeps a create from being carried out: by the ID that the refusal gives
	 * (row 12) or, on servers that give none, by its unique value in the list.
	 *
	 * @param refusal the response to the create
	 * @returns undefined where the list has no such record
	 */
	async refusing(
		call: Call<'create'>,
		refusal: HttpResponse,
	): Promise<Result<Existing | undefined>> {
		const id = isJsonObject(refusal.json) ? refusal.json.id : undefined;
		if (typeof id !== 'string') return await this.inList(call);
		const place = { ...call, path: { ...call.path, id } };
		const response = await this.client.read(place, `${call.operation.request.path}{id}/`);
		return isProblem(response) ? response : existing(response.json, response);
	}

	/** Finds the record with the external ID of a call. @returns undefined where there is none */
	async withExternalId(call: Call<'create'>): Promise<Result<Existing | undefined>> {
		if (call.operation.natural?.listFinds !== true) return await this.inList(call, ['external_id']);
		const { external_id: id, external_source: source } = call.body;
		const query = { external_id: asText(id) ?? '', external_source: asText(source) ?? '' };
		const response = await this.client.read(call, call.operation.request.path, query);
		if (isProblem(response)) return response.status === 404 ? undefined : response;
		const { json } = response;
		// A server that knows nothing of external IDs gives its list.
		return isJsonObject(json) && 'id' in json
			? existing(json, response)
			: await this.inList(call, ['external_id']);
	}

	/** Finds the record that has one of the unique values of a call, those of other records apart. */
	private async inList(
		call: Call<'create'>,
		unique = call.operation.natural?.unique ?? [],
	): Promise<Result<Existing | undefined>> {
		let last: HttpResponse | undefined;
		const list = await paginate(
			{ search: {}, offset: 0 },
			{
				...this.paging,
				fetch: async (page) => {
					const path = call.operation.request.path;
					const response = await this.client.read(call, path, { ...page });
					if (!isProblem(response)) last = response;
					return response;
				},
			},
		);
		if (isProblem(list)) return list;
		const { records } = list;
		const find = (shown: (value: unknown) => unknown) =>
			unique
				.map((name) => records.find((record) => isSame(record, call.body, name, shown)))
				.find((record) => record !== undefined);
		return existing(find((value) => value) ?? find(folded), last);
	}
}

/** Whether a record has the same unique value as a body; an external ID counts with its source. */
function isSame(
	record: JsonObject,
	body: JsonObject,
	name: string,
	shown: (value: unknown) => unknown,
): boolean {
	const names = name === 'external_id' ? [name, 'external_source'] : [name];
	return names.every((each) => {
		const wanted = body[each];
		return (
			wanted !== undefined && JSON.stringify(shown(record[each])) === JSON.stringify(shown(wanted))
		);
	});
}

function existing(record: unknown, response: HttpResponse | undefined): Existing | undefined {
	if (!isJsonObject(record)) return undefined;
	// By the clock of the server alone: n8n's may be another.
	const age = Date.parse(response?.headers.date ?? '') - (momentIn(record.created_at) ?? NaN);
	return { record, age: Number.isNaN(age) ? Infinity : age };
}

const folded = (value: unknown): unknown =>
	typeof value === 'string' ? value.trim().toLowerCase() : value;
