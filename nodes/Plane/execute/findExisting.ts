import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { isMissing, sameExternalId, withheld } from '../../shared/errors/notFound';
import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';
import type { Call } from '../../shared/model/call';
import {
	importKey,
	haveSameKey,
	providedUniqueFields,
} from '../../shared/operations/shared/external';
import { momentIn } from '../../shared/pagination/Completeness';
import { paginate, type Paging } from '../../shared/pagination/paginate';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import type { HttpResponse } from '../../shared/transport/response';

/** A record that is there already, and how long it has been there by the clock of its server. */
export interface Existing {
	readonly record: JsonObject;
	/** Milliseconds; Infinity where the server does not tell. */
	readonly age: number;
}

/** Milliseconds between looks for a record that a replica may not have yet (row 166). */
const LAG = [500, 1_000, 2_000];

/** Looks for the record of another system, or of the same name, that a create would make once more. */
export class ExistingRecords {
	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
		/** What this execution was last answered about the record with an ID; undefined: nothing. */
		private readonly answerOf: (id: string) => JsonObject | undefined = () => undefined,
	) {}

	/**
	 * Finds the record that keeps a create from being carried out: by the ID that the refusal gives
	 * (row 12) or, on servers that give none, by its unique value in the list. An archived work item is
	 * found by its external ID alone (row 27).
	 *
	 * @param refusal the response to the create
	 * @returns undefined where the list has no such record
	 */
	async refusing(
		call: Call<'create'>,
		refusal: HttpResponse,
	): Promise<Result<Existing | undefined>> {
		const id = isJsonObject(refusal.json) ? refusal.json.id : undefined;
		if (typeof id !== 'string') return await this.inList(call, folded);

		// A row before it has made it or changed it.
		const answer = this.answerOf(id);
		if (answer !== undefined) return { record: { id, ...answer }, age: Infinity };

		for (const pause of [...LAG, undefined]) {
			const found = await this.byId(call, id);
			if (found !== undefined) return found;

			// Servers read from replicas, which may not have a new record yet (row 166).
			if (canBeChangedUnread(call)) return { record: { id }, age: Infinity };
			if (pause !== undefined) await this.paging.pause(pause);
		}

		return withheld(id);
	}

	/** The record with an ID, or with the external ID of a call if that is archived (row 27). */
	private async byId(call: Call<'create'>, id: string): Promise<Result<Existing | undefined>> {
		const place = { ...call, path: { ...call.path, id } };
		const path = `${call.operation.request.path}{id}/`;
		const response = await this.client.read(place, path);
		if (!isProblem(response)) return existing(response.json, response);
		if (!isMissing(response.response)) return response;

		return isGivenAlone(call) ? await this.alone(call) : undefined;
	}

	/** Finds the record with a unique value of a call. @returns undefined where there is none */
	async like(call: Call<'create'>): Promise<Result<Existing | undefined>> {
		return isGivenAlone(call) ? await this.alone(call) : await this.inList(call);
	}

	/** Finds the record with the external ID of a call, where the list gives it alone. */
	private async alone(call: Call<'create'>): Promise<Result<Existing | undefined>> {
		const { external_id: id, external_source: source } = call.body;
		const query = { external_id: asText(id) ?? '', external_source: asText(source) ?? '' };
		const { path } = call.operation.request;
		const response = await this.client.read(call, path, query);
		if (isProblem(response)) {
			if (isMissing(response.response)) return undefined;

			// Two of them break the server (row 65); other faults break the list as well.
			return response.status === 500 ? await this.amongAll(call, response) : response;
		}

		const { json } = response;

		// A server that knows nothing of external IDs gives its list.
		return isJsonObject(json) && 'id' in json ? existing(json, response) : await this.inList(call);
	}

	/**
	 * Finds out by the list whether several records have the external ID of a call.
	 *
	 * @param failure why the server did not give one of them alone
	 */
	private async amongAll(
		call: Call<'create'>,
		failure: Problem,
	): Promise<Result<Existing | undefined>> {
		const rows = await this.rows(call);
		if (isProblem(rows)) return failure;

		const found = rows.records.filter((row) => haveSameKey(row, call.body, 'external_id'));

		return found.length > 1 ? sameExternalId(importKey(call.body) ?? '', found) : failure;
	}

	/** Finds the record that has one of the unique values of a call, those of other records apart. */
	private async inList(
		call: Call<'create'>,
		...otherwise: ((value: unknown) => unknown)[]
	): Promise<Result<Existing | undefined>> {
		const rows = await this.rows(call);
		if (isProblem(rows)) return rows;

		const { records, last } = rows;
		const found = [undefined, ...otherwise]
			.flatMap((shown) => surestFirst(call).map((name) => ({ shown, name })))
			.map(({ shown, name }) =>
				records.find((record) => haveSameKey(record, call.body, name, shown)),
			)
			.find((record) => record !== undefined);

		return existing(found, last);
	}

	/** All rows of the list that a create adds to, and the last response. */
	private async rows(call: Call<'create'>) {
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

		return isProblem(list) ? list : { records: list.records, last };
	}
}

/** The unique values of a call: an external ID says more surely than a name which record it is. */
function surestFirst({ operation, body }: Call<'create'>): readonly string[] {
	const unique = providedUniqueFields(operation.naturalKey, body);
	const isExternal = (name: string) => name === 'external_id';

	return [...unique.filter(isExternal), ...unique.filter((name) => !isExternal(name))];
}

/** Whether the list gives the record of a call alone, if it is asked for its external ID. */
export const isGivenAlone = ({ operation, body }: Call<'create'>): boolean =>
	operation.naturalKey?.listAcceptsExternalId === true &&
	providedUniqueFields(operation.naturalKey, body).includes('external_id');

/** Whether a record can be updated of which nothing but its ID is known. */
const canBeChangedUnread = ({ ifTaken, operation }: Call<'create'>): boolean =>
	ifTaken === 'update' && !operation.body.collectionFields.some(({ isSentAlways }) => isSentAlways);

function existing(record: unknown, response: HttpResponse | undefined): Existing | undefined {
	if (!isJsonObject(record)) return undefined;

	// By the clock of the server alone: n8n's may be another.
	const age = Date.parse(response?.headers.date ?? '') - (momentIn(record.created_at) ?? NaN);

	return { record, age: Number.isNaN(age) ? Infinity : age };
}

const folded = (value: unknown): unknown =>
	typeof value === 'string' ? value.trim().toLowerCase() : value;
