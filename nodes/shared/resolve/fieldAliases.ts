import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Call } from '../model/call';
import type { Operation } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/**
 * Sends the changes of a call so that a server takes them that calls a field otherwise than the
 * specification. Such a server responds with success and leaves the field as it was, which its
 * response shows: it has no such field, but the other one (row 3). Then that field is sent again by
 * its other name, and by that name alone for the rest of the execution.
 */
export class FieldAliases {
	private readonly renamed = new Set<Operation>();

	/** @param send sends a body for the call */
	async send(
		{ operation, body }: Call<'update'>,
		send: (body: JsonObject) => Promise<Result<HttpResponse>>,
	): Promise<Result<HttpResponse>> {
		const { changes } = operation.body;
		if (this.renamed.has(operation)) {
			const names = new Map(changes.map(({ wire, alias = wire }) => [wire, alias]));
			const entries = Object.entries(body);
			return await send(
				Object.fromEntries(entries.map(([name, value]) => [names.get(name) ?? name, value])),
			);
		}
		const response = await send(body);
		if (isProblem(response) || !isJsonObject(response.json)) return response;
		const { json } = response;
		const unknown = changes.flatMap(({ wire, alias = wire }) => {
			const value = body[wire];
			return value !== undefined && !(wire in json) && alias in json
				? [[alias, value] as const]
				: [];
		});
		if (unknown.length === 0) return response;
		this.renamed.add(operation);
		// The record may have the value already.
		const missed = unknown.filter(([alias, value]) => json[alias] !== value);
		return missed.length === 0 ? response : await send(Object.fromEntries(missed));
	}
}
