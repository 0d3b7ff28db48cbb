import type { Call, ServiceCall } from '../model/call';
import { isMissing, notIn, orGoOn } from '../errors/notFound';
import { nameGiven } from '../errors/pathParameters';
import { isProblem, isUnfinished, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { isFault } from '../transport/response';
import type { ServiceRequest } from '../transport/request';
import { type Execution, type JobResult, outputsOf } from './execution';
import { idOf } from './recordsOf';

/** Carries out an action: `{"archived": true, "id": …}`. */
export async function executeAction(
	call: Call<'action'>,
	execution: Execution,
): Promise<JobResult> {
	const { body, operation } = call;
	const isDone = await doOnce(call, { ...(body && { body }) }, execution);
	return isProblem(isDone) ? isDone : outputsOf([{ [operation.done]: isDone, id: idOf(call) }]);
}

/** Takes records out of another one, several at the same time: `{"removed": true, "id": …}` for each. */
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
			const path = { ...call.path, [operation.removal.placeholder]: id };
			return await doOnce({ ...call, path }, {}, execution, notIn(call));
		},
	);
	const failures = outcomes.flatMap((outcome, index) =>
		isProblem(outcome) ? [{ id: ids[index] ?? '', outcome }] : [],
	);
	const first = failures.find(({ outcome }) => !isUnfinished(outcome)) ?? failures[0];
	if (first === undefined) {
		return outputsOf(ids.map((id, index) => ({ removed: outcomes[index] ?? false, id })));
	}
	const { displayName } = operation.removal.field;
	const message = `${displayName}: ${nameGiven(call, first.id)} was not removed: ${first.outcome.message}`;
	if (ids.length === 1) return { ...first.outcome, message };
	const done = ids.filter((_, index) => typeof outcomes[index] === 'boolean').length;
	const failed = failures.map(({ id }) => nameGiven(call, id)).join(', ');
	const untried = ids.length - done - failures.length;
	const rest = untried === 0 ? '' : ` Not tried: ${untried}.`;
	return {
		...first.outcome,
		message,
		description: `${first.outcome.description} Removed: ${done} of ${ids.length}. Not removed: ${failed}.${rest}`,
	};
}

/**
 * Sends a request that finds its record once.
 *
 * @param missing what is said where there is no such record; default: what the server says
 * @returns whether it has done it: not, where there is no such record, and that will do
 */
async function doOnce(
	call: ServiceCall & { readonly goesOn: boolean },
	step: Partial<ServiceRequest>,
	{ client }: Execution,
	missing?: Problem,
): Promise<Result<boolean>> {
	const request = client.build(call, step);
	const outcome = await client.send(request);
	const isGone = !isFault(outcome) && isMissing(outcome);
	// What an earlier try may have done and is not there has been done.
	if (isGone && outcome.mayBeDone === true) return true;
	if (isGone && call.goesOn) return false;
	const judged = client.judge(outcome, request, call);
	if (!isProblem(judged)) return true;
	return isGone ? orGoOn(missing ?? judged) : judged;
}
