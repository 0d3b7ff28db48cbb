import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import type { Call } from '../model/call';
import { guarded } from '../model/guarded';
import { isCanceled } from '../model/isCanceled';
import type { Operation } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import type { Settings } from '../scheduler/settings';
import { connect, type Connection } from '../transport/connection';
import type { Constants } from './ParameterReader';
import { readCall } from './readCall';
import { readRequestOptions } from './readRequestOptions';

/** What an execution is to do. */
export interface Input {
	/** For each item a call, or why it cannot be sent. */
	readonly calls: readonly Result<Call>[];
	/** Where to send calls, and how; absent where none can be sent. */
	readonly sending?: { readonly connection: Connection; readonly settings: Settings };
}

/**
 * Items that are read before the rest of n8n has a turn: 10,000 in one go would keep all other
 * workflows waiting for seconds.
 */
const AT_A_TIME = 100;

/**
 * Reads all items, or until the execution is canceled. Where the credential or the request options
 * are unfit, no item has a call.
 */
export async function readItems(context: IExecuteFunctions, operation: Operation): Promise<Input> {
	const items = context.getInputData();
	const credential = await guarded(async () => await context.getCredentials('planeApi'));
	const connection = isProblem(credential) ? credential : connect(credential);
	if (isProblem(connection)) return { calls: items.map(() => connection) };
	const settings = readRequestOptions(context);
	if (isProblem(settings)) return { calls: items.map(() => settings) };

	const calls: Result<Call>[] = [];
	const constants: Constants = new Map();
	for (const itemIndex of items.keys()) {
		if (itemIndex % AT_A_TIME === AT_A_TIME - 1) {
			await sleep(0);
			if (isCanceled(context)) break;
		}
		const { workspaceSlug } = connection;
		calls.push(
			await guarded(
				async () => await readCall(context, operation, itemIndex, workspaceSlug, constants),
			),
		);
	}
	return { calls, sending: { connection, settings } };
}
