import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { Client } from '../client/client';
import type { Input } from '../input/readItems';
import { type Call, forCall } from '../model/call';
import { guarded } from '../model/guarded';
import { isCanceled } from '../model/isCanceled';
import { listHints } from '../pagination/listHints';
import { createLabel } from '../operations';
import { NameResolver } from '../resolve/resolveNames';
import { isProblem, type Problem } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { Scheduler } from '../scheduler/Scheduler';
import { sendWithKey, sendWithoutKey } from '../transport/send';
import { Execution, hasFailed, type ItemResult } from './execution';
import { createNamed } from './createRecord';
import { EXECUTORS } from './executors';
import { batchAdditions, changedBy, itemResults } from './jobs';
import { joiningCalls, notJoined } from './memberships';

/**
 * Carries out calls of one operation by a scheduler of their own.
 *
 * @param given calls whose paths may have keys in the place of IDs
 * @param continueOnFail whether others are begun after one has failed
 * @returns the results by the index of the item, without those that were not begun, and what the user
 *   is told under the output
 */
export async function executeCalls(
	context: IExecuteFunctions,
	given: readonly Call[],
	{ connection, settings }: NonNullable<Input['sending']>,
	continueOnFail: boolean,
) {
	const { concurrency, timeout } = settings;
	const begin = (goesOn = continueOnFail) => {
		const scheduler = new Scheduler(settings);
		context.onExecutionCancellation(() => scheduler.close());
		if (isCanceled(context)) scheduler.close();
		const client = new Client(
			connection,
			scheduler.over(sendWithKey(context, connection, timeout)),
			scheduler.over(sendWithoutKey(context, connection, timeout)),
		);
		return new Execution(client, scheduler, goesOn);
	};
	const execution = begin();
	const { scheduler } = execution;
	const names = new NameResolver({
		client: execution.client,
		paging: execution.paging,
		continueOnFail,
		createLabel: async (place, name) => await createNamed(createLabel, place, name, execution),
	});
	const calls = await names.resolve(given);
	const { failed } = names;
	// What can be found out before anything is changed, is.
	if (!continueOnFail && failed.size > 0) scheduler.close();

	const carryOut = async (wanted: readonly Call[], by: Execution) => {
		const jobs = batchAdditions(wanted);
		const results = await mapConcurrently(
			jobs,
			{
				concurrency,
				// It shows how the paths and fields of this server differ (rows 2 and 3), or that nothing
				// will work, mostly at the price of one response; a storage shows nothing of that.
				firstAlone: wanted.some(({ kind }) => kind !== 'upload'),
				orderBy: ({ call }) => changedBy(call),
				shouldStop: () => by.scheduler.isClosed,
			},
			async ({ call }, showed) => {
				const result = await guarded(async () => await forCall(EXECUTORS, call, by, showed));
				if (!by.continueOnFail && hasFailed(result)) by.scheduler.close();
				return result;
			},
		);
		return { results, items: itemResults(wanted, jobs, results) };
	};
	const { results, items } = await carryOut(calls, execution);
	const { memberships } = execution;
	// What was written is to be complete, whatever failed.
	const joining = scheduler.isClosed
		? begin(true)
		: new Execution(execution.client, scheduler, true);
	const joined = new Map<number, ItemResult>();
	for (const some of joiningCalls(memberships)) {
		const { items: added } = await carryOut(some, joining);
		for (const [index, result] of added) joined.set(index, result);
	}

	const statistics = results.flatMap((result) =>
		result !== undefined && 'statistics' in result ? (result.statistics ?? []) : [],
	);
	const [first] = calls;
	const records = first?.kind === 'list' ? first.operation.list.records : 'records';
	return {
		results: withNotJoined(new Map([...failed, ...items]), notJoined(memberships, joined)),
		hints: [...listHints(records, statistics), ...scheduler.hints()].map(
			(message): NodeExecutionHint => ({ message, type: 'info', location: 'outputPane' }),
		),
	};
}

/** The results of items with what was not added to a cycle or a module, beside what else went wrong. */
function withNotJoined(
	results: ReadonlyMap<number, ItemResult>,
	failures: ReadonlyMap<number, Problem>,
): Map<number, ItemResult> {
	const all = new Map(results);

	for (const [index, failure] of failures) {
		const own = results.get(index);
		all.set(index, own !== undefined && isProblem(own) ? inOne(own, failure) : failure);
	}
	return all;
}

/** Two Problems of one item: a value that was not taken, and a target that it was not added to. */
const inOne = (first: Problem, second: Problem): Problem => ({
	...second,
	message: `${first.message}; ${second.message}`,
	description: `${first.description} ${second.description}`,
});
