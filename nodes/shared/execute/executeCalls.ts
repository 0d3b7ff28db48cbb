import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { Client } from '../client/client';
import type { Input } from '../input/readItems';
import { type Call, forCall } from '../model/call';
import { guarded } from '../model/guarded';
import { isCanceled } from '../model/isCanceled';
import { listHints } from '../pagination/listHints';
import { resolveKeys } from '../resolve/resolveKeys';
import { isProblem } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { Scheduler } from '../scheduler/Scheduler';
import { sendWithKey, sendWithoutKey } from '../transport/send';
import { batchAdditions } from './batchAdditions';
import { changedBy } from './changeOrder';
import { Execution } from './execution';
import { EXECUTORS } from './executors';
import { itemResults } from './itemResults';
import { hasFailed, type ItemResult } from './jobResults';

/** What an execution came to. */
export interface ExecutionResult {
	/** By the index of the item; one that was not begun is not among them. */
	readonly results: ReadonlyMap<number, ItemResult>;
	/** What the user is told under the output. */
	readonly hints: readonly NodeExecutionHint[];
}

/**
 * Carries out calls of one operation by a scheduler of their own.
 *
 * @param given calls whose paths may have keys in the place of IDs
 * @param continueOnFail whether others are begun after one has failed
 */
export async function executeCalls(
	context: IExecuteFunctions,
	given: readonly Call[],
	{ connection, settings }: NonNullable<Input['sending']>,
	continueOnFail: boolean,
): Promise<ExecutionResult> {
	const { concurrency, timeout } = settings;
	const scheduler = new Scheduler(settings);
	context.onExecutionCancellation(() => scheduler.close('canceled'));
	if (isCanceled(context)) scheduler.close('canceled');

	const client = new Client(
		connection,
		scheduler.over(sendWithKey(context, connection, timeout)),
		scheduler.over(sendWithoutKey(context, connection, timeout)),
	);
	const { calls, failed } = await resolveKeys(given, { client, concurrency, continueOnFail });
	// What can be found out before anything is changed, is.
	if (!continueOnFail && failed.size > 0) scheduler.close('ended');

	const execution = new Execution(client, scheduler, continueOnFail);
	const jobs = batchAdditions(calls);
	const results = await mapConcurrently(
		jobs,
		{
			concurrency,
			// It shows how the paths and fields of this server differ (rows 2 and 3), or that nothing
			// will work, mostly at the price of one response; a storage shows nothing of that.
			firstAlone: calls.some(({ kind }) => kind !== 'upload'),
			orderBy: ({ call }) => changedBy(call),
			shouldStop: () => scheduler.isClosed,
		},
		async ({ call }, showed) => {
			const result = await guarded(async () => await forCall(EXECUTORS, call, execution, showed));
			if (!continueOnFail && hasFailed(result)) scheduler.close('ended');
			return result;
		},
	);

	const statistics = results.flatMap((result) =>
		result === undefined || isProblem(result) || !('statistics' in result)
			? []
			: (result.statistics ?? []),
	);
	const lists = calls.flatMap((call) =>
		call.kind === 'list' ? [call.operation.list.records] : [],
	);
	const messages = [...listHints(lists[0] ?? 'records', statistics), ...scheduler.hints()];
	return {
		results: new Map([...failed, ...itemResults(calls, jobs, results)]),
		hints: messages.map((message) => ({ message, type: 'info', location: 'outputPane' })),
	};
}
