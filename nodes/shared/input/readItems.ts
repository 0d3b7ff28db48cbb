import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import type { Call } from '../model/call';
import { isCanceled } from '../model/isCanceled';
import { connect, type Connection } from '../transport/connection';
import { guarded, merged } from '../output/failures';
import { isProblem, type Problem } from '../result/problem';
import type { Constants } from './ParameterReader';
import { readCall } from './readCall';
import { readSettings, type Settings } from '../scheduler/settings';

/** What an execution is to do: for each item a call, or why it cannot be sent. */
export interface Plan {
	readonly plans: readonly (Call | Problem)[];
	/** How to send; absent where no item can be. */
	readonly ready?: Ready;
}

/** Where to send calls, and how. */
export interface Ready {
	readonly connection: Connection;
	readonly settings: Settings;
}

/**
 * Items that are read before the rest of n8n has a turn: 10,000 in one go would keep all other
 * workflows waiting for seconds.
 */
const AT_A_TIME = 100;

/** Reads all items, or until the execution is canceled; where the credential or the schedule's options are unfit, no item has a call. */
export async function plan(context: IExecuteFunctions, operation: Operation): Promise<Plan> {
	const items = context.getInputData();
	const credential = await guarded(async () => await context.getCredentials('planeApi'));
	const connection = isProblem(credential) ? credential : connect(credential);
	if (isProblem(connection)) return { plans: items.map(() => connection) };
	const settings = readSettings(context);
	if (!('atOnce' in settings)) {
		const problem = merged(settings);
		return { plans: items.map(() => problem) };
	}

	const plans: (Call | Problem)[] = [];
	const constants: Constants = new Map();
	for (const itemIndex of items.keys()) {
		if (itemIndex % AT_A_TIME === AT_A_TIME - 1) {
			await sleep(0);
			if (isCanceled(context)) break;
		}
		const { workspaceSlug } = connection;
		const read = await guarded(
			async () => await readCall(context, operation, itemIndex, workspaceSlug, constants),
		);
		plans.push('operation' in read || isProblem(read) ? read : merged(read));
	}
	return { plans, ready: { connection, settings } };
}
