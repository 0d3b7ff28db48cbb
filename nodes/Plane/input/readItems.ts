import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import type { Draft } from '../../shared/model/draft';
import { openConnection } from '../../shared/client/openConnection';
import { catchProblem } from '../../shared/model/catchProblem';
import { isCanceled } from './isCanceled';
import type { Operation } from '../../shared/operations/operation';
import * as options from '../../shared/operations/shared/requestOptions';
import { isProblem, type Result } from '../../shared/result/problem';
import type { Settings } from '../../shared/scheduler/RequestQueue';
import type { Connection } from '../../shared/transport/connection';
import { ParameterReader } from '../../shared/parameters/ParameterReader';
import { readDraft } from './readDraft';
import { RunCache } from './RunCache';

/** The validated input of an execution. */
export interface Input {
	/** One for each item, in their order. Reading ends early if the execution is canceled. */
	readonly drafts: readonly Result<Draft>[];
	/** Whether the run changes nothing, and says what it would do: if one item asks for it, that goes for all. */
	readonly checksOnly?: boolean;
	/** Where and how to send requests; absent if nothing can be sent. */
	readonly sending?: { readonly connection: Connection; readonly settings: Settings };
}

/** Items read before yielding to the event loop: 10,000 at once would block n8n for seconds. */
const ITEMS_PER_TURN = 100;

/**
 * Reads and checks all items, until the execution is canceled. If the credential or the request options
 * are invalid, every item gets that Problem.
 */
export async function readItems(context: IExecuteFunctions, operation: Operation): Promise<Input> {
	const items = context.getInputData();
	const connection = await openConnection(context);
	if (isProblem(connection)) return { drafts: items.map(() => connection) };

	const settings = readSettings(context);
	if (isProblem(settings)) return { drafts: items.map(() => settings) };

	const { workspaceSlug } = connection;
	const cache = new RunCache();
	const drafts: Result<Draft>[] = [];

	for (const itemIndex of items.keys()) {
		if (itemIndex % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) {
			await sleep(0);
			if (isCanceled(context)) break;
		}

		const read = async () => await readDraft(context, operation, itemIndex, workspaceSlug, cache);

		drafts.push(await catchProblem(read));
	}

	return { drafts, checksOnly: cache.checksOnly, sending: { connection, settings } };
}

/** Reads the request options. They apply to the whole execution, so the options of the first item count. */
function readSettings(context: IExecuteFunctions): Result<Settings> {
	const { DEFAULTS, requestOptions, requestsPerMinute } = options;
	const reader = new ParameterReader(context, 0);
	const values = reader.optionValues('requestOptions', requestOptions);
	const readNumber = ({ wire }: Field, fallback = 0) => Number(values[wire] ?? fallback);

	return reader.finish({
		concurrency: readNumber(options.concurrentRequests, DEFAULTS.concurrentRequests),
		maxWaitMs: readNumber(options.maxWait, DEFAULTS.maxWait) * 1000,
		...(requestsPerMinute.wire in values && { requestsPerMinute: readNumber(requestsPerMinute) }),
		retries: readNumber(options.retries, DEFAULTS.retries),
		timeoutMs: readNumber(options.timeout, DEFAULTS.timeout) * 1000,
	});
}
