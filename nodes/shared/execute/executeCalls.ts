import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { ask } from '../client/client';
import type { Call } from '../model/call';
import { carrier } from './executors';
import { isCanceled } from '../model/isCanceled';
import { guarded } from '../output/failures';
import { grouped } from './batchAdditions';
import { identifyAll } from '../resolve/resolveKeys';
import { laneOf } from './lane';
import { hintsOf } from '../pagination/listHints';
import type { Account } from '../pagination/RowCollector';
import { hasFailed, outcomesOf, type Outcome } from './jobResults';
import type { Ready } from '../input/readItems';
import { redirecting } from '../transport/followRedirects';
import { serviceRequest } from '../transport/request';
import { inLanes } from '../scheduler/mapConcurrently';
import { Schedule } from '../scheduler/Scheduler';
import { sendWithKey } from '../transport/send';

/** What an execution came to. */
export interface Course {
	/** By the index of the item; one that was not begun is not among them. */
	readonly outcomes: ReadonlyMap<number, Outcome>;
	/** What the user is told under the output. */
	readonly hints: readonly NodeExecutionHint[];
}

/**
 * Carries out calls of one operation by a schedule of their own.
 *
 * @param given calls whose paths may have names in the place of IDs
 * @param goesOn whether others are begun after one has failed
 */
export async function carryOutAll(
	context: IExecuteFunctions,
	given: readonly Call[],
	{ connection, settings }: Ready,
	goesOn: boolean,
): Promise<Course> {
	const schedule = new Schedule(settings);
	context.onExecutionCancellation(() => schedule.close('canceled'));
	if (isCanceled(context)) schedule.close('canceled');

	const direct = schedule.over(sendWithKey(context, connection, settings.timeout));
	const reads = redirecting(direct);
	const { calls, failed } = await identifyAll(given, {
		ask: async (call) => await ask(reads, serviceRequest(call, connection), call),
		atOnce: settings.atOnce,
		goesOn,
	});
	// What can be found out before anything is changed, is.
	if (!goesOn && failed.size > 0) schedule.close('ended');

	const accounts: Account[] = [];
	const means = { schedule, direct, goesOn };
	const carryOut = carrier(context, connection, means, (account) => accounts.push(account));
	const jobs = grouped(calls);
	const dones = await inLanes(jobs, {
		atOnce: settings.atOnce,
		// It shows how the paths and fields of this server differ (observed rows 2 and 3), or that
		// nothing will work, mostly at the price of one answer; a storage shows nothing of that.
		scout: calls.some(({ operation }) => operation.upload === undefined),
		laneOf: ({ call }) => laneOf(call),
		work: async ({ call }, show) => {
			const done = await guarded(async () => await carryOut(call, show));
			if (!goesOn && hasFailed(done)) schedule.close('ended');
			return done;
		},
		ends: () => schedule.isClosed,
	});

	const records = calls.map(({ operation }) => operation.list?.records).find(Boolean);
	return {
		outcomes: new Map<number, Outcome>([...failed, ...outcomesOf(calls, jobs, dones)]),
		hints: [...(records === undefined ? [] : hintsOf(records, accounts)), ...schedule.hints()],
	};
}
