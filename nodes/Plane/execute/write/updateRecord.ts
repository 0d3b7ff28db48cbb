import type { JsonObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { isUnsupported } from '../../../shared/errors/notFound';
import { failed } from '../../../shared/errors/problemFrom';
import { isJsonObject } from '../../../shared/fields/json';
import { savedButNotRead } from '../../../shared/errors/valueNotTaken';
import type { Call } from '../../../shared/model/call';
import type { SingleList } from '../../../shared/operations/operation';
import { getValuesOwner } from '../../../shared/resolve/buildValuesBody';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import type { HttpResponse } from '../../../shared/transport/response';
import { buildChangedBody, hasOpenRange, needsRecord } from './changeRecord';
import { readIdList } from './compareRecord';
import { sendWrite } from '../bulk/sendWrite';
import type { Execution } from '../Execution';
import { locationKey } from '../orderingKey';
import { hasUncertainPeople } from './keepPeople';
import {
	getLastPathId,
	getOwnId,
	readGroups,
	readOnlyGroup,
	recordsInResponse,
} from '../responseRecords';
import { type SendOptions, sendParts } from './sendParts';
import type { WriteResult } from './WriteResult';

/** Updates a record. */
export async function updateRecord(
	call: Call<'update'>,
	execution: Execution,
): Promise<WriteResult> {
	const record = await readIfNeeded(call, execution);
	if (isProblem(record)) return record;

	if (record === undefined || !dependsOnRecord(call)) {
		return await sendChanges(call, call.body, { record, execution });
	}

	return await updateKnownRecord(call, record, execution);
}

/**
 * Updates a record whose current values are known: sends what differs from them.
 *
 * @param record with its current values, as far as they matter
 */
export async function updateKnownRecord(
	call: Call<'update'>,
	record: JsonObject,
	execution: Execution,
): Promise<WriteResult> {
	const merged = mergeLists(call, record);
	if (isProblem(merged)) return merged;

	const body = buildChangedBody(record, call.operation.body, merged);
	if (isProblem(body)) return body;

	// Nothing would change; a write would only bump `updated_at` (row 48).
	if (Object.keys(body).length === 0) {
		return execution.recordWrite(call, [{ record, outcome: 'unchanged' }], {});
	}

	return await sendChanges(call, body, { record, execution });
}

/** @param record the current record, or undefined if it was not read */
async function sendChanges(
	call: Call<'update'>,
	body: JsonObject,
	{ record, execution }: Pick<SendOptions, 'record' | 'execution'>,
): Promise<WriteResult> {
	return await sendParts(call, body, {
		record,
		execution,
		key: locationKey(call),
		send: async (part) => await send({ ...call, body: part }, execution),
	});
}

/** Whether a call cannot be carried out without the current record. */
const requiresRecord = (call: Call<'update'>): boolean =>
	Object.keys(call.body).length === 0 ||
	findMergedLists(call).length > 0 ||
	needsRecord(call.operation.body, call.body);

/** Whether the body to send depends on the current record. */
const dependsOnRecord = (call: Call<'update'>): boolean =>
	requiresRecord(call) || hasOpenRange(call.operation.body, call.body);

/** The lists of a call whose entries are added to the record's own list, or removed from it. */
const findMergedLists = ({ listActions, body }: Call<'update'>) =>
	Object.entries(listActions).filter(([wire]) => Array.isArray(body[wire]));

/** Reads the record of a call. Returns undefined if it is not needed, or if it is optional and cannot be read. */
async function readIfNeeded(
	call: Call<'update'>,
	execution: Execution,
): Promise<Result<JsonObject | undefined>> {
	const { body, operation } = call;
	const isRequired = requiresRecord(call);
	const isUseful =
		hasOpenRange(operation.body, body) ||
		hasUncertainPeople(call, body, execution.assignablePeople);
	if (!isRequired && !isUseful) return undefined;

	const { client } = execution;
	const { path } = operation.request;
	const response = await client.read(call, path);
	if (isProblem(response)) {
		// If the server cannot show a single record, date ranges and assignees stay unchecked.
		return !isRequired && isUnsupported(response.response, call) ? undefined : response;
	}

	const { json } = response;

	return isJsonObject(json)
		? execution.withLatestValues(locationKey(call), { ...getOwnId(call), ...json })
		: unexpectedResponse(response, 'is not a record');
}

/**
 * Applies the list actions of a call to the current lists of its record, because servers can only replace
 * a whole list (row 25).
 *
 * @returns the body of the call with complete lists
 */
function mergeLists(call: Call<'update'>, record: JsonObject): Result<JsonObject> {
	const body: JsonObject = { ...call.body };

	for (const [wire, action] of findMergedLists(call)) {
		const currentIds = readIdList(record[wire]);
		// If the list cannot be read, all its entries would be lost.
		if (currentIds === undefined) return unreadableList(call, wire);

		const ids = readIdList(body[wire]) ?? [];

		body[wire] =
			action === 'add'
				? [...new Set([...currentIds, ...ids])]
				: currentIds.filter((id) => !ids.includes(id));
	}

	return body;
}

function unreadableList({ operation }: Call<'update'>, wire: string): Problem {
	const field = operation.body.collectionFields.find((candidate) => candidate.wire === wire);

	return failed(
		`The response of the server has no readable ${field?.displayName ?? wire}`,
		'This version of Plane does not show the list: update the server. Without the Action field, the list is replaced: then enter all who are to stay, too.',
	);
}

async function send(call: Call<'update'>, execution: Execution) {
	const { client, fieldAliases: aliases } = execution;
	const { grouped, request } = call.operation;
	const response = await sendWrite(
		{
			call,
			action: 'update',
			id: getLastPathId(call),
			body: call.body,
			sendAlone: async () =>
				await aliases.send(call, async (body) => await client.request(call, { body })),
		},
		execution,
	);
	if (isProblem(response)) return response;
	if (grouped === undefined) return recordsInResponse(response, call);

	const current = await client.read(call, request.path);
	const records = isProblem(current) ? current : readSavedGroups(current, grouped, call);

	return isProblem(records) ? savedButNotRead(records) : records;
}

function readSavedGroups(
	response: HttpResponse,
	grouped: SingleList,
	call: Call<'update'>,
): Result<JsonObject[]> {
	if (getValuesOwner(call) === 'manyOfCustomer') return readGroups(response, grouped, call);

	const json = readOnlyGroup(response, grouped, call);

	return isJsonObject(json) ? [json] : unexpectedResponse(response, 'is not a record');
}
