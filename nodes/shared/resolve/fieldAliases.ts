import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Field } from '../fields/kinds';
import type { Call } from '../model/call';
import type { Operation } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** Sends a body for a call. */
type SendBody = (body: JsonObject) => Promise<Result<HttpResponse>>;

/**
 * Sends the changes of a call so that a server takes them that calls a field otherwise than the
 * specification. Such a server answers with success and leaves the field as it was, which its
 * response shows: it has no such field, but the other one (row 3). Then that field is sent again by
 * its other name, and by that name alone for the rest of the execution.
 */
export class FieldAliases {
	private readonly renamed = new Set<Operation>();

	async send({ operation, body }: Call<'update'>, send: SendBody): Promise<Result<HttpResponse>> {
		const aliases = operation.body.changes.filter(
			({ wire, alias }) => alias !== undefined && wire in body,
		);
		if (this.renamed.has(operation)) return await send(rename(body, aliases));

		const response = await send(body);
		if (isProblem(response)) return response;
		const unknown = aliases.filter((field) => isUnknown(field, response));
		if (unknown.length === 0) return response;
		this.renamed.add(operation);
		const missed = unknown.filter((field) => !isTaken(field, body, response));
		const again = rename(
			Object.fromEntries(missed.map(({ wire }) => [wire, body[wire] ?? null])),
			missed,
		);
		return missed.length === 0 ? response : await send(again);
	}
}

/** Whether the response has the field by its other name only. */
const isUnknown = ({ wire, alias = '' }: Field, { json }: HttpResponse): boolean =>
	isJsonObject(json) && !(wire in json) && alias in json;

/** Whether the response already has the value that was sent. */
const isTaken = ({ wire, alias = '' }: Field, body: JsonObject, { json }: HttpResponse): boolean =>
	isJsonObject(json) && json[alias] === body[wire];

const rename = (body: JsonObject, fields: readonly Field[]): JsonObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			fields.find(({ wire }) => wire === name)?.alias ?? name,
			value,
		]),
	);
