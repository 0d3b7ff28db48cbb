import type { JsonObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { isLacking } from '../../../shared/errors/notFound';
import { failed } from '../../../shared/errors/problemFrom';
import { isJsonObject } from '../../../shared/fields/json';
import type { Call } from '../../../shared/model/call';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { changedBody, hasOpenRange, needsRecord, recordKey } from './changeRecord';
import { idsInList } from './compareRecord';
import type { Execution, JobResult } from '../Execution';
import { hasUncertainPeople } from './keepPeople';
import { lastPathId, recordsInResponse } from '../responseRecords';
import { sendParts } from './sendParts';

/** Changes the record of a call. */
export async function updateRecord(call: Call<'update'>, execution: Execution): Promise<JobResult> {
	const record = await readIfNeeded(call, execution);
	if (isProblem(record)) return record;

	if (record === undefined || !dependsOnRecord(call)) {
		return await sendChanges(call, call.body, { record, execution });
	}

	const merged = mergeLists(call, record);
	if (isProblem(merged)) return merged;

	const body = changedBody(record, call.operation.body, merged);
	if (isProblem(body)) return body;

	// Everything is as it is to be: a write would only move the time of the last change (row 48).
	if (Object.keys(body).length === 0) return execution.recordWrite(call, [record], {});

	return await sendChanges(call, body, { record, execution });
}

/** Sends a body to the record of a call. @param record as it was read; undefined: nothing depends on it */
async function sendChanges(
	call: Call<'update'>,
	body: JsonObject,
	{
		record,
		execution,
	}: { readonly record?: JsonObject | undefined; readonly execution: Execution },
): Promise<JobResult> {
	return await sendParts(call, body, {
		record,
		execution,
		key: recordKey(call),
		send: async (part) => await send({ ...call, body: part }, execution),
	});
}

/** Whether what is sent depends on what the record of a call has. */
const dependsOnRecord = (call: Call<'update'>): boolean =>
	Object.keys(call.body).length === 0 ||
	mergedLists(call).length > 0 ||
	needsRecord(call.operation.body, call.body) ||
	hasOpenRange(call.operation.body, call.body);

/** The lists of a call whose entries are added to those that the record has, or taken out of them. */
const mergedLists = ({ merged, body }: Call<'update'>) =>
	Object.entries(merged).filter(([wire]) => Array.isArray(body[wire]));

/**
 * Reads the record of a call, if what is sent depends on it.
 *
 * @returns undefined: nothing depends on it
 */
async function readIfNeeded(
	call: Call<'update'>,
	execution: Execution,
): Promise<Result<JsonObject | undefined>> {
	const { body, operation } = call;
	const isNeeded =
		Object.keys(body).length === 0 ||
		mergedLists(call).length > 0 ||
		needsRecord(operation.body, body);
	const isUseful =
		hasOpenRange(operation.body, body) ||
		hasUncertainPeople(call, body, execution.assignablePeople);
	if (!isNeeded && !isUseful) return undefined;

	const { client } = execution;
	const { path } = operation.request;
	const response = await client.read(call, path);
	if (isProblem(response)) {
		// On a server that shows no such record, the order of two days and the people stay unchecked.
		return !isNeeded && isLacking(response.response, call) ? undefined : response;
	}

	const { json } = response;

	return isJsonObject(json)
		? execution.withLatestValues(recordKey(call), { id: lastPathId(call), ...json })
		: unexpectedResponse(response, 'is not a record');
}

/**
 * The body of a call with whole lists, where entries are added to those that a record has, or taken out
 * of them: servers replace the whole list (row 25).
 */
function mergeLists(call: Call<'update'>, record: JsonObject): Result<JsonObject> {
	const body: JsonObject = { ...call.body };

	for (const [wire, action] of mergedLists(call)) {
		const held = idsInList(record[wire]);
		// With a list that cannot be read, all that is in it would be lost.
		if (held === undefined) return unreadableList(call, wire);

		const given = idsInList(body[wire]) ?? [];

		body[wire] =
			action === 'add'
				? [...new Set([...held, ...given])]
				: held.filter((id) => !given.includes(id));
	}

	return body;
}

function unreadableList({ operation }: Call<'update'>, wire: string): Problem {
	const field = operation.body.collectionFields.find((each) => each.wire === wire);

	return failed(
		`The response of the server has no readable ${field?.displayName ?? wire}`,
		'Replace the whole list instead, or update the server: this version of Plane does not show it.',
	);
}

async function send(call: Call<'update'>, { client, fieldAliases: aliases }: Execution) {
	const response = await aliases.send(call, async (body) => await client.request(call, { body }));

	return isProblem(response) ? response : recordsInResponse(response, call);
}
