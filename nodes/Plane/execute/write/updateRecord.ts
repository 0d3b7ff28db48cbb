import type { JsonObject } from 'n8n-workflow';

import type { RequestProblem } from '../../../shared/client/requestResult';
import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { isUnsupported } from '../../../shared/errors/notFound';
import { isJsonObject } from '../../../shared/fields/json';
import { savedButNotRead } from '../../../shared/errors/valueNotTaken';
import type { Call } from '../../../shared/model/call';
import type { SingleList } from '../../../shared/operations/operation';
import { getValuesOwner } from '../../../shared/resolve/buildValuesBody';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { HttpResponse } from '../../../shared/transport/response';
import type { Execution } from '../Execution';
import { locationKey } from '../orderingKey';
import {
	getLastPathId,
	getOwnId,
	readGroups,
	readOnlyGroup,
	recordsInResponse,
} from '../responseRecords';
import { type ChangePlan, findReadReason, planDifference, planUpdate } from './planChange';
import { sendChange } from './sendChange';
import type { WriteResult } from './WriteResult';

/** Updates a record: reads it first if `planChange` says so, and sends what is to be changed. */
export async function updateRecord(
	call: Call<'update'>,
	execution: Execution,
): Promise<WriteResult> {
	const record = await readIfNeeded(call, execution);
	if (isProblem(record)) return record;

	const plan = planUpdate(call, record, execution.assignablePeople);

	return isProblem(plan) ? plan : await sendPlan(call, plan, { record, execution });
}

/**
 * Updates a record whose current values are known.
 *
 * @param record with its current values, as far as they matter
 */
export async function updateKnownRecord(
	call: Call<'update'>,
	record: JsonObject,
	execution: Execution,
): Promise<WriteResult> {
	const plan = planDifference(call, record, execution.assignablePeople);

	return isProblem(plan) ? plan : await sendPlan(call, plan, { record, execution });
}

async function sendPlan(
	call: Call<'update'>,
	plan: ChangePlan,
	{
		record,
		execution,
	}: { readonly record?: JsonObject | undefined; readonly execution: Execution },
): Promise<WriteResult> {
	return await sendChange(call, plan, {
		record,
		execution,
		key: locationKey(call),
		send: async (part) => await send({ ...call, body: part }, execution),
	});
}

/** @returns the record; undefined if it is not needed, or if it is optional and the server does not show it */
async function readIfNeeded(
	call: Call<'update'>,
	execution: Execution,
): Promise<Result<JsonObject | undefined>> {
	const reason = findReadReason(call, execution.assignablePeople);
	if (reason === undefined) return undefined;

	const response = await execution.client.read(call, call.operation.request.path);
	if (isProblem(response)) {
		// Date ranges and assignees stay unchecked then.
		return !reason.isRequired && isUnsupported(response.response, call) ? undefined : response;
	}

	const { json } = response;

	return isJsonObject(json)
		? execution.written.updateRecord(locationKey(call), { ...getOwnId(call), ...json })
		: unexpectedResponse(response, 'is not a record');
}

async function send(
	call: Call<'update'>,
	execution: Execution,
): Promise<Result<readonly JsonObject[], RequestProblem>> {
	const { client, fieldAliases: aliases, sharedWrites } = execution;
	const { grouped, request } = call.operation;
	const response = await sharedWrites.send({
		call,
		action: 'update',
		id: getLastPathId(call),
		body: call.body,
		sendAlone: async () =>
			await aliases.send(call, async (body) => await client.request(call, { body })),
	});
	if (isProblem(response)) return response;
	if (grouped === undefined) return recordsInResponse(response, call);

	const current = await client.read(call, request.path);
	const records = isProblem(current) ? current : readSavedGroups(current, grouped, call);

	return isProblem(records) ? { ...savedButNotRead(records), wasCarriedOut: true } : records;
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
