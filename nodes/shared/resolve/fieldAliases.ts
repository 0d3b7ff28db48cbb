import type { JsonObject } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import { isJsonObject } from '../fields/json';
import type { Operation } from '../operations/operation';
import type { Answer } from '../transport/response';
import type { ServiceCall } from '../model/call';
import { isProblem, type Problem } from '../result/problem';

/** Sends a body for a call. */
type SendBody = (body: JsonObject) => Promise<Answer | Problem>;

/**
 * Sends the changes of a call so that a server takes them that calls a field otherwise than the
 * specification. Such a server answers with success and leaves the field as it was, which its
 * answer shows: it has no such field, but the other one (observed row 3). Then that field is sent
 * again by its other name, and by that name alone for the rest of the execution.
 */
export function aliasing(): (call: ServiceCall, send: SendBody) => Promise<Answer | Problem> {
	const renamed = new Set<Operation>();

	return async ({ operation, body = {} }, send) => {
		const aliases = (operation.body?.changes ?? []).filter(
			({ wire, alias }) => alias !== undefined && wire in body,
		);
		if (renamed.has(operation)) return await send(rename(body, aliases));

		const answer = await send(body);
		if (isProblem(answer)) return answer;
		const unknown = aliases.filter((field) => isUnknown(field, answer));
		if (unknown.length === 0) return answer;
		renamed.add(operation);
		const missed = unknown.filter((field) => !isTaken(field, body, answer));
		const again = rename(
			Object.fromEntries(missed.map(({ wire }) => [wire, body[wire] ?? null])),
			missed,
		);
		return missed.length === 0 ? answer : await send(again);
	};
}

/** Whether the answer has the field by its other name only. */
const isUnknown = ({ wire, alias = '' }: Field, { json }: Answer): boolean =>
	isJsonObject(json) && !(wire in json) && alias in json;

/** Whether the answer already has the value that was sent. */
const isTaken = ({ wire, alias = '' }: Field, body: JsonObject, { json }: Answer): boolean =>
	isJsonObject(json) && json[alias] === body[wire];

function rename(body: JsonObject, fields: readonly Field[]): JsonObject {
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			fields.find(({ wire }) => wire === name)?.alias ?? name,
			value,
		]),
	);
}
