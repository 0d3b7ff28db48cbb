import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/fields/json';
import type { Call } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { HttpResponse } from '../../../shared/transport/response';

/**
 * Sends the changes of a call so that a server takes them that calls a field otherwise than the
 * specification. Such a server responds with success and leaves the field as it was, which its
 * response shows: it has no such field, but the other one (row 3). Then that field is sent again by
 * its other name, and by that name alone for the rest of the execution.
 */
export class FieldAliases {
	private usesAliases = false;

	/** @param send sends a body for the call */
	async send(
		{ operation, body }: Call<'update'>,
		send: (body: JsonObject) => Promise<Result<HttpResponse>>,
	): Promise<Result<HttpResponse>> {
		const aliases = new Map(
			operation.body.collectionFields.map(({ wire, alias }) => [wire, alias]),
		);
		const fields = Object.entries(body).map(([wire, value]) => ({
			wire,
			value,
			alias: aliases.get(wire) ?? wire,
		}));
		const renamed = (some: typeof fields): JsonObject =>
			Object.fromEntries(some.map(({ alias, value }) => [alias, value]));
		if (this.usesAliases) return await send(renamed(fields));

		const response = await send(body);
		if (isProblem(response) || !isJsonObject(response.json)) return response;

		const { json } = response;
		const unknown = fields.filter(({ wire, alias }) => !(wire in json) && alias in json);

		this.usesAliases ||= unknown.length > 0;
		// The record may have the value already.
		const missed = unknown.filter(({ alias, value }) => json[alias] !== value);

		return missed.length === 0 ? response : await send(renamed(missed));
	}
}
