import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Call } from './call';
import { carrier } from './carryOut';
import { guarded } from './failure';
import { grouped } from './group';
import { laneOf } from './lane';
import { hintsOf } from './list/hints';
import type { Account } from './list/rows';
import { hasFailed, outcomesOf } from './outcomes';
import type { Ready } from './plan';
import type { Problem } from './problem';
import { inLanes } from './schedule/lanes';
import { Schedule } from './schedule/schedule';

/** What an execution came to. */
export interface Course {
	/** By the index of the item; one that was not begun is not among them. */
	readonly outcomes: ReadonlyMap<number, IDataObject[] | Problem>;
	readonly canceled: boolean;
	/** What the user is told under the output. */
	readonly hints: readonly NodeExecutionHint[];
}

/**
 * Carries out calls of one operation by a schedule of their own.
 *
 * @param goesOn whether others are begun after one has failed
 */
export async function carryOutAll(
	context: IExecuteFunctions,
	calls: readonly Call[],
	{ connection, settings }: Ready,
	goesOn: boolean,
): Promise<Course> {
	const schedule = new Schedule(settings);
	context.onExecutionCancellation(() => schedule.cancel());
	if (context.getExecutionCancelSignal()?.aborted === true) schedule.cancel();

	const accounts: Account[] = [];
	const carryOut = carrier(context, connection, schedule, (account) => accounts.push(account));
	const jobs = grouped(calls);
	const dones = await inLanes(jobs, {
		atOnce: settings.atOnce,
		// It shows how the paths and fields of this server differ (observed rows 2 and 3), or that
		// nothing will work, at the price of one answer; a storage shows nothing of that.
		scout: calls.some(({ operation }) => operation.upload === undefined),
		laneOf: ({ call }) => laneOf(call),
		work: async ({ call }) => await guarded(async () => await carryOut(call)),
		ends: (done) => schedule.canceled || (!goesOn && hasFailed(done)),
	});

	const records = calls.map(({ operation }) => operation.list?.records).find(Boolean);
	return {
		outcomes: outcomesOf(calls, jobs, dones),
		canceled: schedule.canceled,
		hints: [...(records === undefined ? [] : hintsOf(records, accounts)), ...schedule.hints()],
	};
}
