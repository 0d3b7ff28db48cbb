import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { Client } from '../../shared/client/client';
import { sendWithCredential } from '../../shared/client/sendWithCredential';
import type { Input } from '../input/readItems';
import type { Call } from '../../shared/model/call';
import { isCanceled } from '../input/isCanceled';
import { Scheduler } from '../../shared/scheduler/Scheduler';
import { sendAnonymously } from '../../shared/transport/send';
import { runCalls, type StartExecution } from './runCalls';
import { Execution } from './Execution';

/**
 * Runs calls of one operation with a scheduler and a client of their own.
 *
 * @param calls may contain keys and names instead of IDs
 * @param continueOnFail whether other calls are still carried out after one has failed
 * @returns the results by the index of the item, without items that were not started; hints to show under the
 *   output; and whether a request that changes something may have arrived
 */
export async function executeCalls(
	context: IExecuteFunctions,
	calls: readonly Call[],
	{ connection, settings }: NonNullable<Input['sending']>,
	continueOnFail: boolean,
) {
	const startExecution: StartExecution = (mayContinue) => {
		const scheduler = new Scheduler(settings);

		context.onExecutionCancellation(() => scheduler.close());
		if (isCanceled(context)) scheduler.close();

		const { timeoutMs } = settings;
		const client = new Client(
			connection,
			scheduler.wrap(sendWithCredential(context, connection, timeoutMs)),
			scheduler.wrap(sendAnonymously(context, connection, timeoutMs)),
		);

		return new Execution(client, scheduler, mayContinue);
	};

	const { hints, ...outcome } = await runCalls(calls, startExecution, continueOnFail);

	return {
		...outcome,
		hints: hints.map(
			(message): NodeExecutionHint => ({ message, type: 'info', location: 'outputPane' }),
		),
	};
}
