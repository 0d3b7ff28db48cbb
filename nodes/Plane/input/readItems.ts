import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import type { Call } from '../../shared/model/call';
import { guarded } from '../../shared/model/guarded';
import { isCanceled } from '../../shared/model/isCanceled';
import type { Operation } from '../../shared/operations/operation';
import * as options from '../../shared/operations/shared/requestOptions';
import { isProblem, type Result } from '../../shared/result/problem';
import type { Settings } from '../../shared/scheduler/RequestQueue';
import { connect, type Connection } from '../../shared/transport/connection';
import { type Constants, ParameterReader } from '../../shared/parameters/ParameterReader';
import { readCall } from './readCall';

/** What an execution is to do. */
export interface Input {
	/** For each item a call, or why it cannot be sent. */
	readonly calls: readonly Result<Call>[];
	/** Where to send calls, and how; absent where none can be sent. */
	readonly sending?: { readonly connection: Connection; readonly settings: Settings };
}

/** Items read before the rest of n8n has a turn: 10,000 in one go would hold it up for seconds. */
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

	const settings = readSettings(context);
	if (isProblem(settings)) return { calls: items.map(() => settings) };

	const { workspaceSlug } = connection;
	const constants: Constants = new Map();
	const calls: Result<Call>[] = [];

	for (const itemIndex of items.keys()) {
		if (itemIndex % AT_A_TIME === AT_A_TIME - 1) {
			await sleep(0);
			if (isCanceled(context)) break;
		}

		const read = async () =>
			await readCall(context, operation, itemIndex, workspaceSlug, constants);

		calls.push(await guarded(read));
	}

	return { calls, sending: { connection, settings } };
}

/** Reads how an execution sends; it is the same for all items, so the first one's options count. */
function readSettings(context: IExecuteFunctions): Result<Settings> {
	const { DEFAULTS, requestOptions, requestsPerMinute } = options;
	const reader = new ParameterReader(context, 0);
	const added = reader.chosen('requestOptions', requestOptions);
	const valueOf = ({ wire }: Field, otherwise = 0) => Number(added[wire] ?? otherwise);

	return reader.resultOf({
		concurrency: valueOf(options.concurrentRequests, DEFAULTS.concurrentRequests),
		maxWait: valueOf(options.maxWait, DEFAULTS.maxWait) * 1000,
		...(requestsPerMinute.wire in added && { requestsPerMinute: valueOf(requestsPerMinute) }),
		retries: valueOf(options.retries, DEFAULTS.retries),
		timeout: valueOf(options.timeout, DEFAULTS.timeout) * 1000,
	});
}
