import { withoutResponse } from '../../shared/client/client';
import type { Call, ServiceCall } from '../../shared/model/call';
import {
	alreadyRemoved,
	isMissing,
	notAMember,
	suggestIgnoreMissing,
} from '../../shared/errors/notFound';
import { displayNameOf } from '../../shared/errors/pathParameters';
import { preconditionNotMet } from '../../shared/errors/refusals';
import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';
import { isProblem, isUnfinished, type Problem, type Result } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import type { ServiceRequest } from '../../shared/transport/request';
import { valueAt } from './write/compareRecord';
import type { Execution } from './Execution';
import { type JobResult, toOutputs } from './results';
import { lastPathId } from './responseRecords';

/** Carries out an action: `{"archived": true, "id": …}`. */
export async function executeAction(
	call: Call<'action'>,
	execution: Execution,
): Promise<JobResult> {
	const { body, operation } = call;
	const refusal = await checkPrecondition(call, execution);
	if (refusal !== undefined) return refusal;

	const isGone = await execution.formerMembers.includes(call);
	if (isGone && call.ignoreMissing) {
		return toOutputs([{ [operation.resultKey]: false, id: lastPathId(call) }]);
	}
	if (isGone) return suggestIgnoreMissing(alreadyRemoved(call));

	const isDone = await sendOnce(call, { ...(body && { body }) }, execution);

	return isProblem(isDone)
		? isDone
		: toOutputs([{ [operation.resultKey]: isDone, id: lastPathId(call) }]);
}

/**
 * Why an action is not carried out on a record that it is not for, although the server would accept
 * it (row 90). A record that is not found may be archived already: then the action itself shows why.
 */
async function checkPrecondition(
	call: Call<'action'>,
	{ client }: Execution,
): Promise<Problem | undefined> {
	const { precondition } = call.operation;
	if (precondition === undefined || call.skipPrecondition === true) return undefined;

	const { path } = call.operation.request;
	const query = { expand: precondition.expand };
	const response = await client.read(call, path, query);
	if (isProblem(response)) return isMissing(response.response) ? undefined : response;

	const { json } = response;
	const value = isJsonObject(json) ? asText(valueAt(json, precondition.rowPath)) : undefined;
	const isMet = value === undefined || precondition.allowedValues.includes(value);

	return isMet ? undefined : preconditionNotMet(call, precondition);
}

/** Removes records from another one, several at the same time: `{"removed": true, "id": …}` for each. */
export async function executeRemove(
	call: Call<'remove'>,
	execution: Execution,
): Promise<JobResult> {
	const { ids, operation } = call;
	const outcomes = await mapConcurrently(
		ids,
		{
			concurrency: execution.paging.concurrency,
			shouldStop: (outcome) => isProblem(outcome) && !execution.continueOnFail,
		},
		async (id) => {
			const path = { ...call.path, [operation.idPlaceholder]: id };

			return withoutResponse(await sendOnce({ ...call, path }, {}, execution, notAMember(call)));
		},
	);
	const failures = outcomes.flatMap((outcome, index) =>
		isProblem(outcome) ? [{ id: ids[index] ?? '', outcome }] : [],
	);
	const first = failures.find(({ outcome }) => !isUnfinished(outcome)) ?? failures[0];
	if (first === undefined) {
		return toOutputs(ids.map((id, index) => ({ removed: outcomes[index] ?? false, id })));
	}

	const { displayName } = operation.idsField;
	const message = `${displayName}: ${displayNameOf(call, first.id)} was not removed: ${first.outcome.message}`;
	if (ids.length === 1) return { ...first.outcome, message };

	const done = ids.filter((_, index) => typeof outcomes[index] === 'boolean').length;
	const failed = failures.map(({ id }) => displayNameOf(call, id)).join(', ');
	const untried = ids.length - done - failures.length;
	const notTried = untried === 0 ? '' : ` Not tried: ${untried}.`;

	return {
		...first.outcome,
		message,
		description: `${first.outcome.description} Removed: ${done} of ${ids.length}. Not removed: ${failed}.${notTried}`,
	};
}

/**
 * Sends a request that can succeed only once, because it deletes, archives or removes its record.
 *
 * @param missing the Problem if there is no such record; default: the server's own
 * @returns true if it was carried out; false if there is no such record, and that is acceptable
 */
async function sendOnce(
	call: ServiceCall & { readonly ignoreMissing: boolean },
	step: Partial<ServiceRequest>,
	{ client }: Execution,
	missing?: Problem,
): Promise<Result<boolean>> {
	const result = await client.request(call, step);
	if (!isProblem(result)) return true;

	const { response } = result;
	const hidden = response?.status === 403 ? await findHiddenProblem(call, client) : undefined;
	const isGone = isMissing(response) || hidden !== undefined;
	if (!isGone) return result;

	// If an earlier attempt may have succeeded and the record is gone, it did succeed.
	if (response?.mayHaveSucceeded === true) return true;

	return call.ignoreMissing ? false : suggestIgnoreMissing(missing ?? hidden ?? result);
}

/**
 * Finds out whether a project was deleted if the server denies access to it: it does so in both cases, and
 * only a read of the project shows which one it is (rows 18 and 74).
 */
async function findHiddenProblem(
	call: ServiceCall,
	client: Execution['client'],
): Promise<Problem | undefined> {
	if (call.operation.locators.length !== 1) return undefined;

	const [path = ''] = /^[^{]*\{\w+\}\//.exec(call.operation.request.path) ?? [];
	const read = await client.read(call, path);

	return isProblem(read) && isMissing(read.response) ? read : undefined;
}
