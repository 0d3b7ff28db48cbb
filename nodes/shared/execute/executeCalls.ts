import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { Client } from '../client/client';
import type { Input } from '../input/readItems';
import { type Call, forCall } from '../model/call';
import { guarded } from '../model/guarded';
import { isCanceled } from '../model/isCanceled';
import { listHints } from '../pagination/listHints';
import { resolveKeys } from '../resolve/resolveKeys';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { Scheduler } from '../scheduler/Scheduler';
import { sendWithKey, sendWithoutKey } from '../transport/send';
import { Execution, hasFailed, type ItemResult } from './execution';
import { EXECUTORS } from './executors';
import { batchAdditions, changedBy, itemResults } from './jobs';

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
	const scheduler = new Scheduler(settings);
	context.onExecutionCancellation(() => scheduler.close());
	if (isCanceled(context)) scheduler.close();

	const client = new Client(
		connection,
		scheduler.over(sendWithKey(context, connection, timeout)),
		scheduler.over(sendWithoutKey(context, connection, timeout)),
	);
	const { calls, failed } = await resolveKeys(given, { client, concurrency, continueOnFail });
	// What can be found out before anything is changed, is.
	if (!continueOnFail && failed.size > 0) scheduler.close();

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
			if (!continueOnFail && hasFailed(result)) scheduler.close();
			return result;
		},
	);

	const statistics = results.flatMap((result) =>
		result !== undefined && 'statistics' in result ? (result.statistics ?? []) : [],
	);
	const [first] = calls;
	const records = first?.kind === 'list' ? first.operation.list.records : 'records';
	return {
		results: new Map<number, ItemResult>([...failed, ...itemResults(calls, jobs, results)]),
		hints: [...listHints(records, statistics), ...scheduler.hints()].map(
			(message): NodeExecutionHint => ({ message, type: 'info', location: 'outputPane' }),
		),
	};
}
