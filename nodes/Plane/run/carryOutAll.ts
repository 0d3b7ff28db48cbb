import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { ask } from './ask';
import type { Call } from './call';
import { carrier } from './carryOut';
import { isCanceled } from './canceled';
import { guarded } from './failure';
import { grouped } from './group';
import { identifyAll } from './identify';
import { laneOf } from './lane';
import { hintsOf } from './list/hints';
import type { Account } from './list/rows';
import { hasFailed, outcomesOf, type Outcome } from './outcomes';
import type { Ready } from './plan';
import { redirecting } from './redirect';
import { serviceRequest } from './request';
import { inLanes } from './schedule/lanes';
import { Schedule } from './schedule/schedule';
import { sendWithKey } from './send';

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
