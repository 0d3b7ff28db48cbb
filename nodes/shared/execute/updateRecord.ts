import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpected } from '../errors/credentialErrors';
import { sameId } from '../fields/identifier';
import { isJsonObject } from '../fields/json';
import type { Call } from '../model/call';
import { isProblem } from '../result/problem';
import type { Execution, JobResult } from './execution';
import { recordsOf } from './recordsOf';

/** Changes the record of a call. */
export async function updateRecord(
	given: Call<'update'>,
	execution: Execution,
): Promise<JobResult> {
	const { client, aliases } = execution;
	const merged = await withMerged(given, execution);
	if (isProblem(merged)) return merged;
	const { call, held } = merged;
	const isNothing = Object.keys(call.body).length === 0;
	// Everything is as it is to be: a write would only move the time of the last change (row 48).
	if (isNothing && held !== undefined) return execution.written(call, [held]);
	const response = isNothing
		? await client.read(call, call.operation.request.path)
		: await aliases.send(call, async (body) => await client.request(call, { body }));
	return execution.written(call, isProblem(response) ? response : recordsOf(response, call));
}

/**
 * The call with whole lists, where entries are to be added to those that the record has, or to be taken
 * out of them: servers replace the whole list (row 25), so what there is is read first.
 */
async function withMerged(call: Call<'update'>, { client }: Execution) {
	const merges = Object.entries(call.merged).filter(([wire]) => Array.isArray(call.body[wire]));
	if (merges.length === 0) return { call, held: undefined };
	const response = await client.read(call, call.operation.request.path);
	if (isProblem(response)) return response;
	const { json: held } = response;
	// With a list that cannot be read, all that is in it would be lost.
	if (!isJsonObject(held)) return unexpected(response, 'is not a record');
	const body: JsonObject = { ...call.body };
	const unchanged: string[] = [];
	for (const [wire, action] of merges) {
		const before = idsIn(held[wire]);
		if (before === undefined) {
			const field = call.operation.body.added.find((each) => each.wire === wire);
			return unexpected(response, `has no readable ${field?.displayName ?? wire}`);
		}
		const given = idsIn(body[wire]) ?? [];
		const isAdded = action === 'add';
		// Not by how many there are: a list may hold an entry twice.
		if (given.every((id) => before.includes(id) === isAdded)) unchanged.push(wire);
		body[wire] = isAdded
			? [...new Set([...before, ...given])]
			: before.filter((id) => !given.includes(id));
	}
	const left = Object.entries(body).filter(([wire]) => !unchanged.includes(wire));
	return { call: { ...call, body: Object.fromEntries(left) }, held };
}

/** The IDs in a list, or of the records in it; undefined: it is no such list. */
function idsIn(value: JsonValue | undefined): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const ids = value.map((entry) => (isJsonObject(entry) ? entry.id : entry));
	return ids.every((id) => typeof id === 'string') ? ids.map(sameId) : undefined;
}
